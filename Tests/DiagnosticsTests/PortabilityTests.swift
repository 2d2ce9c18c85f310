import Foundation
import Testing

@Suite struct PortabilityTests {
  // `Diagnostics` imported `Glibc`, so neither product could be built on macOS or iOS.
  @Test(arguments: [
    "Bytes", "Caches", "Diagnostics", "EmbeddedData", "Passwords", "PasswordPolicies",
    "PasswordSpaces", "PasswordStrength",
  ])
  func `a room that the library products reach imports system libraries only where they are`(
    room: String
  ) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let folder = root.appendingPathComponent("Sources/\(room)")
    let names = try #require(FileManager.default.enumerator(atPath: folder.path))
    var count = 0
    for case let name as String in names where name.hasSuffix(".swift") {
      count += 1
      let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      let systems = ["Glibc", "Musl", "Darwin", "Foundation", "Dispatch"]
      for line in text.split(separator: "\n") {
        for system in systems where line.hasSuffix("import \(system)") {
          let isAsked = text.contains("if canImport(\(system))\n  import \(system)")
          #expect(isAsked && line.hasPrefix("  "), "\(room)/\(name) imports \(system)")
        }
      }
    }
    #expect(count > 0)
  }

  // It brings ICU's data, 34 MB, into a program that carries its libraries with it.
  @Test func `no room of the program imports all of Foundation`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let folder = root.appendingPathComponent("Sources")
    let names = try #require(FileManager.default.enumerator(atPath: folder.path))
    var count = 0
    for case let name as String in names where name.hasSuffix(".swift") {
      if name.hasPrefix("PolicyLab/") || name.hasPrefix("audit-lab/") { continue }
      count += 1
      let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      let imports = text.split(separator: "\n").filter { $0.hasSuffix("import Foundation") }
      #expect(imports.isEmpty, "\(name)")
    }
    #expect(count > 300)
  }
}
