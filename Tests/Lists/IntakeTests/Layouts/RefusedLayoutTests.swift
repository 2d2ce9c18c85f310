import Diagnostics
import Intake
import Testing

private func read(_ text: String, _ request: String) throws -> LayoutReading {
  let request = try #require(LayoutRequest(request))
  let bytes = Array(text.utf8)
  // SAFETY: bytes have no padding.
  return try LayoutReading(of: unsafe bytes.span.bytes, request, list: "list")
}

/// This many lines, each made from its number.
private func lines(_ count: Int = 40, _ line: (Int) -> String) -> String {
  (0..<count).map { line($0) + "\n" }.joined()
}

/// The message of the problem that refuses a list; empty if it is read.
private func message(_ text: String, _ request: String) -> String {
  do {
    _ = try read(text, request)
    return ""
  } catch let problem as LayoutProblem { return problem.message } catch { return "\(error)" }
}

private let digits = "0123456789abcdef0123456789abcdef"

/// Lines that hold something else than passwords, or more.
@Suite struct RefusedLayoutTests {
  private static let detected: [(String, String)] = [
    (lines { "u\($0)@example.org word" }, "user:password, separator space"),
    (lines { "u\($0):Tisch\($0):10\($0):100:Ida:/home/ida:/bin/sh" }, "john:show"),
    (lines { "u\($0):Tisch\($0):10\($0):\(digits):\(digits):::" }, "john:show"),
    (lines { "u\($0):Tisch\($0):19000:0:99999:7:::" }, "john:show"),
    (
      lines { "u\($0):Tisch\($0):19000:0:99999:7:::" } + "\n40 password hashes cracked, 3 left\n",
      "john:show"
    ),
    (lines { "\(digits):\($0 < 4 ? "ofen:tisch:" : "word")\($0)" }, "hash:password:first"),
    (
      lines { "u\($0):\(digits):\($0 < 4 ? "ofen:tisch:" : "word")\($0)" },
      "user:hash:password:first"
    ),
    (lines { "u\($0):\(digits):aY<:word\($0)" }, "user:hash:password"),
    ("password,note\n" + lines { "word\($0),\"two\nlines, really\"" }, "csv:1"),
    ("sep=;\r\nid;Kennwort\r\n" + lines { "\($0);word" }, "csv:2, separator ';'"),
    ("#TYPE System.Object\nPassword,SamAccountName\n" + lines { "word,u\($0)" }, "csv:1,user=2"),

  ]

  @Test(arguments: detected)
  func `potfiles, tables and the output of john are detected`(text: String, layout: String) throws {
    #expect(try read(text, "auto").layout.description == layout)
  }

  private static let unclear: [String] = [
    // The same number of separators, two or more: any cell may be the password.
    lines { "u\($0)@example.org:word\($0):10.0.0.1" }, lines { "\($0):user:word" },
    lines { "\(digits):\($0 % 2 == 0 ? "salt:" : "")word\($0)" },
    // Salts behind hashes are no passwords.
    lines { "u\($0):\(digits):\(["a", "b", "c", "d"][$0 % 4])\($0 + 10)" },
    lines { $0 % 2 == 0 ? "u\($0)@example.org:word" : "u\($0)@example.org;word" },
  ]

  @Test(arguments: unclear)
  func `detection does not guess which cell is the password`(text: String) {
    #expect(throws: LayoutProblem.self) { try read(text, "auto") }
  }

  private static let hashes: [String] = [
    lines { "\(digits.dropLast(2))\($0 + 10)" }, lines { "u\($0):\(digits)" },
    lines { "u\($0):\(digits):" }, lines { "u\($0):$NT$\(digits):::" },
    lines { "u\($0):$NT$\(digits):S-1-5-21-1-2-3-\($0)::" },
    lines { "root\($0):$6$salt$\(digits):19000:0:99999:7:::" }, lines { _ in "$2a$10$\(digits)" },
    lines { _ in "{SSHA}\(digits)" }, lines { _ in "$krb5tgs$23$*u$R$s*$\(digits)" },
    lines { _ in "*0123456789abcdef0123456789abcdef01234567" },
    lines { _ in "W6ph5Mm5Pz8GgiULbPgzG37mj9g=" }, lines { "\(($0 % 10))123456789abcdef" },
    lines(8) { _ in "abJnggxhB/yWI" },
  ]

