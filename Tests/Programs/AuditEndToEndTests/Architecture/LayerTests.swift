import Foundation
import TestSupport
import Testing

/// The layers of the package: `Package.swift` says which modules a target may import, and refuses one
/// that does not stand before it; here each file is held to that.
///
/// The package manager builds a file that imports a module which `Package.swift` does not give its
/// target, if that module happens to be built before.
@Suite struct LayerTests {
  /// A target of `Package.swift`.
  private struct Target {
    let name: String
    /// The modules that it may import, apart from those of the system.
    let modules: Set<String>
    /// The directory of its sources.
    let directory: String
  }

  /// The targets of a plan, in its order.
  ///
  /// Each target begins on a line of its own, indented by two or four columns, as the formatter demands.
  private static func targets(of plan: String) -> [Target] {
    var targets: [(text: String, layer: Substring)] = []
    var layer: Substring = ""
    for line in plan.split(separator: "\n").drop(while: { !$0.hasPrefix("let layers") }) {
      if let match = line.wholeMatch(of: /^ {4}"(\w+)",/) {
        layer = match.1
      } else if line.contains(
        /^ {2,4}(module|tests|library|\.(t|executableT|testT)arget|\.systemLibrary)\(/)
      {
        targets.append((String(line), layer))
      } else if !targets.isEmpty, line.hasPrefix("    "), !line.contains(/^ *\/\//) {
        targets[targets.count - 1].text += line
      }
    }
    return targets.compactMap { text, layer in
      var names: [String] = []
      var directory: String?
      for match in text.matches(of: /(?:([a-zA-Z]+): )?"([^"]+)"/) {
        switch match.1 {
        case "path": directory = String(match.2)
        case nil, "name", "of": names.append(String(match.2))
        default: break
        }
      }
      guard let first = names.first else { return nil }
      let areTests = text.contains(/^ +(tests|\.testTarget)\(/)
      let name = text.contains(/^ +tests\(/) ? first + "Tests" : first
      return Target(
        name: name, modules: Set(areTests && name != first ? names : Array(names.dropFirst())),
        directory: directory ?? "\(areTests ? "Tests" : "Sources")/\(layer)/\(name)")
    }
  }

  private static func targets() throws -> [Target] {
    let plan = Repository.root.appending(path: "Package.swift")
    return targets(of: try String(contentsOf: plan, encoding: .utf8))
  }

  /// The modules that only some files of `audit` may import, by the beginnings of their paths.
  private static let places = ["Files": "Terminal/", "Dispatch": "Terminal/ProgressBar.swift"]

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
    for (path, text) in try Repository.sources(below: "Sources/Programs/audit") {
      for module in Self.imports(in: text) {
        guard let place = Self.places[module] else { continue }
        found.insert(module)
        #expect(path.hasPrefix(place), "\(path) imports \(module)")
      }
    }
    #expect(found == Set(Self.places.keys))
  }

  @Test func `a target imports the modules that it builds on and no others`() throws {
    let targets = try Self.targets()
    let known = targets.reduce(into: Set(targets.map(\.name))) { $0.formUnion($1.modules) }
    var found = 0
    for target in targets {
      for (path, text) in try Repository.sources(below: target.directory) {
        for module in Self.imports(in: text) where known.contains(module) {
          found += 1
          #expect(target.modules.contains(module), "\(target.name)/\(path) imports \(module)")
        }
      }
    }
    #expect(found > 1500)
  }

  @Test(arguments: ["Sources", "Tests"])
  func `every folder of a layer is a target`(parent: String) throws {
    let layers = try FileManager.default.contentsOfDirectory(
      atPath: Repository.root.appending(path: "Sources").path
    ).filter { !$0.hasPrefix(".") }
    let folders = try layers.filter { parent == "Sources" || $0 != "C" }.flatMap { layer in
      try FileManager.default.contentsOfDirectory(
        atPath: Repository.root.appending(path: "\(parent)/\(layer)").path
      ).filter { !$0.hasPrefix(".") }.map { "\(parent)/\(layer)/\($0)" }
    }
    let known = try Self.targets().map(\.directory).filter { path in
      layers.contains { path.hasPrefix("\(parent)/\($0)/") }
    }
    #expect(folders.sorted() == known.sorted())
    #expect(layers.count <= 10)
  }

  @Test func `the page about the architecture shows every module in its layer`() throws {
    let page = try String(
      contentsOf: Repository.root.appending(path: "Documentation/architecture.md"), encoding: .utf8)
    var shown: Set<String> = []
    for row in page.matches(of: /\n\| `Sources\/(\w+)` \|([^|]*)\|/) {
      shown.formUnion(row.2.matches(of: /`([\w-]+)`/).map { "Sources/\(row.1)/\($0.1)" })
    }
    let directories = try Self.targets().map(\.directory)
    #expect(shown == Set(directories.filter { $0.hasPrefix("Sources/") }))
  }

  @Test func `targets are recognised in a plan`() {
    let targets = Self.targets(
      of: """
        let layers = [
          Layer(
            "C",
            library("CB", apt: "b"),
            // A comment.
            .target(name: "CC"),
          Layer(
            "Base",
            module("A"),
            module(
              "D", "A", "CB",
              // Counts
              .product(name: "E", package: "e-kit"), isSmall: true),
            tests(of: "A", "D"),
            .testTarget(
              name: "ETests",
              dependencies: ["e"])),
          .executableTarget(
            name: "f", dependencies: ["A"], path: "Examples/F"),
        """)
    #expect(targets.map(\.name) == ["CB", "CC", "A", "D", "ATests", "ETests", "f"])
    #expect(
      targets.map(\.modules) == [[], [], [], ["A", "CB", "E"], ["A", "D"], ["e"], ["A"]])
    #expect(
      targets.map(\.directory) == [
        "Sources/C/CB", "Sources/C/CC", "Sources/Base/A", "Sources/Base/D", "Tests/Base/ATests",
        "Tests/Base/ETests", "Examples/F",
      ])
  }

  @Test func `imports are recognised in texts`() {
    let text = """
      import A
      package import B
      @_spi(Internal) @preconcurrency internal import C
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
