import Diagnostics
import Foundation
import TestSupport
import Testing

/// Every command in README and the pages of `Documentation` runs as documented.
@Suite struct DocumentationTests {
  private static let root = Repository.root

  /// The pages, by their paths in the repository: without those of modules, and without records of the past.
  static let pages = Repository.pages.filter { page in
    page != "CHANGELOG.md" && !page.contains(".docc/") && !page.contains("/results")
  }

  /// The pages on which every indented line is a command, so that a reader can follow them from the top.
  static let walks = ["README.md", "Documentation/questions.md", "Documentation/tutorial.md"]

  /// A command as a page shows it, and the exit code that the page states: 0, or the number at the
  /// start of a comment after it.
  private struct Command {
    var text: String
    let code: Int32
    /// The lines of the page in which the block below it shows what it prints.
    var shown: Range<Int>?

    /// Parses an indented line that runs the program, or of a page that is walked through any; nil for others.
    init?(_ line: Substring, isOfWalk: Bool) {
      guard line.hasPrefix("    "),
        isOfWalk || line.firstMatch(of: #/(^ +|\| )audit /#) != nil
      else {
        return nil
      }
      let parts = line.split(separator: #/\s+# /#, maxSplits: 1)
      text = parts[0].trimmingCharacters(in: .whitespaces)
      let comment = parts.count > 1 ? parts[1] : ""
      code = comment.firstMatch(of: #/^\d+/#).flatMap { Int32($0.0) } ?? 0
    }

    /// What a shell runs: the lab serves until it is idle, and of `make` only the demo is run, by the program of
    /// the tests.
    ///
    /// What installs is run by `make package`, in roots of its own.
    func script() throws -> String? {
      if ["pip install ./audit-", "sudo tar ", "podman load "].contains(where: text.hasPrefix) {
        return nil
      }
      guard text.hasPrefix("make ") else {
        let audit =
          "audit() { [ \"$1\" != lab ] || set -- \"$@\" --idle 0.005; \"$audit\" \"$@\"; }"
        return "\(audit)\n\(text)"
      }
      guard text == "make demo" else { return nil }
      let arguments = try output(
        of: "cd '\(root.path)' && unset MAKEFLAGS MAKELEVEL && make -s demo-arguments")
      return "\"$audit\" \(String(decoding: arguments, as: UTF8.self))"
    }
  }

  /// The commands of a page, each with the block of text or the comments that follow it.
  private static func commands(in lines: [Substring], isWalk: Bool) -> [Command] {
    var commands: [Command] = []
    // The lines of the latest command, or of what it shows, and where a block began.
    var (latest, start): (Int?, Int?)
    for (number, line) in lines.enumerated() {
      if line.hasPrefix("```") {
        if let first = start {
          start = nil
          if lines[first - 1] == "```text", latest == first - 2 {
            commands[commands.count - 1].shown = first..<number
          }
        } else {
          start = number + 1
        }
      } else if start == nil, isWalk, line.hasPrefix(comment), latest == number - 1 {
        commands[commands.count - 1].shown =
          (commands.last?.shown?.lowerBound ?? number)..<number + 1
        latest = number
      } else if start == nil, latest == number - 1, commands.last?.text.hasSuffix("\\") == true {
        commands[commands.count - 1].text +=
          "\n" + line.trimmingCharacters(in: .whitespaces)
        latest = number
      } else if start == nil, let command = Command(line, isOfWalk: isWalk) {
        commands.append(command)
        latest = number
      }
    }
    return commands
  }

  /// The beginning of a line that shows a line of an answer.
  private static let comment = "    # "

  private static func lines(of page: String) throws -> [Substring] {
    try String(contentsOf: root.appending(path: page), encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// Makes the files that the pages name, with made-up passwords.
  private static func prepare(_ directory: TemporaryDirectory) throws {
    let passwords = [
      "Passw0rd", "passw0rd", "dragon", "Correct horse 7 battery", "Tr0ub4dor&3", "letmein",
      "Passw0rd", "dragon",
    ]
    let text = passwords.joined(separator: "\n") + "\n"
    try directory.file("leaked.txt", text)
    try directory.file("leaked.txt.gz", gzip(Array(text.utf8), in: directory))
    try directory.file("lists/more.txt", "another1\n")
    try directory.file("counted.txt", "      3 Passw0rd\n      2 dragon\n")
    try directory.file("users.txt", "ann:Passw0rd\nben:ben2019\ncat:$HEX[6474]\n")
    try directory.file(
      "users.csv", "user;password;Department\nann;Passw0rd;IT\nben;dragon;HR\n")
    try directory.file("guesses.tsv", "password\tguesses\npassword\t3\ndragon\t17\n")
    try directory.file("order.txt", "123456\npassword\n")
    try directory.file("words.txt", "password\ndragon\nletmein\nPassw0rd99\n")
    try directory.file(
      "pwned.txt",
      "5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8:30\nAF8978B1797B72ACFFF9595A5A2A373EC3D9106D:4\n")
    try directory.file("yahoo.txt", "30 2\n5 40\n1 300\n")
    try directory.file("policy.txt", "minlength: 8; required: digit; allowed: ascii-printable;")
    try directory.file(
      "corp.ntds",
      "CORP\\ann:1100:aad3b435b51404eeaad3b435b51404ee:a87f3a337d73085c45f9416be5787d86:::\n"
        + "CORP\\ben:1101:aad3b435b51404eeaad3b435b51404ee:1bbdfacfb58b9c8aab9d68ed52d6e91f:::\n"
        + "CORP\\cat:1102:aad3b435b51404eeaad3b435b51404ee:a87f3a337d73085c45f9416be5787d86:::\n"
        + "CORP\\dora:1103:aad3b435b51404eeaad3b435b51404ee:59dfc6aa31c49f82474a69072971b1af:::\n"
        + "CORP\\admin:1104:aad3b435b51404eeaad3b435b51404ee:a87f3a337d73085c45f9416be5787d86:::\n")
    try directory.file(
      "hashcat.potfile",
      "a87f3a337d73085c45f9416be5787d86:Passw0rd\n"
        + "59dfc6aa31c49f82474a69072971b1af:Lampe09 Lampe09\n")
    try directory.file("admins.txt", "CORP\\admin\n")
    try directory.file("old.ntds", "CORP\\ann:1100::59dfc6aa31c49f82474a69072971b1af:::\n")
    try FileManager.default.createDirectory(
      atPath: directory.path + "/Reports/evidence", withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: root.appending(path: "Reports/evidence/phpbb.tally"),
      to: URL(fileURLWithPath: directory.path + "/Reports/evidence/phpbb.tally"))
    try directory.file("old.policy", "minlength: 6;\n")
    try directory.file("new.policy", "minlength: 12; allowed: unicode;\n")
    try directory.file("typo.policy", "minlength: 6; requierd: digit;\n")
    try directory.file("yours.policy", "minlength: 10; allowed: unicode;\n")
    try directory.file("site.policy", "minlength: 8; context: username; allowed: unicode;\n")
  }

  /// `AUDIT_WRITE_SCREENS=1 swift test --filter DocumentationTests` writes what commands print into
  /// the pages instead.
  @Test(arguments: pages)
  func `every command on the page ends as the page says, and prints what it shows`(page: String)
    throws
  {
    let directory = try TemporaryDirectory()
    let isWalk = Self.walks.contains(page)
    // Who walks through a page begins with nothing but the repository.
    if !isWalk || page == "README.md" { try Self.prepare(directory) }
    try FileManager.default.createSymbolicLink(
      at: URL(fileURLWithPath: directory.path + "/Datasets"),
      withDestinationURL: Self.root.appending(path: "Datasets"))
    var lines = try Self.lines(of: page)
    let isWriting = ProcessInfo.processInfo.environment["AUDIT_WRITE_SCREENS"] != nil
    var blocks: [(shown: Range<Int>, printed: [Substring])] = []
    for command in Self.commands(in: lines, isWalk: isWalk) {
      guard let script = try command.script() else { continue }
      let run = try directory.shell(script, code: command.code)
      guard let shown = command.shown else { continue }
      let mark = lines[shown.lowerBound].hasPrefix(Self.comment) ? Self.comment : ""
      let printed = run.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        .map { Substring(mark + $0) }
      blocks.append((shown, printed))
      #expect(isWriting || Array(lines[shown]) == printed, "\(page): \(command.text)")
    }
    #expect(!isWalk || !blocks.isEmpty)
    guard isWriting else { return }
    for block in blocks.reversed() { lines.replaceSubrange(block.shown, with: block.printed) }
    try lines.joined(separator: "\n").write(
      to: Self.root.appending(path: page), atomically: true, encoding: .utf8)
  }

  @Test func `the reference has a page a subject, and the index links to each`() throws {
    let pages = Self.pages.filter {
      $0.hasPrefix("Documentation/") && $0 != "Documentation/README.md"
    }
    #expect(pages.count >= 6)
    let index = try String(
      contentsOf: Self.root.appending(path: "Documentation/README.md"), encoding: .utf8)
    let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
    for page in ["README", "questions", "tutorial"] {
      #expect(readme.contains("](Documentation/\(page).md)"), "\(page)")
    }
    for page in pages {
      let name = page.dropFirst("Documentation/".count)
      #expect(index.contains("](\(name))"), "\(page)")
      // It begins with the question that it answers, and an example.
      let opening = try Self.lines(of: page).dropFirst(2).prefix(18)
      #expect(opening.prefix(3).contains { $0.contains("?") }, "\(page)")
      #expect(
        opening.contains { $0.hasPrefix("    ") || $0.contains("or example") }, "\(page)")
      let lines = try Self.lines(of: page)
      let isWithout = [
        "architecture.md", "performance.md", "decisions.md", "libraries.md", "testing.md",
      ].contains(name)
      #expect(
        isWithout || !Self.commands(in: lines, isWalk: Self.walks.contains(page)).isEmpty, "\(page)"
      )
    }
  }

  @Test func `the page about guessing has each caveat, which a cell of a table can hold`() throws {
    let lines = try Self.lines(of: "Documentation/guessing.md")
    let rows = lines.drop { $0 != "## Caveats" }.dropFirst().prefix { !$0.hasPrefix("## ") }
      .filter { $0.hasPrefix("- ") }.map { String($0.dropFirst(2)) }
    #expect(rows == Caveat.allCases.map(\.sentence))
    #expect(!rows.contains { $0.contains(",") || $0.contains("\"") })
  }

  @Test(arguments: [("README.md", 120), ("CONTRIBUTING.md", 80)])
  func `what a newcomer reads first is short`(page: String, most: Int) throws {
    #expect(try Self.lines(of: page).dropLast().count <= most)
  }

  @Test(
    arguments: ["CONTRIBUTING.md"]
      + ["adding", "architecture", "testing"].map { "Documentation/\($0).md" })
  func `every file that a page for contributors names is there`(page: String) throws {
    let text = try String(contentsOf: Self.root.appending(path: page), encoding: .utf8)
    let files = try output(of: "cd '\(Self.root.path)' && find [A-Z]* -type f")
    let paths = String(decoding: files, as: UTF8.self).split(separator: "\n")
    var count = 0
    for span in text.matches(of: #/`([\w.+\/-]+)`/#) {
      let name = span.1
      // A path, below `Sources` if it begins with a layer, or the name of a file.
      guard name.contains(#/^[A-Z][\w.+-]*\/\w|\.(swift|py|jsonl)$/#)
      else { continue }
      if name.contains("LAYER") { continue }
      count += 1
      let isThere = paths.contains { path in
        ["", "Sources/"].contains { path == $0 + name || path.hasPrefix($0 + name + "/") }
          || path.hasSuffix("/" + name) || path.contains("/" + name + "/")
      }
      #expect(isThere, "\(page): \(name)")
    }
    #expect(page == "CONTRIBUTING.md" || count > 5)
  }

  @Test func `the life of a line names files and functions that exist`() throws {
    let guide = try String(
      contentsOf: Self.root.appending(path: "Documentation/architecture.md"), encoding: .utf8)
    let steps = guide.matches(of: #/\| `(Sources/\S+\.swift)` \| `(\w+)` \|/#)
    #expect(steps.count > 10)
    for step in steps {
      let (file, function) = (String(step.1), String(step.2))
      let source = try? String(contentsOf: Self.root.appending(path: file), encoding: .utf8)
      let isThere =
        ["(", "<"].contains { end in
          source?.contains((function == "init" ? "init" : "func \(function)") + end) == true
        }
      #expect(isThere, "\(function) in \(file)")
    }
  }
}
