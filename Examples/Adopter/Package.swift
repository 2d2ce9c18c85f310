// swift-tools-version: 6.2
import PackageDescription

// A package of somebody else, which uses the libraries: `make outside-test` builds and runs it.
let package = Package(
  name: "Adopter",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "audit", path: "../..", traits: ["Spaces"])
  ],
  targets: [
    .executableTarget(
      name: "Adopter",
      dependencies: [
        .product(name: "PasswordPolicies", package: "audit"),
        .product(name: "PasswordSpaces", package: "audit"),
      ])
  ]
)
