import Foundation
import TestSupport
import Testing

/// The reference says everything that the help does.
@Suite struct HelpTests {
  /// A command as its words, and the options that its help lists.
  typealias Listing = (command: String, options: Set<String>)

  /// The listings of a program and of all its commands.
  static func listings(
    of program: String, _ words: [String] = [], in directory: TemporaryDirectory
  ) throws -> [Listing] {
    let run = try directory.audit(
      words + [program == "audit" ? "--help-all" : "--help"], of: program)
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    // An option stands two columns in, before its value and its description.
    let options = lines.filter { $0.hasPrefix("  -") }.flatMap { line in
      let term = line.prefix { $0 != "<" }.split(separator: #/\s{2,}/#).first ?? ""
      return term.matches(of: #/--[a-z][a-z0-9-]*/#).map { String($0.0) }
    }
    let commands = lines.drop { $0 != "SUBCOMMANDS:" }.compactMap {
      $0.firstMatch(of: #/^  ([a-z-]+)/#).map { String($0.1) }
    }
    return try [(([program] + words).joined(separator: " "), Set(options))]
      // 'audit lab' prints the help of 'audit-lab'.
      + commands.filter { $0 != "lab" }.flatMap {
        try listings(of: program, words + [$0], in: directory)
      }
  }

  /// The options of each command of the program.
  static let commands: Result<[String: Set<String>], any Error> = Result {
    let directory = try TemporaryDirectory()
    let all =
      try listings(of: "audit", in: directory)
      + listings(of: "audit-lab", in: directory).map { listing in
        (listing.command.replacing("audit-lab", with: "audit lab"), listing.options)
      }
    return Dictionary(all.map { ($0.command, $0.options) }) { $0.union($1) }
  }

  /// The command that a line is of: without one of its own, 'run'.
  static func name(_ words: [String], among commands: [String: Set<String>]) -> String {
    (1...3).reversed().lazy.map { words.prefix($0).joined(separator: " ") }
      .first { commands[$0] != nil && $0 != "audit" } ?? "audit run"
  }

  @Test func `every option of every help is in the reference`() throws {
    let directory = try TemporaryDirectory()
    let pages = DocumentationTests.pages.filter { $0.hasPrefix("Documentation/") }
    let text = try pages.map {
      try String(contentsOf: Repository.root.appending(path: $0), encoding: .utf8)
    }
    let documented = Set(
      text.joined(separator: "\n").matches(of: #/--[a-z][a-z0-9-]*/#).map { String($0.0) })
    let listings =
      try Self.listings(of: "audit", in: directory)
      + Self.listings(of: "audit-lab", in: directory)
    #expect(listings.count > 20 && listings.contains { $0.command == "audit blocklist build" })
    for (command, options) in listings {
      #expect(options.contains("--help"), "\(command)")
      let missing = options.subtracting(documented).subtracting(["--help", "--version"])
      #expect(missing.isEmpty, "\(command): \(missing.sorted().joined(separator: " "))")
    }
  }

  @Test func `every command that a page names exists, and has the options beside it`() throws {
    let commands = try Self.commands.get()
    var count = 0
    for page in DocumentationTests.pages {
      let text = try String(contentsOf: Repository.root.appending(path: page), encoding: .utf8)
      for span in text.matches(of: #/`(audit [^`\n]*)`/#) {
        // What a pipe or a semicolon begins, what is quoted, and options that hold others are not ours to read.
        let words = span.1.prefix { !"|;&'\"<>(".contains($0) }.split(separator: " ").map(
          String.init)
        let name = Self.name(words, among: commands)
        let options = words.filter { $0.contains(#/^--[a-z]/#) }
          .map { $0.prefix { $0 != "=" && $0 != "." && $0 != "," } }.map(String.init)
        count += options.count
        let missing = Set(options).subtracting(commands[name] ?? [])
        #expect(missing.isEmpty, "\(page): \(span.1): \(missing.sorted())")
      }
    }
    #expect(count > 15)
  }

  @Test(arguments: [
    (["run"], "--by-list", "Excludes --checkpoint and --shapes."),
    (["run"], "--checkpoint", "Excludes --distinct and --by-list."),
    (["run"], "--checkpoint-every", "(default: 60s)"),
    (["scan"], "--min-group", "Excludes --fingerprints and --shapes of a scan"),
    (["sweep"], "--minlength", "(default: 6...16)"),
    (["sweep"], "--classes", "(default: 0,2,3,4)"),
    (["sweep"], "--max-repeating", "(default: none)"),
    (["generate"], "-n, --count", "(default: 1)"),
    (["blocklist", "build"], "--blocklist-min-count", "(default: 1)"),
  ])
  func `the help of an option names its default and what it excludes`(
    command: [String], option: String, words: String
  ) throws {
    let help = try TemporaryDirectory().audit(command + ["--help-all"]).output
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.hasPrefix("  \(option) ") })
    let rest = lines[(start + 1)...].prefix { $0.hasPrefix("   ") }
    let text = ([lines[start]] + rest).joined(separator: " ")
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains(words))
  }

  @Test func `the help of a run shows ten options first, and all by --help-all`() throws {
    let directory = try TemporaryDirectory()
    func options(_ arguments: String) throws -> [String] {
      try directory.audit(arguments).output.split(separator: "\n").filter { $0.hasPrefix("  -") }
        .compactMap { $0.firstMatch(of: #/--[a-z][a-z-]*/#).map { String($0.0) } }
        .filter { !["--help", "--version"].contains($0) }
    }
    let first = try options("run --help")
    #expect(
      first == [
        "--rules", "--preset", "--blocklist", "--layout", "--space", "--output", "--format",
        "--verbose", "--distinct", "--fail-under",
      ])
    #expect(try directory.audit("run --help").output.contains("All options: audit run --help-all"))
    let all = try options("run --help-all")
    #expect(Set(first).isSubset(of: all) && all.count > 50)
    #expect(try directory.audit("--help").output.contains("    audit sweep leaked.txt.gz\n"))
  }

  @Test func `the help of merge warns of lists that are in two tallies`() throws {
    let help = try TemporaryDirectory().audit("merge --help").output
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(help.contains("the passwords of a list that is in two tallies count twice"))
  }
}
