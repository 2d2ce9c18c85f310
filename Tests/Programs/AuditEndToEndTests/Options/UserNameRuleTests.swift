import TestSupport
import Testing

/// A line of a list with users.
private struct Account: Sendable {
  let user: String
  let password: String

  /// The line in a list: a password that no line can hold is written in hexadecimal.
  var line: String {
    guard password.contains("\n") else { return "\(user):\(password)" }
    let digits = password.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return "\(user):$HEX[\(digits.joined())]"
  }

  /// The rules of the policy below that it breaks, from their description in prose.
  var violated: [String] {
    let parts = Self.parts(of: user)
    var ids: [String] = []
    if Self.derives(password, from: "acme") { ids.append("context") }
    if parts.contains(where: { Self.derives(password, from: $0) }) { ids.append("username") }
    if parts.contains(where: { $0.count >= 3 && password.lowercased().contains($0) }) {
      ids.append("username-substring")
    }
    return ids
  }

  private static func parts(of user: String) -> [String] {
    let user = user.lowercased()
    let account = String(user.split(separator: "\\", omittingEmptySubsequences: false).last ?? "")
    let local = account.lastIndex(of: "@").map { String(account[..<$0]) } ?? account
    return [user, account, local]
      + local.split { ",.-_ #\t".contains($0) }.map(String.init).filter { $0.count >= 3 }
  }

  private static func derives(_ password: String, from word: String) -> Bool {
    let (password, word) = (Array(password.lowercased()), Array(word))
    if password == word { return true }
    guard word.count >= 3, password.count >= word.count else { return false }
    let standing: [Character: String] = [
      "a": "4@", "e": "3", "i": "1!", "l": "1", "o": "0", "s": "5$", "t": "7",
    ]
    let hasLetter = password.contains(where: \.isLetter)
    func isAround(_ part: some Sequence<Character>) -> Bool {
      part.allSatisfy { !$0.isLetter && (hasLetter || !"01!3457@$".contains($0)) }
    }
    return [word, word.reversed()].contains { word in
      (0...password.count - word.count).contains { start in
        let rest = password.dropFirst(start)
        return zip(rest, word).allSatisfy { $0 == $1 || standing[$1, default: ""].contains($0) }
          && isAround(password.prefix(start)) && isAround(rest.dropFirst(word.count))
      }
    }
  }

  /// Accounts whose passwords often relate to some user's name.
  static func some(_ count: Int, seed: UInt64) -> [Account] {
    var random = SeededGenerator(seed: seed)
    func one(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }
    let users = [
      "elaine", "Jo.Tills", "ann-lea@example.org", "ed", "k_ostas", "acme.lisa", "Lou",
      "CORP\\lisa",
    ]
    let words = [
      "elaine", "3l41n3", "ENIALE", "tills", "T1lls", "sllit", "jo.tills", "ann", "lea", "4nn",
      "ed",
      "ostas", "05745", "acme", "4cm3", "emca", "lisa", "example", "lou", "L0U", "pebble",
    ]
    let around = ["", "", "1", "2020", "!", "x", "my ", "\n", ":7"]
    return (0..<count).map { _ in
      Account(user: one(users), password: one(around) + one(words) + one(around))
    }
  }
}

private let accounts = Account.some(30_000, seed: 11)
private let accountsText = accounts.map { $0.line + "\n" }.joined()
/// The rules that the accounts' passwords break, found once for all tests.
private let violations = accounts.map(\.violated)
private let policy = #"allowed: unicode; context: "acme", username, username substring;"#
private let withUsers = ["--rules", "site.policy", "--layout", "user:password"]
private let warning = "warning: a policy asks for users' names, and this run reads none\n"

/// The accounts, each with an address, from which the layout can be detected.
private let addressed = accounts.prefix(8_000).map {
  Account(
    user: $0.user.contains("@") ? $0.user : $0.user + "@example.org", password: $0.password)
}

private let addressedText = addressed.map { $0.line + "\n" }.joined()

