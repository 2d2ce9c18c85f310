import Foundation
import TestSupport
import Testing

/// Every command in README and the pages of `Documentation` runs as documented.
@Suite struct DocumentationTests {
  private static let root = Repository.root

  /// The pages, by their paths in the repository.
  static let pages: [String] =
    ["README.md"]
    + ((try? FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: "Documentation").path)) ?? [])
    .filter { $0.hasSuffix(".md") }.sorted().map { "Documentation/\($0)" }

  /// A command as a page shows it, and the exit code that the page states: 0, or the number at the
  /// start of a comment after it.
  private struct Command {
    let text: String
    let code: Int32

    /// Parses an indented line that runs the program; nil for other lines.
    init?(_ line: Substring) {
      guard line.hasPrefix("    "), line.firstMatch(of: #/(^ +|\| )audit /#) != nil else {
        return nil
      }
      let parts = line.split(separator: #/\s+# /#, maxSplits: 1)
      text = parts[0].trimmingCharacters(in: .whitespaces)
      let comment = parts.count > 1 ? parts[1] : ""
      code = comment.firstMatch(of: #/^\d+/#).flatMap { Int32($0.0) } ?? 0
    }
  }

  private static func commands(of page: String) throws -> [Command] {
    try String(contentsOf: root.appending(path: page), encoding: .utf8)
      .split(separator: "\n").compactMap(Command.init)
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
    try directory.file("site.policy", "minlength: 8; context: username; allowed: unicode;\n")
  }

  @Test(arguments: pages)
  func `every command on the page ends as the page says`(page: String) throws {
    let directory = try TemporaryDirectory()
    try Self.prepare(directory)
    for command in try Self.commands(of: page) {
      // The lab serves until it is idle.
      let audit = "audit() { [ \"$1\" != lab ] || set -- \"$@\" --idle 0.005; \"$audit\" \"$@\"; }"
      try directory.shell("\(audit)\n\(command.text)", code: command.code)
    }
  }

  @Test func `the reference has a page a subject, and README and the index link to each`() throws {
    let pages = Self.pages.dropFirst().filter { $0 != "Documentation/README.md" }
    #expect(pages.count >= 6)
    let index = try String(
      contentsOf: Self.root.appending(path: "Documentation/README.md"), encoding: .utf8)
    let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
    for page in pages {
      let name = page.dropFirst("Documentation/".count)
      #expect(index.contains("](\(name))"), "\(page)")
      #expect(readme.contains("](\(page))"), "\(page)")
      let commands = try Self.commands(of: page)
      let isWithout = ["performance.md", "decisions.md", "libraries.md"].contains(name)
      #expect(isWithout || !commands.isEmpty, "\(page)")
    }
    #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).count <= 225)
  }

  @Test func `the life of a line names files and functions that exist`() throws {
    let guide = try String(
      contentsOf: Self.root.appending(path: "CONTRIBUTING.md"), encoding: .utf8)
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
