import Intake
import TestSupport
import Testing

/// Every layout, and some with options.
private let layouts: [LineLayout] = [
  LineLayout(.plain, decodesHex: true), LineLayout(.counted(.prefix)),
  LineLayout(.counted(.colon)), LineLayout(.counted(.bar), decodesHex: true), LineLayout(.user),
  LineLayout(.user, separator: 9, decodesHex: false), LineLayout(.user, separator: 0x7C),
  LineLayout(.hash(.told)), LineLayout(.hash(.first)), LineLayout(.hash(.last)),
  LineLayout(.userHash), LineLayout(.userHash, separator: 0x7C, decodesHex: false),
  LineLayout(.userHashFirst), LineLayout(.john), LineLayout(.john, separator: 0x7C),
  LineLayout(.saltedHash), LineLayout(.saltedHash, separator: 0x3B),
  LineLayout(.table(column: 0)), LineLayout(.table(column: 1), decodesHex: true),
  LineLayout(.table(column: 2), separator: 0x3B), LineLayout(.table(column: 1, user: 0)),
]

private let longestLine = 40

/// The results for a text.
private struct Taken {
  var parts: [NaiveParts] = []
  var counts: PasswordLines.Counts

  init(
    _ text: [UInt8], _ layout: LineLayout, with lines: inout PasswordLines,
    headerEnd: Int = 0
  ) {
    let padded = text + [UInt8](repeating: 0xAA, count: Chunk.padding)
    // SAFETY: bytes have no padding.
    unsafe lines.take(
      padded.span.bytes, end: text.count, by: layout, headerEnd: headerEnd)
    counts = lines.counts
    var stood: [[UInt8]] = []
    lines.withPaddedText { text, byteCount in
      #expect(text.byteCount == byteCount + Chunk.padding)
      let bytes = unsafe text.withUnsafeBytes { unsafe Array($0.prefix(byteCount)) }
      stood = split(bytes)
    }
    for (index, password) in stood.enumerated() {
      parts.append(
        NaiveParts(
          password: password, weight: layout.isWeighted ? lines.weights[index] : 1,
          user: layout.hasUsers ? Array(text[lines.users[index]]) : []))
      #expect(!password.isEmpty && password.last != 13, "a lane would read another password")
    }
    #expect(lines.weights.count == (layout.isWeighted ? stood.count : 0))
    #expect(lines.users.count == (layout.hasUsers ? stood.count : 0))
    for apart in lines.apart {
      parts.append(
        NaiveParts(
          password: Array(lines.apartText[apart.range]), weight: apart.weight,
          user: Array(text[apart.user])))
    }
  }

  /// The number of lines in all results.
  var accountedFor: UInt64 {
    UInt64(parts.count) + counts.empty + counts.blank + counts.overLong + counts.malformed
      + counts.headers
  }
}

/// A line of pieces that have a meaning in one layout or another.
private func randomLine(_ generator: inout SeededGenerator) -> [UInt8] {
  let pieces = [
    ":", ":", "|", ",", ";", "\t", " ", "\"", "\"\"", "0", "7", "12", "99999999999999999999",
    "9223372036854775807", "9223372036854775808", "abc", "é", "$HEX[", "]", "$HEX[6162]",
    "$HEX[0A]", "$HEX[610d]", "$HEX[]", "$HEX[6]", "$2a$10$", "{SHA}", "abCD./0123456", "\r",
    "a@b.cd", "0123456789abcdef0123456789abcdef", "this is a password of some length",
  ]
  var line: [UInt8] = []
  for _ in 0..<Int.random(in: 0...6, using: &generator) {
    line += pieces.randomElement(using: &generator).map { Array($0.utf8) } ?? []
    if Int.random(in: 0..<40, using: &generator) == 0 { line.append(0xFF) }
  }
  return line
}

private func tally(_ parts: [NaiveParts]) -> [NaiveParts: Int] {
  parts.reduce(into: [:]) { $0[$1, default: 0] += 1 }
}

