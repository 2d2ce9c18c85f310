// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that the program's has no product that only measures. It shares the interface to
// xxHash with the program by a symbolic link.
let package = Package(
  name: "grouping-benchmark",
  targets: [
    .systemLibrary(name: "CXXHash"),
    .executableTarget(name: "groupbench", dependencies: ["CXXHash"]),
  ],
  swiftLanguageModes: [.v6]
)
