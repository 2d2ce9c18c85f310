// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that the program's has no product that only measures.
let package = Package(
  name: "strength-benchmark",
  dependencies: [.package(name: "audit", path: "../..")],
  targets: [
    .executableTarget(
      name: "scorebench", dependencies: [.product(name: "PasswordStrength", package: "audit")])
  ],
  swiftLanguageModes: [.v6]
)
