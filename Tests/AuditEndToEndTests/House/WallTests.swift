import Foundation
import Testing

/// The walls between rooms: which modules a file may import.
///
/// The package manager builds a file that imports a module which `Package.swift` does not give its
/// room, if that module is built before.
@Suite struct WallTests {
  /// The rooms of each floor, in the order of `Package.swift`: a room imports rooms before it.
  private static let floors = [
    [
      "Bytes", "Hashing", "EmbeddedData", "Diagnostics", "Files", "Workers", "Starting",
      "Passwords",
    ],
    ["Intake", "Packing", "PasswordRules", "Blocklists", "PasswordStrength", "Tallies"],
    ["Auditing", "Keyspaces", "Findings", "TallyFiles"],
    ["Reporting", "Preparing"],
    ["audit", "PolicyLab", "audit-lab"],
  ]

  /// The files of `audit` that may import each module, by the beginnings of their paths.
  private static let walls = [
    "Preparing": "", "Auditing": "", "Reporting": "", "ArgumentParser": "", "Diagnostics": "",
    "PasswordRules": "", "Workers": "", "Intake": "", "Files": "Terminal/",
    "Starting": "Process/Program.swift", "Dispatch": "Terminal/ProgressBar.swift", "Glibc": "",
    "Synchronization": "",
  ]

  /// The rooms that may import each package of others.
  private static let doors = [
    "ArgumentParser": ["audit", "audit-lab"], "BigInt": ["Keyspaces"],
    "FlyingSocks": ["PolicyLab"],
  ]

  /// The modules that a source imports.
  private static func imports(in text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard let index = words.firstIndex(of: "import"), index + 1 < words.count,
        words[..<index].allSatisfy({ $0.hasPrefix("@") || access.contains($0) })
      else { return nil }
      let isOfOneName = kinds.contains(words[index + 1])
      return words.dropFirst(isOfOneName ? index + 2 : index + 1).first?
        .split(separator: ".").first.map(String.init)
    }
  }

  private static let access: Set<Substring> = [
    "public", "package", "internal", "fileprivate", "private",
  ]
  private static let kinds: Set<Substring> = [
    "struct", "class", "enum", "protocol", "typealias", "func", "let", "var",
  ]

  @Test func `audit imports the rooms that it builds on, each where it belongs`() throws {
    let sources = try Repository.sources(below: "Sources/audit")
    #expect(sources.count > 50)
    var found: Set<String> = []
    for (path, text) in sources {
      for module in Self.imports(in: text) {
        found.insert(module)
        let place = Self.walls[module]
        #expect(place.map { path.hasPrefix($0) } == true, "\(path) imports \(module)")
      }
    }
    #expect(found == Set(Self.walls.keys))
  }

  @Test func `no room imports a room above it`() throws {
    let rooms = Self.floors.flatMap(\.self)
    var found = 0
    for (number, room) in rooms.enumerated() {
      let lower = rooms[..<number]
      for (path, text) in try Repository.sources(below: "Sources/\(room)") {
        for module in Self.imports(in: text) {
          found += 1
          let mayImport =
            rooms.contains(module)
            ? lower.contains(module) : Self.doors[module]?.contains(room) != false
          #expect(mayImport, "\(room)/\(path) imports \(module)")
        }
      }
    }
    #expect(found > 900)
  }

  @Test func `every room has its floor`() throws {
    let sources = Repository.root.appending(path: "Sources").path
    let modules = try FileManager.default.contentsOfDirectory(atPath: sources)
      // Doors to C, which the rooms of every floor may import, have two capitals.
      .filter { !$0.hasPrefix(".") && !$0.prefix(2).allSatisfy(\.isUppercase) }
    #expect(Set(modules) == Set(Self.floors.flatMap(\.self)))
  }

  @Test func `imports are recognised in texts`() {
    let text = """
      import A
      package import B
      @_spi(House) @preconcurrency internal import C
      import struct D.E
      #if canImport(F)
        import F
      #endif
      // import G
      /// Files to import Here
      """
    #expect(Self.imports(in: text) == ["A", "B", "C", "D", "F"])
  }
}
