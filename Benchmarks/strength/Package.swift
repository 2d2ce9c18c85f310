// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "strength-benchmark",
  dependencies: [.package(name: "audit", path: "../..")],
  targets: [
    .executableTarget(
      name: "scorebench", dependencies: [.product(name: "PasswordStrength", package: "audit")])
  ],
  swiftLanguageModes: [.v6]
)
