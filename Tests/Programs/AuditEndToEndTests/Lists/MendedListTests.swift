import Foundation
import TestSupport
import Testing

/// Commands that messages name for lists that hold more than passwords.
@Suite struct MendedListTests {
  private static let options = "--strength none --no-blocklist --preset basic8 -q"
  private static let words: [String] = (0..<30).map { number in
    let word: String = ["Tisch", "Stuhl", "Lampe", "Ofen", "Kanne"][number % 5]
    let end: String = number % 3 == 0 ? "!" : ""
    return word + String(number * number + 7) + end
  }

  /// Lines made from a number and a password, with what stands before and behind them.
  struct Listed: Sendable {
    let name, head, tail: String
    let line: @Sendable (Int, String) -> String

    init(
      _ name: String, _ head: String, _ line: @escaping @Sendable (Int, String) -> String,
      _ tail: String
    ) {
      (self.name, self.head, self.line, self.tail) = (name, head, line, tail)
    }
  }

  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private static func hex(_ word: String) -> String {
    word.utf8.map { String($0, radix: 16) }.joined()
  }

  /// Digits of a hash that differ with a number.
  private static func hash(_ number: Int) -> String {
    let part = String(0x1_0000_0000 + number * 0x0B5A_1C37 % 0xFFFF_FFFF, radix: 16).suffix(8)
    return String(repeating: String(part), count: 4)
  }

  static let lists: [Listed] = [
    Listed(
      "secretsdump", "corp\\DC0$:CLEARTEXT:0011223344\n", { "corp\\u\($0):CLEARTEXT:\($1)" }, ""),
    Listed(
      "hydra", "# Hydra v9.5 run\n",
      { "[22][ssh] host: 10.0.0.\($0)   login: u   password: \($1)" }, ""
    ),
    Listed(
      "medusa", "# Medusa\n",
      { "ACCOUNT FOUND: [ssh] Host: h\($0) User: u Password: \($1) [SUCCESS]" }, ""
    ),
    Listed("NetExec", "", { "SMB  10.0.0.\($0) 445 PC  [+] corp.example\\u:\($1) (Pwn3d!)" }, ""),
    Listed(
      "kerbrute", "", { "2024/01/02 03:04:05 >  [+] VALID LOGIN:\t u\($0)@corp.example:\($1)" },
      ""
    ),
    Listed("ncrack", "", { "10.0.0.\($0) 22/tcp ssh: 'u' '\($1)'" }, ""),
    Listed("tuples", "", { "('u\($0)', '\($1)')," }, ""),
    Listed("arrays", "", { "[\"u\($0)\", \"\($1)\"]," }, ""),
    Listed("Python", "", { "{'user': 'u\($0)', 'password': '\($1)'}" }, ""),
    Listed("labels", "", { "Email: u\($0)@ex.example Pass: \($1)" }, ""),
    Listed("forms", "", { "user=u\($0)&pass=\($1)&go=1" }, ""),
    Listed("INI", "", { "[h\($0)]\nuser=u\npassword = \($1)" }, ""),
    Listed("HTML", "", { "<tr><td>u\($0)</td><td>\($1)</td></tr>" }, ""),
    Listed("Markdown", "| user | password |\n|---|---|\n", { "| u\($0) | \($1) |" }, ""),
    Listed(
      "psql", " id | user | password \n----+------+--------\n", { " \($0) | u    | \($1)" },
      "(30 rows)\n"
    ),
    Listed(
      "mysql", "+---+----------+\n| id | password |\n+---+----------+\n",
      { "| \($0) | \($1)   |" },
      "+---+----------+\n30 rows in set (0.00 sec)\n"
    ),
    Listed("sqlite3", "user   password\n-----  ------------\n", { "u\($0 + 1000)  \($1)" }, ""),
    Listed(
      "sqlcmd", "password         id\n---------------- ----\n",
      { number, word in
        word + String(repeating: " ", count: 17 - word.count) + "\(number)"
      }, ""
    ),
    Listed(
      "COPY", "COPY t (id, login, password) FROM stdin;\n", { "\($0)\tu\($0)\t\($1)" }, "\\.\n"),
    Listed("Metasploit", "", { "[+] 10.0.0.1:22 - Success: 'u\($0):\($1)' 'uid=0(root)'" }, ""),
    Listed("john", "Loaded 30 password hashes\n", { "\($1)        (u\($0))" }, ""),
    Listed("prefixed", "", { _, word in "0x" + hex(word) }, ""),
    Listed("positions", "", { "\(hash($0)):\($1):\(1000 + $0 * 77)" }, ""),
    Listed("hexadecimal outfile", "", { "\(hash($0)):\(hex($1))" }, ""),
    Listed("hexadecimal", "", { _, word in hex(word) }, ""),
    Listed("hexadecimal and positions", "", { "\(hex($1)):\(1000 + $0 * 77)" }, ""),
    Listed(
      "half cracked", String(repeating: hash(99) + ":TISCH00[notfound]\n", count: 2),
      { "\(hash($0)):\($1)" }, ""
    ),
    Listed("single quotes", "", { _, word in "'\(word)'," }, ""),
    Listed("bullets", "", { _, word in "* \(word)" }, ""),
    Listed("filled", "", { _, word in word + String(repeating: " ", count: 20 - word.count) }, ""),
    Listed("commas", "", { _, word in word + "," }, ""),
    Listed("numbered", "", { "\($0 + 1). \($1)" }, ""),
    Listed("nl", "", { "    \($0 + 1)\t\($1)" }, ""),
    Listed("comments", "#!comment: made up\n", { _, word in word }, ""),
    Listed("blanks around a colon", "", { "u\($0)@ex.example : \($1)" }, ""),
    Listed("an equals sign", "", { "u\($0) = \($1)" }, ""),
    Listed("passwords first", "", { "\($1):u\($0)@ex.example" }, ""),
    Listed("blanks behind commas", "user, password, note\n", { "u\($0), \($1), n" }, ""),
    Listed("quotes behind blanks", "\"user\", \"password\"\n", { "\"u\($0)\", \"\($1)\"" }, ""),
    Listed("rows in quotes", "\"user,password,note\"\n", { "\"u\($0),\($1),n\"" }, ""),
    Listed("headers", "user,password\nuser,password\n", { "u\($0),\($1)" }, ""),
    Listed("backslashes", "\"user\",\"password\"\n", { "\"u\\\"\($0)\",\"\($1)\"" }, ""),
    Listed("quotes", "", { _, word in "\"\(word)\"" }, ""),
    Listed("time", "", { "2024-01-02T03:\(10 + $0):07Z \($1)" }, ""),
    Listed("date", "", { "\(1 + $0 % 28).01.2024 \($1)" }, ""),
    Listed("web server", "", { "[02/Jan/2024:10:\(10 + $0):07 +0100] \($1)" }, ""),
    Listed("seconds", "", { "\(1_704_067_200 + $0 * 77) \($1)" }, ""),
    Listed("Base64", "", { _, word in Data(word.utf8).base64EncodedString() }, ""),
    Listed("Base64 behind users", "", { "u\($0):" + Data($1.utf8).base64EncodedString() }, ""),
    Listed("addresses", "", { _, word in word.replacing("!", with: "%21") }, ""),
    Listed("JSON", "", { _, word in word.replacing("!", with: "\\u0021") }, ""),
    Listed("dice", "", { "\(1 + $0 / 6)1\(1 + $0 % 6)11\t\($1)" }, ""),
    Listed("colours", "", { "\u{1B}[3\($0 % 8)m\($1)\u{1B}[0m" }, ""),
    Listed("added lines", "", { _, word in "+" + word }, ""),
    Listed("arrows", "", { "u\($0) -> \($1)" }, ""),
    Listed("blank", "", { "u\($0) \($1)" }, ""),
    Listed("backslashes between", "", { "CORP\\u\($0)\\\($1)" }, ""),
    Listed("lengths", "", { _, word in "\(word),\(word.count)" }, ""),
    Listed("addresses behind", "", { "u\($0):\($1):https://ex.example/login" }, ""),
    Listed("time behind", "", { "u\($0);\($1);2024-01-02T10:00:\(10 + $0)" }, ""),
    Listed(
      "box", "┌────┬──────────┐\n│ id │ password │\n├────┼──────────┤\n", { "│ \($0) │ \($1) │" },
      "└────┴──────────┘\n"
    ),
    Listed("spelt", "", { _, word in "$HEX[\(hex(word))]" }, ""),
    Listed("cells", "", { "\($0 * 3):u\($0)@ex.example:\($1):10.0.0.\($0)" }, ""),
  ]