@Suite struct PasswordLinesTests {
  @Test(arguments: layouts)
  func `lines are parsed as the naive parser parses them`(layout: LineLayout) throws {
    var lines = PasswordLines(longestLine: longestLine)
    for seed in UInt64(0)..<60 {
      var generator = SeededGenerator(seed: seed)
      let raw = (0..<50).map { _ in randomLine(&generator) }
      let text: [UInt8] = raw.flatMap { $0 + (Bool.random(using: &generator) ? [13, 10] : [10]) }
      let (known, expected) = naiveAccount(of: text, layout, longest: longestLine)
      let taken = Taken(text, layout, with: &lines)
      try #require(taken.counts == known, "seed \(seed)")
      try #require(tally(taken.parts) == tally(expected), "seed \(seed)")
      try #require(
        taken.accountedFor + taken.counts.continued == UInt64(raw.count), "seed \(seed)")
    }
  }

  @Test(arguments: layouts)
  func `every random byte is accounted for`(layout: LineLayout) throws {
    var lines = PasswordLines(longestLine: longestLine)
    for seed in UInt64(1000)..<1200 {
      var generator = SeededGenerator(seed: seed)
      let alphabet: [UInt8] = Array(":|,;\"\t 09a$HEX[]".utf8) + [0, 10, 10, 13, 0x80, 0xC3, 0xFF]
      let text =
        (0..<Int.random(in: 0...400, using: &generator)).map { _ in
          Bool.random(using: &generator)
            ? UInt8.random(in: .min ... .max, using: &generator)
            : alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
        } + [10]
      let skipsHeader = Bool.random(using: &generator)
      let taken = Taken(text, layout, with: &lines, headerEnd: skipsHeader ? 1 : 0)
      try #require(
        taken.accountedFor + taken.counts.continued == UInt64(split(text).count), "seed \(seed)")
      try #require(taken.counts.lines == taken.accountedFor, "seed \(seed)")
      try #require(taken.counts.headers == (skipsHeader ? 1 : 0), "seed \(seed)")
    }
  }

  @Test(
    arguments: [
      ("      7  two spaces", .counted(.prefix), " two spaces", 7),
      ("1\tx", .counted(.prefix), "x", 1),
      ("a:b:12", .counted(.colon), "a:b", 12), ("a|b|12", .counted(.bar), "a|b", 12),
      ("user:pa:ss", .user, "pa:ss", 1), (":x", .user, "x", 1),
      ("0123:salt:plain", .hash(.told), "plain", 1), ("$dynamic_0$12:a:b", .hash(.told), "a:b", 1),
      ("0123:$HEX[613a62]", .hash(.told), "a:b", 1), ("0123:a:b", .hash(.first), "a:b", 1),
      ("user:0123:plain", .userHash, "plain", 1), ("user:0123:salt:plain", .userHash, "plain", 1),
      ("user:$2y$10$x:a:b", .userHash, "a:b", 1), ("user:0123:a:b", .userHashFirst, "a:b", 1),
      ("user:0123:$HEX[613a62]", .userHash, "a:b", 1),
      ("0123:salt:a:b", .saltedHash, "a:b", 1), ("0123::a", .saltedHash, "a", 1),
      ("$6$x:a:b", .hash(.last), "b", 1), ("abJnggxhB/yWI:a:b", .hash(.told), "a:b", 1),
      (#"x,"a,""b""","c""#, .table(column: 1), #"a,"b""#, 1),
      ("x,a\"b", .table(column: 1), "a\"b", 1),
    ] as [(String, LineLayout.Form, String, UInt64)])
  func `a line gives its password and its count`(
    line: String, form: LineLayout.Form, password: String, weight: UInt64
  ) {
    var lines = PasswordLines(longestLine: longestLine)
    let taken = Taken(Array((line + "\n").utf8), LineLayout(form), with: &lines)
    let users = form.namesUsers ? Array(line.prefix { $0 != ":" }.utf8) : []
    #expect(
      taken.parts == [NaiveParts(password: Array(password.utf8), weight: weight, user: users)])
  }

  @Test(
    arguments: [
      ("password", .counted(.prefix)), ("0 password", .counted(.prefix)), ("7", .counted(.prefix)),
      ("7password", .counted(.prefix)), ("18446744073709551616 x", .counted(.prefix)),
      ("x:0", .counted(.colon)), ("x:", .counted(.colon)), ("x:-1", .counted(.colon)),
      ("x:7", .counted(.bar)), ("no separator", .user), ("0123", .hash(.told)),
      ("user:0123", .userHash), ("0123:salt", .saltedHash),
      ("a", .table(column: 1)), ("a,\"b", .table(column: 1)), ("a,\"b\"c", .table(column: 1)),
      ("x,\"open", .table(column: 0)),
    ] as [(String, LineLayout.Form)])
  func `a line of another layout is malformed`(line: String, form: LineLayout.Form) {
    var lines = PasswordLines(longestLine: longestLine)
    let taken = Taken(Array("\n\(line)\n".utf8), LineLayout(form), with: &lines)
    #expect(taken.parts.isEmpty)
    #expect(taken.counts.malformed == 1 && taken.counts.firstMalformed == 1)
  }

  @Test(arguments: [
    ("dave:\n", LineLayout(.user)), ("dave:$HEX[]\n", LineLayout(.user)),
    (":\n", LineLayout(.user)),
    ("dave::1:2:D:/:/bin/sh\n", LineLayout(.john)), ("dave:NO PASSWORD\n", LineLayout(.john)),
    ("dave,\n", LineLayout(.table(column: 1, user: 0))),
    ("dave,\"\"\n", LineLayout(.table(column: 1, user: 0))),
    ("dave:0123:\n", LineLayout(.userHash)), ("dave\t\r\n", LineLayout(.user, separator: 9)),
  ])
  func `an account without a password is blank, and its line is kept if lines are kept`(
    text: String, layout: LineLayout
  ) {
    var lines = PasswordLines(longestLine: longestLine, keepsLines: true)
    let taken = Taken(Array(text.utf8), layout, with: &lines)
    #expect(taken.parts.isEmpty)
    #expect(taken.counts.blank == 1 && taken.counts.empty == 0)
    #expect(lines.blankLines == [0..<text.utf8.count])
  }

  private static let accounts: [(String, LineLayout.Form, String)] = [
    ("$krb5asrep$23$u@R:0123456789abcdef0123456789abcdef$99:a:b", .hash(.told), "a:b"),
    ("user:a:b:1000:100:Ida:/home/ida:/bin/sh", .john, "a:b"),
    (
      "user:pass:1001:aad3b435b51404eeaad3b435b51404ee:31d6cfe0d16ae931b73c59d7e0c089c0:::", .john,
      "pass"
    ),
    ("user:pass:19000:0:99999:7:::", .john, "pass"), ("user:$HEX[61]", .john, "$HEX[61]"),
    ("user:pa:ss", .john, "pa:ss"),
  ]

  @Test(arguments: accounts)
  func `the fields of an account, and colons in a hash, are no password`(
    line: String, form: LineLayout.Form, password: String
  ) {
    var lines = PasswordLines(longestLine: 100)
    let taken = Taken(Array((line + "\n").utf8), LineLayout(form), with: &lines)
    #expect(taken.parts.map { String(decoding: $0.password, as: UTF8.self) } == [password])
  }

  // A potfile of john holds the text `$HEX[4b4c]` as it is, one of hashcat the bytes KL.
  @Test(arguments: [
    ("eb7d4a7371515968cacb9503589c1d81", "$HEX[4b4c]"),
    ("$NT$EB7D4A7371515968CACB9503589C1D81", "$HEX[4b4c]"),
    ("ed423894931b01ae0ea2462319a67ed3", "$HEX[4b4c]"),
    ("b4ac9505a2bfe799be0aa81bb9c4014ef78f4339", "$HEX[4b4c]"),
    ("a447940d79c51e32eb6be45876644c84", "KL"), ("0123", "KL"),
    ("00eb7d4a7371515968cacb9503589c1d81", "KL"),
  ])
  func `the hash tells whether a text is spelt in hexadecimal`(hash: String, password: String) {
    for (form, user) in [(LineLayout.Form.hash(.told), ""), (.userHash, "ann:")] {
      var lines = PasswordLines(longestLine: 100)
      let taken = Taken(
        Array("\(user)\(hash):$HEX[4b4c]\n".utf8), LineLayout(form), with: &lines)
      #expect(taken.parts.map { String(decoding: $0.password, as: UTF8.self) } == [password])
    }
  }

  @Test func `the sum that john prints last is no line of the list`() {
    var lines = PasswordLines(longestLine: 100)
    let text = "user:pass\n\n40 password hashes cracked, 3 left\n1 password hash cracked, 0 left\n"
    let taken = Taken(Array(text.utf8), LineLayout(.john), with: &lines)
    #expect(taken.counts.headers == 2 && taken.counts.malformed == 0 && taken.parts.count == 1)
  }
}
