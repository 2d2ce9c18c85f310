import Foundation
import TestSupport
import Testing

@Suite struct PortabilityTests {
  // `Diagnostics` imported `Glibc`, so neither product could be built on macOS or iOS.
  @Test(arguments: [
    "Base/Bytes", "Base/Diagnostics", "Base/EmbeddedData", "Passwords/Passwords",
    "Passwords/PasswordPolicies", "Passwords/PasswordSpaces", "Passwords/PasswordStrength",
  ])
  func `a module that the library products reach imports system libraries only where they are`(
    module: String
  ) throws {
    let sources = try Repository.sources(below: "Sources/\(module)")
    for (path, text) in sources {
      for system in ["Glibc", "Musl", "Darwin", "Foundation", "Dispatch"] {
        for line in text.split(separator: "\n") where line.hasSuffix("import \(system)") {
          let isAsked = text.contains("if canImport(\(system))\n  import \(system)")
          #expect(isAsked && line.hasPrefix("  "), "\(module)/\(path) imports \(system)")
        }
      }
    }
    #expect(!sources.isEmpty)
  }

  // It brings ICU's data, 34 MB, into a program that carries its libraries with it.
  @Test func `no module of the program imports all of Foundation`() throws {
    let sources = try Repository.sources(below: "Sources")
      .filter { !$0.path.hasPrefix("Programs/PolicyLab/") }
    for (path, text) in sources {
      #expect(
        !text.split(separator: "\n").contains { $0.hasSuffix("import Foundation") }, "\(path)")
    }
    #expect(sources.count > 300)
  }
}