  @Test(arguments: hashes)
  func `hashes in place of passwords are refused in every layout`(text: String) {
    for request in ["plain", "auto"] {
      #expect(throws: LayoutProblem.self) { try read(text, request) }
    }
  }

  @Test func `a list of hashes is refused with a remedy`() throws {
    #expect(
      message(lines { "\(digits.dropLast(2))\($0 + 10)" }, "plain") == """
        list: error: all of the first 40 lines hold hashes in place of a password; expected passwords
          Audit the cracked passwords: 'hashcat --show' prints them for --layout hash:password, with \
        --username for user:hash:password. With --binary the lines are read all the same.
        """)
    #expect(
      message(lines { "u\($0):\(digits)" }, "user:password").hasPrefix(
        "list: error: all of the first 40 lines hold hashes in place of a password"))
    #expect(
      message(lines { "u\($0):x:10\($0):100:Ida:/home/ida:/bin/sh" }, "auto").hasPrefix(
        "list: error: all of the first 40 lines give, read as john:show, no password but separators or "
          + "a mark; expected passwords"))
    let any = Array(lines { _ in digits }.utf8)
    #expect(throws: Never.self) {
      // SAFETY: bytes have no padding.
      try LayoutReading(of: unsafe any.span.bytes, .plain, list: "list", takesAnyText: true)
    }
  }

  @Test(arguments: ["plain", "auto", "hash:password", "counted:colon"])
  func `a file of Pwned Passwords is no list of passwords`(request: String) {
    let text = lines { "0\($0 + 10)BB2E13D94541964A1BC726DF4E031BC9D70F0:\($0 % 7 + 1)" }
    #expect(
      message(text, request) == """
        list: error: all of the first 40 lines are of Pwned Passwords: SHA-1 hashes with counts; \
        expected passwords
          Compare passwords with it: audit LIST --blocklist list. With --binary the lines are read all \
        the same.
        """)
    let range = lines { "\($0 + 10)BB2E13D94541964A1BC726DF4E031BC9D:\($0 % 7 + 1)" }
    #expect(message(range, request).contains("are of a range file of Pwned Passwords"))
    // A potfile in no order, in which all passwords are numbers.
    #expect(!message(lines { "\(digits):\($0 % 7 + 10)" }, "hash:password").contains("Pwned"))
  }

  @Test(arguments: ["plain", "auto", "user:password"])
  func `the address of a site beside user and password is named`(request: String) {
    let colons = "s#^([a-z]+://)?[^:/]*(:[0-9]+)?[^:]*[:]##"
    for (line, script, separator) in [
      ("https://site.example/login:user@ex.org:Kanne", colons, ""),
      ("https://site.example:8443/login:user@ex.org:Kanne", colons, ""),
      ("site.example/login:user@ex.org:Kanne", colons, ""),
      ("user@ex.org:Kanne:https://site.example/login", "s#[:;|,[:blank:]]+[a-z]+://.*$##", ""),
      ("user;Kanne;https://site.example/", "s#[:;|,[:blank:]]+[a-z]+://.*$##", "';' "),
      (
        "https://site.example|user@ex.org|Kanne",
        "s#^([a-z]+://)?[^|:/]*(:[0-9]+)?[^|]*[|]##", "'|' "
      ),
    ] {
      let text = lines { "\(line)\($0)" }
      let option = separator.isEmpty ? "" : "--separator \(separator)"
      #expect(
        message(text, request) == """
          list: error: all of the first 40 lines hold the address of a web site beside a user and a \
          password; expected a password on each line, or a user and a password
            With --binary the lines are read all the same. Better cut the addresses off: sed -E \
          '\(script)' list | audit --layout user:password \(option)-
          """)
    }
  }

  @Test(arguments: ["plain", "auto", "user:password"])
  func `records of several lines are no list`(request: String) {
    let log = lines { "URL: https://a\($0).example\nUsername: u\($0)\nPassword: Tisch\($0)\n===" }
    #expect(
      message(log, request) == """
        list: error: 120 of the first 160 lines are of records with a name and a value on each line; \
        expected a password on each line, or a user and a password
          With --binary the lines are read all the same. Better take the passwords out: sed -n \
        's/^Password: *//p' list | audit -
        """)
    let ldif = lines { "dn: cn=u\($0)\ncn: u\($0)\nuserPassword:: VGlzY2g=\n" }
    #expect(message(ldif, request).contains("are of an LDIF, whose records have several lines"))
    let sql = "INSERT INTO users VALUES\n" + lines { "(\($0), 'u\($0)', 'Tisch\($0)')," }
    #expect(message(sql, request).contains("the lines are statements of SQL"))
  }

  @Test func `the warning about a plain list repeats what auto answers`() throws {
    #expect(
      try read(lines { "u\($0):Tisch:10\($0):100:Ida:/home/ida:/bin/sh" }, "plain").problems
        .map(\.message) == [
          """
          list: warning: all of the first 40 lines look like john:show, and are read as passwords
            If so, use --layout john:show
          """
        ])
    #expect(
      try read(lines { "u\($0)@example.org:word\($0):10.0.0.1" }, "plain").problems.map(\.message)
        == [
          """
          list: warning: all of the first 40 lines have 3 cells with colons between, and the lines are \
          not read as such
            Name the cell that holds the password, as in --layout csv:2 --separator ':'
          """
        ])
    #expect(
      message(lines { "u\($0)@example.org:word\($0):10.0.0.1" }, "auto") == """
        list: error: all of the first 40 lines have 3 cells with colons between
          Name the cell that holds the password, as in --layout csv:2 --separator ':'
        """)
    let salts = lines { "u\($0):\(digits):\(["a", "b", "c", "d"][$0 % 4])\($0 + 10)" }
    #expect(
      message(salts, "auto") == """
        list: error: all of the first 40 lines fit user:hash:password, but the last parts all have 3 \
        characters and differ, as salts do, or PINs
          Salts are not passwords: 'hashcat --show' prints what was cracked. If these are passwords, \
        state it: --layout user:hash:password
        """)
    for request in ["plain", "user:hash:password"] {
      let problems = try read(salts, request).problems
      #expect(problems.map(\.severity) == [.warning])
      #expect(problems.first?.problem.found.contains("as salts do") == true)
    }
    // Six digits are salts or PINs; four are PINs, and so are those that many have.
    func numbers(_ least: Int) -> String {
      lines { "\(digits.dropLast(2))\($0 + 10):\(least + $0 * 17)" }
    }
    #expect(
      message(numbers(100_000), "auto").contains(
        "fit hash:password, but the last parts all have 6 characters and differ, as salts do, or PINs"
      ))
    for request in ["plain", "hash:password"] {
      let problems = try read(numbers(100_000), request).problems
      #expect(
        problems.first?.problem.remedy
          == "Salts are not passwords: 'hashcat --show' prints what was cracked. "
          + "If these are passwords, --layout hash:password reads them, with this warning.")
      #expect(problems.map(\.severity) == [.warning])
    }
    #expect(try read(numbers(1000), "hash:password").problems.isEmpty)
    let shared = lines { "u\($0):\(digits):\(123_456 + $0 % 3)" }
    #expect(
      try read(shared, "user:hash:password").problems.allSatisfy {
        !$0.problem.found.contains("salts")
      })
    let mixed = lines { $0 % 2 == 0 ? "u\($0)@example.org:word" : "u\($0)@example.org;word" }
    for request in ["plain", "user:password"] {
      #expect(
        try read(mixed, request).problems.last?.problem.found.hasPrefix(
          "the lines have different separators: ") == true)
    }
  }

  @Test func `what john shows is not read as user and password`() {
    #expect(
      message(lines { "u\($0):Tisch:10\($0):100:Ida:/home/ida:/bin/sh" }, "user:password") == """
        list: error: all of the first 40 lines have the fields of an account behind the password, as \
        'john --show' prints them
          Use --layout john:show
        """)
  }

  @Test func `colons in some passwords of a potfile are kept, and said`() throws {
    let text = lines { "\(digits):\($0 < 4 ? "ofen:tisch:" : "word")\($0)" }
    for request in ["hash:password", "auto"] {
      let reading = try read(text, request)
      #expect(reading.layout.name == "hash:password:first")
      #expect(
        reading.problems.map(\.message) == [
          """
          list: warning: 4 of 40 lines have more than one colon behind the hash, and the password is \
          read behind the first
            If these are salts, state --layout hash:password:last
          """
        ])
    }
    #expect(try read(text, "hash:password:first").problems == [])
    let salted = lines { "\(digits):salt:word\($0)" }
    #expect(try read(salted, "hash:password").layout.name == "hash:password")
  }

  @Test func `hexadecimal spellings of john, and those that are encoded twice, are noted`() throws {
    #expect(
      try read(lines { "$NT$\(digits):$HEX[61\($0 + 10)]" }, "hash:password").problems.map(
        \.message) == [
          """
          list: note: all of the first 40 lines have '$HEX[…]' behind a hash in John the Ripper's form, \
          and is read as the bytes that it spells
            John keeps passwords as they are: if they are so spelt, add --no-decode-hex
          """
        ])
    #expect(
      try read(lines { "\(digits):$HEX[244845585b61\($0 + 10)625d]" }, "hash:password").problems
        .map(\.severity) == [.note])
  }

  @Test func `a wrong separator of a table is named`() {
    let text = "id;flags;password\n" + lines { "\($0);['10', '20'];Tisch" }
    for request in ["csv:password", "csv:3", "csv:4"] {
      #expect(
        message(text, request).isEmpty == (request == "csv:4")
          && (request == "csv:4"
            || message(text, request) == """
              list: error: the first row has 1 cell, and 3 with semicolons between
                If so, add --separator ';'
              """)
      )
    }
  }

  private static let exports: [(String, String)] = [
    ("name,url,username,password,note", "ex,https://example.com/in,u%,word%,"),
    (
      "\"url\",\"username\",\"password\",\"httpRealm\"",
      "\"https://example.com\",\"u%\",\"word%\",\"\""
    ), ("Title,URL,Username,Password,Notes,OTPAuth", "ex,https://example.com,u%,word%,,"),
    (
      "folder,favorite,type,name,notes,login_uri,login_username,login_password",
      ",,login,ex,,https://example.com,u%,word%"
    ), ("Web Site;Login Name;Kennwort", "https://example.com;u%;word%"),
  ]

  @Test(arguments: exports)
  func `exports of browsers and password managers are tables`(header: String, row: String) throws {
    let text = header + "\n" + lines { row.replacing("%", with: "\($0)") }
    let cells = header.split(omittingEmptySubsequences: false) { ",;".contains($0) }
    let column = cells.firstIndex { $0.lowercased().contains("pass") || $0 == "Kennwort" }
    let reading = try read(text, "auto")
    #expect(reading.layout.description.hasPrefix("csv:\((column ?? 0) + 1),user="))
    #expect(message(text, "plain").isEmpty)
    // Without a header nothing tells the cells apart.
    #expect(message(lines { row.replacing("%", with: "\($0)") }, "plain").contains("address"))
  }

  @Test func `records behind blanks and stars are no passwords`() {
    let mimikatz = lines {
      "Session           : Interactive from \($0)\n\t * Username : u\($0)\n\t * Domain   : CORP\n"
        + "\t * Password : word\($0)\n"
    }
    let yaml = "users:\n" + lines { "  - name: u\($0)\n    password: word\($0)" }
    for (text, name, count, of) in [(mimikatz, "Password", 160, 160), (yaml, "password", 80, 81)] {
      for request in ["plain", "auto"] {
        #expect(
          message(text, request) == """
            list: error: \(count == of ? "all of the first \(of)" : "\(count) of the first \(of)") lines \
            are of records with a name and a value on each line; expected a password on each line, or a \
            user and a password
              With --binary the lines are read all the same. Better take the passwords out: sed -n \
            's/^[[:blank:]*-]*\(name) *: *//p' list | audit -
            """)
      }
    }
  }
}
