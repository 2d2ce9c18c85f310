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

private let digits = "0123456789abcdef0123456789abcdef"

@Suite struct LayoutReadingTests {
  @Test(
    arguments: [
      (lines { "pass word\($0)" }, "plain"),
      (lines { "     \(40 - $0) word\($0)" }, "counted:prefix"),
      (lines { "word\($0)|\($0 + 1)" }, "counted:bar"),
      ("value|count\n" + lines { "word\($0)|\($0 + 1)" }, "counted:bar"),
      (lines { "u\($0)@example.org:word" }, "user:password"),
      (lines { "u\($0)@example.org;word" }, "user:password, separator ';'"),
      (lines { "u\($0)@example.org\tword" }, "user:password, separator tab"),
      (lines { "\(digits):word\($0)" }, "hash:password"),
      (lines { "$2a$10$\(digits):word\($0)" }, "hash:password"),
      ("id,Password\n" + lines { "\($0),word" }, "csv:2"),
      ("id;mail;pass\n" + lines { "\($0);x;word" }, "csv:3,user=2, separator ';'"),
      ("one\n", "plain"),
      ("", "plain"),
    ])
  func `the first lines reveal the layout`(text: String, layout: String) throws {
    let reading = try read(text, "auto")
    #expect(reading.layout.description == layout)
    #expect(reading.evidence != nil)
  }

  @Test(
    arguments: [
      lines { "user\($0):word" }, lines { "word:\($0 + 1)" },
      lines { "u\($0)@example.org:\($0 + 1)" },
      lines { "\(digits):\($0 + 1)" }, lines { $0 % 2 == 0 ? "word" : "u@example.org:word" },
      lines { "a,b\($0)" },
    ])
  func `detection does not guess if the first lines are ambiguous`(text: String) throws {
    #expect(throws: LayoutProblem.self) { try read(text, "auto") }
  }

  @Test(
    arguments: [
      ("counted", lines { "     \($0 + 1) word\($0)" }, "counted:prefix"),
      ("counted", lines { "word:\($0 + 1)" }, "counted:colon"),
      ("counted", "value|count\n" + lines { "a:1|\($0 + 1)" }, "counted:bar"),
      ("counted", "value|count\n" + lines(1) { "word|\($0 + 1)" }, "counted:bar"),
      ("csv:3", lines { _ in "a,b,c" }, "csv:3"),
      ("csv:WORD", "x,word\n" + lines { "\($0),a" }, "csv:2"),
      ("hash:password:last", lines { _ in "a:b" }, "hash:password:last"),
    ])
  func `the first lines settle the details that a request leaves open`(
    request: String, text: String, layout: String
  ) throws {
    #expect(try read(text, request).layout.name == layout)
  }

  @Test func `detection does not guess counts that stand nowhere or in two places`() {
    #expect(throws: LayoutProblem.self) { try read(lines { "word\($0)" }, "counted") }
    #expect(throws: LayoutProblem.self) { try read(lines { _ in "12 a:7" }, "counted") }
  }

  @Test(
    arguments: [
      ("value|count\na|1\n", "counted", true), ("a|1\nb|2\n", "counted", false),
      ("email:password\na@b.cd:x\n", "user:password", true),
      ("a:password\na@b.cd:x\n", "user:password", false),
      ("hash:plain\n00:x\n", "hash:password", true),
      ("user,pass\na,b\n", "csv:2", true), ("user,pass\na,b\n", "csv:1", false),
      ("user,x\na,b\n", "csv:x", true), ("sep=;\nuser;x\na;b\n", "csv:x", true),
      ("count password\n1 a\n2 b\n", "counted:prefix", true),
      ("password\n", "plain", false), ("\nvalue|count\na|1\n", "counted:bar", false),
    ])
  func `a header is the first line and unlike the others`(
    text: String, request: String, hasHeader: Bool
  ) throws {
    let reading = try read(text, request)
    #expect(reading.hasHeader == hasHeader)
    #expect(reading.problems.map(\.severity) == (hasHeader ? [.note] : []))
  }

  @Test func `a first line states a separator, but no quote`() throws {
    for (separator, description) in [(";", "csv:2, separator ';'"), ("\"", "csv:2")] {
      let rest = lines { separator == ";" ? "u\($0);word" : "u\($0),word" }
      #expect(try read("sep=\(separator)\n" + rest, "csv:2").layout.description == description)
    }
  }