@Suite struct UserNameRuleTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.file("site.policy", policy)
    try directory.file("list.txt", accountsText)
  }

  @Test(arguments: [1, 2])
  func `run counts the passwords that rules on users' names refuse`(threads: Int) throws {
    let run = try directory.audit(
      withUsers + ["--strength", "none", "-q", "-o", "out", "--threads", "\(threads)", "list.txt"])
    #expect(run.errors == "")
    let table = directory.rows()
    for (place, id) in ["context", "username", "username-substring"].enumerated() {
      let count = violations.count { $0.contains(id) }
      #expect(count > 1000)
      let row = "list,site,violation,\(id),\(place),entries,\(count),"
      #expect(table.contains { $0.hasPrefix(row) }, "\(row)")
    }
    let compliant = violations.count(where: \.isEmpty)
    #expect(
      table.contains { $0.hasPrefix("list,site,compliance,compliant,0,entries,\(compliant),") })
  }

  @Test(arguments: [["--threads", "1"], ["--threads", "2"], ["--invert"]])
  func `filter judges each line by its own user's name`(options: [String]) throws {
    let run = try directory.audit(["filter"] + withUsers + options + ["list.txt"])
    let kept = zip(accounts, violations).filter { _, violated in
      violated.isEmpty != (options == ["--invert"])
    }.map(\.0)
    #expect(kept.count > 1000)
    #expect(run.output == kept.map { $0.line + "\n" }.joined())
    #expect(!run.errors.contains(warning))
  }

  @Test(arguments: [true, false])
  func `check judges by the user that an object names`(ownPolicies: Bool) throws {
    func quoted(_ text: String) -> String {
      let text = text.replacing(#"\"#, with: #"\\"#).replacing("\"", with: #"\""#)
      return "\"\(text.replacing("\n", with: #"\n"#))\""
    }
    let own = ownPolicies ? "\"policy\": \(quoted(policy)), " : ""
    let some = accounts.prefix(500)
    let objects = some.map {
      "{\(own)\"password\": \(quoted($0.password)), \"user\": \(quoted($0.user))}\n"
    }
    let others = [#""user": 7"#, #""user": null"#].map {
      "{\(own)\"password\": \"elaine\", \($0)}\n"
    }
    let run = try directory.audit(
      ["check", "--format", "jsonl"] + (ownPolicies ? [] : ["--rules", "site.policy"]),
      input: (objects + others).joined().utf8, code: 1)
    let answers = some.map { account in
      "{\"violated\":[\(account.violated.map(quoted).joined(separator: ","))]}\n"
    }
    #expect(
      run.output == answers.joined() + "{\"error\":\"expected 'user' to be a string\"}\n"
        + "{\"violated\":[]}\n")
    #expect(run.errors == "")
  }

  @Test(arguments: [
    ["--strength", "none", "-q", "-o", "out", "list.txt"], ["filter", "list.txt"],
    ["filter", "--layout", "csv:2", "--separator", ":", "list.txt"], ["check"],
    ["check", "--format", "csv"], ["check", "--format", "jsonl"], ["generate"],
  ])
  func `without users' names the rule refuses no password, and one warning says so`(
    arguments: [String]
  ) throws {
    try directory.file("site.policy", "[a]\nminlength: 4; maxlength: 6;\ncontext: username;")
    try directory.file("list.txt", "elaine:elaine\n")
    let input = arguments.contains("jsonl") ? #"{"password": "elaine"}"# : "elaine"
    let rules = arguments + ["--rules", "site.policy"]
    let run = try directory.audit(rules, input: input.utf8, code: nil)
    #expect(run.errors.split(separator: warning, omittingEmptySubsequences: false).count == 2)
    #expect(!run.output.contains("username"))
    let preset = try directory.audit(
      arguments + ["--preset", "ad-complexity"], input: input.utf8, code: nil)
    // The warning says that the lines look as if they had users.
    let warnings = preset.errors.split(separator: "\n").filter { $0.contains("warning") }
    #expect(!warnings.contains { !$0.contains("look") })
  }

  @Test func `a password of many users counts as one distinct password`() throws {
    for list in [
      "elaine:elaine1\nbob:elaine1\nbob:b0b\n", "bob:b0b\nbob:elaine1\nelaine:elaine1\n",
    ] {
      try directory.file("list.txt", list)
      try directory.audit(
        withUsers + ["--distinct", "--strength", "none", "-q", "--force", "-o", "out", "list.txt"])
      let table = directory.text("out/audit.csv") ?? ""
      directory.expectRows([
        "list,site,compliance,compliant,0,entries,1,",
        "list,site,compliance,compliant,0,distinct,2,",
        "list,site,violation,username,1,entries,2,", "list,site,violation,username,1,distinct,0,",
        "list,,user_name,user-name,0,entries,2,", "list,site,survivors_user_name,none,2,entries,",
      ])
      // A password has many users, so distinct passwords have no relation to one.
      let related = table.split(separator: "\n").filter { $0.contains("user_name,") }
      #expect(related.count == 6 && related.allSatisfy { $0.contains(",entries,") }, "\(related)")
    }
  }

  @Test(arguments: [
    ("user:password", addressedText),
    ("plain", addressed.filter { !$0.password.contains("\n") }.map { $0.password + "\n" }.joined()),
  ])
  private func `a detected layout gives the results of a stated one`(
    layout: String, text: String
  ) throws {
    try directory.file("list.txt", text)
    let plain = try directory.file("bare.policy", "minlength: 6;")
    for (output, options) in [
      ("site", ["--rules", "site.policy", "--distinct", "--strength", "none"]),
      ("plain", ["--rules", plain, "--no-blocklist", "--strength", "meter"]),
    ] {
      var files: [[String]] = []
      var screens: [String] = []
      for layout in [layout, "auto"] {
        let run = try directory.audit(
          options + ["--layout", layout, "--force", "-o", output, "list.txt"], code: nil)
        files.append(
          directory.names(in: output).sorted().filter { $0 != "audit.json" }.map {
            "\($0)\n\(directory.text("\(output)/\($0)") ?? "")"
          })
        screens.append(run.errors)
        if output == "site" {
          #expect(run.errors.contains(warning) == (text != addressedText))
        }
      }
      #expect(files[0] == files[1])
      #expect(files[0].contains { $0.contains(",user-name-part,") } == (text == addressedText))
      #expect(screens[0] == screens[1])
    }
    let kept = try [layout, "auto"].map {
      try directory.audit(
        ["filter", "--rules", "site.policy", "--layout", $0, "list.txt"], code: nil)
    }
    #expect(kept[0].output == kept[1].output && kept[0].errors == kept[1].errors)
    #expect(!kept[0].output.isEmpty && kept[0].output != text)
  }

  @Test func `the users of one list are found beside a list without users`() throws {
    try directory.file("list.txt", addressedText)
    try directory.file("plain.txt", "elaine\nacme\nsomething else\n")
    let run = try directory.audit(
      "--rules site.policy --layout auto --strength none -q -o out plain.txt list.txt")
    #expect(run.errors == "")
    let table = directory.text("out/audit.csv") ?? ""
    let violated = addressed.map(\.violated)
    for (place, id) in ["context", "username", "username-substring"].enumerated() {
      let count = violated.count { $0.contains(id) } + (id == "context" ? 1 : 0)
      #expect(table.contains("site,violation,\(id),\(place),entries,\(count),"), "\(id)")
    }
  }
}