  @Test(arguments: few(16, of: Array(lists.indices)))
  func `the command that is named reads the passwords`(index: Int) throws {
    let list = Self.lists[index]
    let lines = Self.words.enumerated().map { list.line($0.offset, $0.element) + "\n" }
    try directory.file("my list.txt", list.head + lines.joined() + list.tail)
    try directory.file("words.txt", Self.words.joined(separator: "\n") + "\n")
    var run = try directory.shell(
      "\"$audit\" 'my list.txt' \(Self.options) -o out/raw --layout auto", code: nil)
    if run.code == 0, !run.errors.contains("warning") {
      // Read rightly.
      try compare("raw", to: list.name)
      return
    }
    if !run.errors.contains("audit") {
      run = try directory.shell(
        "\"$audit\" 'my list.txt' \(Self.options) -o out/plain", code: nil)
    }
    let said = run.errors.split(separator: "\n").filter { $0.hasPrefix("  ") }
    let found =
      said.last { $0.contains("sed ") || $0.contains("perl ") }
      ?? said.last { $0.contains("--layout") }
    let remedy = String(try #require(found, "\(run.errors)"))
    let command: String
    if let start = remedy.firstRange(of: /(sed|perl) -?/)?.lowerBound {
      let text = String(remedy[start...]).split(separator: ". If these are").first ?? ""
      command = String(text).replacing("| audit", with: "| \"$audit\"")
    } else {
      let option = try #require(remedy.firstMatch(of: /--layout .*?( or |\. If|$)/)).output.0
      let words = option.replacing(". If", with: "").replacing(", or ", with: "")
      command = "\"$audit\" \(words) 'my list.txt'"
    }
    try directory.shell("\(command) \(Self.options) -o out/mended", code: nil)
    try compare("mended", to: "\(list.name): \(command)")
  }

  /// Compares the lengths and classes of a report with those of the passwords alone.
  private func compare(_ report: String, to name: String) throws {
    try directory.shell("\"$audit\" words.txt \(Self.options) -o out/words")
    func rows(_ report: String) -> [String] {
      (directory.text("out/\(report)/audit.csv") ?? "").split(separator: "\n")
        .map {
          $0.split(separator: ",", omittingEmptySubsequences: false).dropFirst().joined(
            separator: ",")
        }
        .filter { $0.contains(",length,") || $0.contains(",compliance,") || $0.contains("class") }
    }
    #expect(rows(report) == rows("words") && !rows(report).isEmpty, "\(name)")
  }
}
