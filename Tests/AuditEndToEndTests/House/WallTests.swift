import Foundation
import Testing

/// The walls between rooms: which modules a file may import.
///
/// The package manager builds a file that imports a module which `Package.swift` does not give its
/// room, if that module is built before.
@Suite struct WallTests {
  /// A target of `Package.swift` that is written in Swift: a room, a program or an example.
  private struct Room {
    let name: String
    /// The modules that it may import, apart from those of the system.
    let modules: Set<String>
    /// The directory of its sources.
    let directory: String
  }

  /// The rooms of a plan, from the lowest floor to the highest.
  ///
  /// Each target begins on a line of its own, indented by four columns, as the formatter demands.
  private static func rooms(of plan: String) -> [Room] {
    var targets: [String] = []
    for line in plan.split(separator: "\n") where !line.contains(/^ *\/\//) {
      if line.contains(/^ {4}[.a-z]/) {
        targets.append(String(line))
      } else if line.hasPrefix("      "), !targets.isEmpty {
        targets[targets.count - 1] += line
      }
    }
    return targets.filter { $0.contains(/^ +(room|\.executableTarget)\(/) }.compactMap { target in
      var names: [String] = []
      var directory: String?
      for match in target.matches(of: /(?:(path|package): )?"([^"]+)"/) {
        if match.1 == "path" { directory = String(match.2) }
        if match.1 == nil { names.append(String(match.2)) }
      }
      return names.first.map {
        Room(
          name: $0, modules: Set(names.dropFirst()), directory: directory ?? "Sources/\($0)")
      }
    }
  }

  private static func rooms() throws -> [Room] {
    let plan = Repository.root.appending(path: "Package.swift")
    return rooms(of: try String(contentsOf: plan, encoding: .utf8))
  }

  /// The files of `audit` that may import each module, by the beginnings of their paths.
  private static let walls = [
    "Jobs": "", "Questions": "", "Requests": "", "Auditing": "", "Overview": "", "Pages": "",
    "Reporting": "", "ArgumentParser": "", "Diagnostics": "",
    "PasswordPolicies": "", "PolicySources": "Options/PolicyOptions.swift", "Workers": "",
    "Intake": "", "Files": "Terminal/",
    "Starting": "Process/Program.swift", "Dispatch": "Terminal/ProgressBar.swift", "Glibc": "",
    "Synchronization": "",
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

  @Test func `a room builds on rooms before it`() throws {
    let rooms = try Self.rooms()
    let names = rooms.map(\.name)
    for (number, room) in rooms.enumerated() {
      let above = room.modules.intersection(names[number...])
      #expect(above.isEmpty, "\(room.name) builds on \(above.sorted())")
    }
    #expect(rooms.count > 20)
  }

  @Test func `a room imports the modules that it builds on and no others`() throws {
    let rooms = try Self.rooms()
    let known = rooms.reduce(into: Set(rooms.map(\.name))) { $0.formUnion($1.modules) }
    var found = 0
    for room in rooms {
      for (path, text) in try Repository.sources(below: room.directory) {
        for module in Self.imports(in: text) where known.contains(module) {
          found += 1
          #expect(room.modules.contains(module), "\(room.name)/\(path) imports \(module)")
        }
      }
    }
    #expect(found > 900)
  }

  @Test func `every directory of sources is a room`() throws {
    let sources = Repository.root.appending(path: "Sources").path
    let modules = try FileManager.default.contentsOfDirectory(atPath: sources)
      // Doors to C, which the rooms of every floor may import, have two capitals.
      .filter { !$0.hasPrefix(".") && !$0.prefix(2).allSatisfy(\.isUppercase) }
    let rooms = try Self.rooms().filter { $0.directory == "Sources/\($0.name)" }
    #expect(modules.sorted() == rooms.map(\.name).sorted())
  }

  @Test func `rooms are recognised in a plan`() {
    let rooms = Self.rooms(
      of: """
            // Floor 1
            room("A"),
            library("CB", apt: "b"),
            // Floor 2
            room(
              "C", "A", "CB",
              // Counts
              .product(name: "D", package: "d-kit"), isSmall: true),
            .executableTarget(
              name: "e", dependencies: ["A"], path: "Examples/E"),
            tests(of: "A"),
        """)
    #expect(rooms.map(\.name) == ["A", "C", "e"])
    #expect(rooms.map(\.modules) == [[], ["A", "CB", "D"], ["A"]])
    #expect(rooms.map(\.directory) == ["Sources/A", "Sources/C", "Examples/E"])
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
