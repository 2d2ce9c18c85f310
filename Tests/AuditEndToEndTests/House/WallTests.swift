import Foundation
import Testing

/// The walls between rooms: which modules a file may import, and on which floor a room stands.
///
/// The package manager builds a file that imports a module which `Package.swift` does not give its
/// target, if that module happens to be built before.
@Suite struct WallTests {
  /// A target of `Package.swift`: a room, a program, an example, tests, or a door to C.
  private struct Room {
    let name: String
    /// The modules that it may import, apart from those of the system.
    let modules: Set<String>
    /// The directory of its sources.
    let directory: String
    /// The number in the last comment `// Floor …` before it.
    let floor: Int

    /// Doors to C, which the rooms of every floor may import, have two capitals.
    var isDoor: Bool { name.prefix(2).allSatisfy(\.isUppercase) }
    /// Not tests, an example or a target of fuzzing.
    var isOfHouse: Bool { directory.hasPrefix("Sources/") }
  }

  /// The targets of a plan, from the lowest floor to the highest.
  ///
  /// Each target begins on a line of its own, indented by four columns, as the formatter demands.
  private static func targets(of plan: String) -> [Room] {
    var targets: [(text: String, floor: Int)] = []
    var floor = 0
    for line in plan.split(separator: "\n") {
      if let match = line.firstMatch(of: /^ *\/\/ Floor ([0-9]+)/) {
        floor = Int(match.1) ?? floor
      } else if line.contains(/^ *\/\//) {
        continue
      } else if line.contains(
        /^ {4}(room|tests|library|\.(t|executableT|testT)arget|\.systemLibrary)\(/)
      {
        targets.append((String(line), floor))
      } else if line.hasPrefix("      "), !targets.isEmpty {
        targets[targets.count - 1].text += line
      }
    }
    return targets.compactMap { text, floor in
      var names: [String] = []
      var directory: String?
      for match in text.matches(of: /(?:([a-zA-Z]+): )?"([^"]+)"/) {
        switch match.1 {
        case "path": directory = String(match.2)
        case nil, "name", "of": names.append(String(match.2))
        default: break
        }
      }
      guard let name = names.first else { return nil }
      let areTests = text.contains(/^ +tests\(/)
      return Room(
        name: areTests ? name + "Tests" : name,
        modules: Set(names.dropFirst(areTests ? 0 : 1)),
        directory: directory
          ?? (areTests
            ? "Tests/\(name)Tests"
            : "\(text.contains("testTarget") ? "Tests" : "Sources")/\(name)"),
        floor: floor)
    }
  }

  private static func targets() throws -> [Room] {
    let plan = Repository.root.appending(path: "Package.swift")
    return targets(of: try String(contentsOf: plan, encoding: .utf8))
  }

  /// The modules that only some files of `audit` may import, by the beginnings of their paths.
  private static let doors = [
    "Files": "Terminal/", "Starting": "Process/Program.swift",
    "Dispatch": "Terminal/ProgressBar.swift",
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

  @Test func `a module of few files of audit is imported there alone`() throws {
    var found: Set<String> = []
    for (path, text) in try Repository.sources(below: "Sources/audit") {
      for module in Self.imports(in: text) {
        guard let place = Self.doors[module] else { continue }
        found.insert(module)
        #expect(path.hasPrefix(place), "\(path) imports \(module)")
      }
    }
    #expect(found == Set(Self.doors.keys))
  }

  @Test func `a room builds on rooms before it`() throws {
    let rooms = try Self.targets()
    let names = rooms.map(\.name)
    for (number, room) in rooms.enumerated() {
      let above = room.modules.intersection(names[number...])
      #expect(above.isEmpty, "\(room.name) builds on \(above.sorted())")
    }
    #expect(rooms.count > 20)
  }

  @Test func `a target imports the modules that it builds on and no others`() throws {
    let rooms = try Self.targets().filter { !$0.isDoor }
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
    #expect(found > 1500)
  }

  @Test func `every directory of sources is a room`() throws {
    let sources = Repository.root.appending(path: "Sources").path
    let modules = try FileManager.default.contentsOfDirectory(atPath: sources)
      .filter { !$0.hasPrefix(".") && !$0.prefix(2).allSatisfy(\.isUppercase) }
    let rooms = try Self.targets().filter { $0.isOfHouse && !$0.isDoor }
    #expect(modules.sorted() == rooms.map(\.name).sorted())
  }

  @Test func `the drawing in README shows every room on its floor, and every door`() throws {
    let readme = try String(
      contentsOf: Repository.root.appending(path: "README.md"), encoding: .utf8)
    let chapter = try #require(readme.components(separatedBy: "## The house\n").last)
    let drawing = try #require(chapter.components(separatedBy: "```\n").dropFirst().first)
    let targets = try Self.targets().filter(\.isOfHouse)
    var drawn: [Int: Set<String>] = [:]
    for line in drawing.split(separator: "\n") {
      let floor = line.firstMatch(of: /^floor ([0-9]+)/).flatMap { Int($0.1) } ?? 0
      let words = Set(line.split { !$0.isLetter && !$0.isNumber && $0 != "-" }.map(String.init))
      drawn[floor, default: []].formUnion(words.intersection(targets.map(\.name)))
    }
    for floor in 1...5 {
      let rooms = targets.filter { !$0.isDoor && $0.floor == floor }.map(\.name)
      #expect(drawn[floor, default: []] == Set(rooms), "floor \(floor)")
    }
    #expect(drawn[0, default: []].isSuperset(of: targets.filter(\.isDoor).map(\.name)))
  }

  @Test func `targets are recognised in a plan`() {
    let targets = Self.targets(
      of: """
            // Floor 1
            room("A"),
            library("CB", apt: "b"),
            .target(name: "CC"),
            // Floor 2
            room(
              "C", "A", "CB",
              // Counts
              .product(name: "D", package: "d-kit"), isSmall: true),
            .executableTarget(
              name: "e", dependencies: ["A"], path: "Examples/E"),
            tests(of: "A", "C"),
            .testTarget(
              name: "ETests",
              dependencies: ["e"]),
        """)
    #expect(targets.map(\.name) == ["A", "CB", "CC", "C", "e", "ATests", "ETests"])
    #expect(
      targets.map(\.modules) == [[], [], [], ["A", "CB", "D"], ["A"], ["A", "C"], ["e"]])
    #expect(
      targets.map(\.directory) == [
        "Sources/A", "Sources/CB", "Sources/CC", "Sources/C", "Examples/E", "Tests/ATests",
        "Tests/ETests",
      ])
    #expect(targets.map(\.floor) == [1, 1, 1, 2, 2, 2, 2])
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