  @Test func `hashes and other layouts in a plain list are reported`() throws {
    #expect(
      try read(lines { "u@example.org:word\($0)" }, "plain").problems.map(\.message) == [
        """
        list: warning: all of the first 40 lines look like user:password, and are read as passwords
          If so, use --layout user:password
        """
      ])
    // The first byte of a user's name is enough, since a warning is only a hint.
    for (line, looks, options) in [
      ("u1:Pass1", "user:password", "--layout user:password"),
      ("CORP\\u:P", "user:password", "--layout user:password"),
      ("user;Word", "user:password", "--layout user:password --separator ';'"),
      ("u\tp", "user:password", "--layout user:password --separator tab"),
      (
        "word:17", "counted:colon or user:password",
        "--layout counted:colon, or --layout user:password"
      ),
      ("u:\(digits):word", "user:hash:password", "--layout user:hash:password"),
      ("u@example.org:\(digits):word", "user:hash:password", "--layout user:hash:password"),
      ("\(digits):salt:word", "hash:password", "--layout hash:password"),
    ] {
      let messages = try read(lines { _ in line }, "plain").problems.map(\.message)
      #expect(
        messages.first == """
          list: warning: all of the first 40 lines look like \(looks), and are read as passwords
            If so, use \(options)
          """)
    }
    #expect(try read(lines { $0 == 3 ? "word:\($0)" : "word\($0)" }, "plain").problems == [])
    #expect(
      try read(lines(40) { "word\($0)" } + digits + "\n", "plain").problems.map(\.message) == [
        """
        list: warning: 1 of the first 41 lines looks like hashes, and is read as a password
          Hashes are not passwords. Audit the cracked ones: audit --layout hash:password hashcat.potfile
        """
      ])
    #expect(try read(lines(100) { "word\($0)" } + digits + "\n", "plain").problems == [])
  }

  @Test func `problems give place, fault, expectation and remedy`() throws {
    func message(_ text: String, _ request: String) throws -> String {
      do {
        _ = try read(text, request)
        return ""
      } catch let problem as LayoutProblem { return problem.message }
    }
    #expect(
      try message(lines { "user\($0);word" }, "auto") == """
        list: error: the first lines do not show for certain how the lines are laid out: user:password, \
        separator ';' fits all of the first 40 lines
          State it: --layout user:password --separator ';', or --layout plain
        """)
    #expect(
      try message("a,b\n1,2\n", "csv:password") == """
        list: error: no column 'password' among the 2 of the first line
          Name one of the header's columns, or its number, from 1.
        """)
    let malformed = LayoutProblem.malformed(
      list: "l", LineLayout(.counted(.bar)), count: 2, of: 9, first: 4)
    #expect(
      malformed.message == """
        l:4:1: error: 2 of 9 lines are not of layout counted:bar and were skipped; this is the \
        first; expected the password, a bar, a count above 0
          State the layout of the list with --layout; --help-all explains each.
        """)
  }

  @Test(arguments: [
    "plain", "auto", "user:password", "user:hash:password", "hash:password", "dump",
  ])
  func `a Windows account database is refused with a remedy`(request: String) throws {
    let hash = String(repeating: "0123456789abcdef", count: 2)
    for line in [
      "Administrator:500:\(hash):\(hash):::", "CORP\\u:1104:\(hash):\(hash):::",
      "u:1001:NO PASSWORD*********************:\(hash):::",
      "u:::\(hash):S-1-5-21-1-2-3-1104::", "CORP\\H$:\(hash):\(hash):::",
    ] {
      do {
        // The line that secretsdump prints before the others.
        _ = try read("[*] Dumping\n" + lines { _ in line }, request)
        Issue.record("\(line) was read")
      } catch let problem as LayoutProblem {
        #expect(
          problem.message == """
            list: error: all of the first 40 lines are of a Windows account database \
            (user:rid:lm:nt:::), which holds hashes; expected passwords
              To audit a directory: audit run with --potfile hashcat.potfile (or audit scan), or with \
            --layout dump for what hashes alone tell. Other commands take the cracked passwords: --layout \
            hash:password hashcat.potfile
            """)
      }
    }
    #expect(throws: Never.self) { try read(lines { "word\($0):500:\(hash)" }, "plain") }
  }

  @Test(
    arguments: [
      "", "plane", "counted:", "counted:tab", "user", "user:name", "csv", "csv:", "csv:0", "csv:-1",
      "csv:99999999999999999999x",
    ])
  func `a text that is no layout is refused`(text: String) {
    let request = LayoutRequest(text)
    #expect(request == nil || text.hasSuffix("x"))
  }
}
