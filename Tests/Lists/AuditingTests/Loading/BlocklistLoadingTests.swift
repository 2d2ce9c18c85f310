import Auditing
import Blocklists
import Diagnostics
import Intake
import PasswordPolicies
import Passwords
import Tallies
import TestSupport
import Testing

/// Blocklists of every form: which passwords they hold, how they are identified, and what is told of them.
@Suite struct BlocklistLoadingTests {
  private static let sha1 = "5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8"
  private static let ntlm = "8846F7EAEE8FB117AD06BDD830B7586C"

  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func policies(_ text: String) -> [Policy] {
    PolicyReading(policyFile: Array(text.utf8), file: "test.policy").policies
  }

  private func load(
    _ texts: [String], _ forms: ListFormSettings = ListFormSettings(),
    _ matches: [ListComparison] = [], rules: String = "", names: [String] = [],
    isOff: Bool = false, marksUsers: Bool = false, _ listener: Listener = Listener()
  ) throws -> LoadedBlocklists {
    let files = try texts.enumerated().map { try directory.file("list\($0).txt", $1) }
    return try BlocklistSettings(files: files, matches: matches, forms: forms, isOff: isOff).load(
      for: rules.isEmpty ? [] : policies(rules), names: names, marksUsers: marksUsers,
      tell: listener.tell)
  }

  private func holds(_ lists: LoadedBlocklists, _ password: String) -> Bool {
    lists.set.lists(holding: Array(password.utf8).span) != 0
  }

  /// What was told, a line each, without remedies and the directory.
  private func told(_ listener: Listener) -> [String] {
    listener.told.map {
      String($0.replacing(directory.path + "/", with: "").prefix { $0 != "\n" })
    }
  }

  @Test(
    arguments: [
      ("password\nmeadow:3\n", .auto, "password meadow:3", "meadow 3"),
      ("3 password\n2 meadow\n1 lark\n", .counted, "password meadow lark", "3 1"),
      ("password:3\nmeadow:2\nlark:1\n", .counted, "password meadow lark", "password:3"),
      ("3 password\n2 meadow\n1 lark\n", .plain, "", "password meadow"),
      ("$HEX[70617373776f7264]\nmeadow\n", .auto, "password meadow", "$HEX[70617373776f7264]"),
      ("\u{FEFF}password\r\n\r\nmeadow\r\n", .auto, "password meadow", ""),
      (sha1 + "\n", .sha1, "password", sha1), (sha1.lowercased() + ":7\n", .sha1, "password", ""),
      (ntlm + "\n", .ntlm, "password", ntlm), (ntlm + ":7\n", .ntlm, "password", "meadow"),
      (sha1 + "\n", .plain, sha1, "password"),
    ] as [(String, ListFormSettings.Form, String, String)])
  func `a list holds its values, in the form of its lines`(
    text: String, form: ListFormSettings.Form, held: String, others: String
  ) throws {
    let lists = try load([text], ListFormSettings(form: form))
    for password in held.split(separator: " ") {
      #expect(holds(lists, String(password)), "\(password)")
    }
    for password in others.split(separator: " ") {
      #expect(!holds(lists, String(password)), "\(password)")
    }
    #expect(!holds(lists, "") && lists.entries.count == 1)
    let isOfDigests = form == .sha1 || form == .ntlm
    #expect((lists.readings[form.rawValue] != nil) == isOfDigests)
    #expect((lists.entries[0].sha256 == nil) == lists.entries[0].recorded.isCompiled)
    #expect((lists.entries[0].checksum != nil) == lists.entries[0].recorded.isCompiled)
  }

  @Test(arguments: [(1, "abc"), (2, "ab"), (3, "a"), (4, "")] as [(UInt64, String)])
  func `values with smaller counts are left out`(least: UInt64, held: String) throws {
    for text in ["3 a1\n2 b1\n1 c1\n0 d1\n", "a1:3\nb1:2\nc1:1\nd1:0\n"] {
      let forms = ListFormSettings(form: .counted, smallestCount: least)
      if held.isEmpty {
        #expect(throws: ProblemsTold.self) { try load([text], forms) }
        continue
      }
      let lists = try load([text], forms)
      for value in "abcd" { #expect(holds(lists, "\(value)1") == held.contains(value)) }
    }
  }

  @Test(arguments: [
    (String(repeating: sha1 + "\n", count: 4), "of 40 digits, as of SHA-1", "hashes"),
    (String(repeating: ntlm + "\n", count: 4), "of 32 digits, as of NTLM or MD5", "hashes"),
    (
      String(repeating: sha1.dropFirst(5) + "\n", count: 4),
      "without the first five digits, as in range files of Pwned Passwords", "SHA-1 hashes"
    ),
    (
      String(repeating: ntlm.dropFirst(5) + ":3\n", count: 4),
      "without the first five digits, as in range files of Pwned Passwords", "NTLM hashes"
    ),
    (String(repeating: String(repeating: "0f", count: 32) + "\n", count: 4), "", "hashes"),
  ])
  func `hashes that nobody declares are refused, and taken as words where these are stated`(
    text: String, words: String, kind: String
  ) throws {
    let listener = Listener()
    #expect(throws: ProblemsTold.self) { try load([text], listener) }
    let line =
      "list0.txt: error: the lines are \(kind)\(words.isEmpty ? "" : " ")\(words); expected words"
    #expect(told(listener) == [line])
    let stated = Listener()
    let lists = try load([text], ListFormSettings(form: .plain), stated)
    #expect(holds(lists, String(text.prefix { $0 != "\n" })))
    #expect(told(stated) == [line.replacing("error", with: "warning") + ", as stated"])
  }

  @Test(arguments: [
    (
      "# a list\nalpha\nbeta\n",
      "note: the first line begins with '#', and is a value like the others"
    ),
    ("##\n#b\nalpha\n", "note: the first 2 lines begin with '#', and are values like the others"),
    ("#alpha\nbeta\n", nil), ("#\nbeta\n", nil), ("alpha\n# b\n", nil),
    (
      " alpha\n beta\n gamma\n delta\n",
      "note: there are blanks before the words, which are parts of the values"
    ),
    (
      "alpha \nbeta\t\ngamma \ndelta \n",
      "note: there are blanks behind the words, which are parts of the values"
    ),
    (" alpha\n beta\n gamma\n", nil), (" alpha\n beta\n gamma\ndelta\n", nil),
    (
      "$HEX[6162]\nalpha\n",
      "note: 1 of the first 2 lines is '$HEX[…]', and is read as the bytes that it spells"
    ),
    (
      "$HEX[6162]\n$HEX[6163]\nalpha\n",
      "note: 2 of the first 3 lines are '$HEX[…]', and are read as the bytes that it spells"
    ),
  ])
  func `doubts about values are told, and the list is read`(text: String, words: String?) throws {
    let listener = Listener()
    _ = try load([text], listener)
    #expect(told(listener) == (words.map { ["list0.txt: \($0)"] } ?? []))
  }

  @Test(arguments: [
    (
      ListFormSettings.Form.sha1, sha1 + "\nmeadow\n", "list0.txt:2",
      "40 hexadecimal digits, and perhaps a colon and a number"
    ),
    (
      .ntlm, ntlm + "\n" + ntlm + "0\n", "list0.txt:2",
      "32 hexadecimal digits, and perhaps a colon and a number"
    ),
    (.counted, "3 alpha\nbeta\n", "list0.txt:2", "a number, a space and a value"),
    (
      .counted, (1...1000).map { "word\($0):\(2000 - $0)\n" }.joined() + "word\n", "list0.txt:1001",
      "a value, a colon and a number"
    ),
  ])
  func `a line of another form is told by its number`(
    form: ListFormSettings.Form, text: String, place: String, expected: String
  ) throws {
    let listener = Listener()
    #expect(throws: ProblemsTold.self) { try load([text], ListFormSettings(form: form), listener) }
    #expect(told(listener).count == 1)
    #expect(
      told(listener)[0].hasPrefix("\(place):1: error: a line of another form"), "\(told(listener))")
    #expect(told(listener)[0].hasSuffix("; expected \(expected)"))
  }

  @Test(arguments: [
    (
      ListFormSettings.Form.sha1, ntlm, "32 hexadecimal digits, as of NTLM",
      "State it: --blocklist-form ntlm"
    ),
    (.ntlm, sha1, "40 hexadecimal digits, as of SHA-1", "State it: --blocklist-form sha1"),
  ])
  func `digests of another kind are told by their kind`(
    form: ListFormSettings.Form, text: String, kind: String, remedy: String
  ) throws {
    let listener = Listener()
    #expect(throws: ProblemsTold.self) {
      try load([text + "\n"], ListFormSettings(form: form), listener)
    }
    #expect(listener.told.first?.contains("a line of another form: \(kind)") == true)
    #expect(listener.told.first?.hasSuffix("\n  \(remedy)") == true)
    let own = form == .sha1 ? Self.sha1 : Self.ntlm
    let later = Listener()
    #expect(throws: ProblemsTold.self) {
      try load(["\(own)\n\(text)\n"], ListFormSettings(form: form), later)
    }
    #expect(later.told.first?.contains("A list has hashes of one kind") == true)
  }

  @Test(arguments: [
    (ListComparison.exact, "Meadow", "meadow", "m3adow"), (.fold, "Meadow MEADOW", "m3adow", ""),
    (.leet, "Meadow MEADOW m3adow", "xmeadow", ""),
  ])
  func `a comparison is that of the run, in a name of its own`(
    comparison: ListComparison, held: String, others: String, more: String
  ) throws {
    let lists = try load(["Meadow\n"], matches: [comparison])
    for password in held.split(separator: " ") { #expect(holds(lists, String(password))) }
    for password in [others, more] where !password.isEmpty { #expect(!holds(lists, password)) }
    let label = comparison == .exact ? "list0" : "list0 (\(comparison.rawValue))"
    #expect(lists.entries.map(\.label) == [label])
    #expect((lists.readings["leet"] != nil) == (comparison == .leet))
    #expect(lists.readings["substring"] == nil && lists.readings["entra-like"] == nil)
  }

  private func load(_ texts: [String], matches: [ListComparison]) throws -> LoadedBlocklists {
    try load(texts, ListFormSettings(), matches)
  }
  private func load(_ texts: [String], _ listener: Listener) throws -> LoadedBlocklists {
    try load(texts, ListFormSettings(), [], listener)
  }
  private func load(
    _ texts: [String], _ forms: ListFormSettings, _ listener: Listener
  ) throws -> LoadedBlocklists {
    try load(texts, forms, [], rules: "", names: [], isOff: false, marksUsers: false, listener)
  }
  private func load(
    _ texts: [String], _ forms: ListFormSettings, _ matches: [ListComparison], _ listener: Listener
  ) throws -> LoadedBlocklists {
    try load(texts, forms, matches, rules: "", names: [], isOff: false, marksUsers: false, listener)
  }

  @Test func `lists of the run are asked for, those of policies are not, and words are of context`()
    throws
  {
    let own = try directory.file("own.txt", "otter\n")
    let rules =
      "blocklist: default; blocklist: \"\(own)\" exact; context: \"acme\"; context: \"corp\" substring;"
    let lists = try load(["meadow\n"], rules: rules)
    let entries = lists.entries
    #expect(Set(entries.map(\.label)) == ["list0", "own", "context", "context-substring"])
    for entry in entries {
      #expect(entry.isAsked == (entry.label == "list0"), "\(entry.label)")
      #expect(entry.hasContextWords == entry.label.hasPrefix("context"), "\(entry.label)")
      #expect(!entry.isBuiltIn)
    }
    #expect(holds(lists, "otter") && holds(lists, "meadow") && holds(lists, "acme"))
    #expect(holds(lists, "xcorpx") && !holds(lists, "xacmex"))
    #expect(lists.readings["substring"] != nil)
    // Switched off, only those of policies are left, which is told once.
    let listener = Listener()
    let off = try load(
      [], rules: rules + " blocklist: default fold;", isOff: true, listener)
    #expect(Set(off.entries.map(\.label)) == ["own", "context", "context-substring"])
    #expect(off.entries.allSatisfy { !$0.isAsked })
    #expect(
      told(listener) == [
        "warning: a policy asks for the default blocklist, and --no-blocklist turns it off"
      ])
  }

  @Test func `the built-in list is known as such, compared exactly`() throws {
    for (matches, isBuiltIn) in [
      ([], [true]), ([ListComparison.fold], [false]), ([.exact, .fold], [true, false]),
    ] {
      let lists = try BlocklistSettings(matches: matches).load(for: []) { _ in }
      #expect(lists.entries.map(\.isBuiltIn) == isBuiltIn && lists.entries.allSatisfy(\.isAsked))
      #expect(lists.entries.allSatisfy { $0.sha256 == nil && $0.checksum == nil })
      #expect(holds(lists, "password"))
    }
  }

  @Test func `users' names are asked for where they are marked, and else told to be missing`()
    throws
  {
    for (rules, marks, isTold) in [
      ("context: username;", false, true), ("context: username;", true, false),
      ("minlength: 8;", false, false),
    ] {
      let listener = Listener()
      _ = try load([], rules: rules, isOff: true, marksUsers: marks, listener)
      #expect(listener.told.contains { $0.contains("asks for users' names") } == isTold)
    }
  }

  @Test(arguments: [999_999, 1_000_000] as [UInt64], [true, false])
  func `digests that a million passwords miss are told`(lookups: UInt64, isOfDigests: Bool) throws {
    for hits in [0, 1] as [UInt64] {
      let listener = Listener()
      let lists = try load(
        [isOfDigests ? Self.sha1 + "\n" : "meadow\n"],
        ListFormSettings(form: isOfDigests ? .sha1 : .plain), listener)
      lists.tellOfIdleDigests(hits: [hits], lookups: lookups)
      let isTold = lookups == 1_000_000 && hits == 0 && isOfDigests
      #expect(
        told(listener)
          == (isTold
            ? [
              "warning: none of 1000000 passwords is on the list 'list0', which holds hashes ('sha1')"
            ]
            : []))
    }
  }

  @Test func `a list without a value is refused, and so is one that only some comparisons take`()
    throws
  {
    for text in ["", "\n\n"] {
      let listener = Listener()
      #expect(throws: ProblemsTold.self) { try load(["meadow\n", text], listener) }
      #expect(
        told(listener) == [
          "list1.txt: error: blocklist without a value; expected at least one value to refuse"
        ])
    }
    let listener = Listener()
    #expect(throws: ProblemsTold.self) {
      try load([Self.sha1 + "\n"], ListFormSettings(form: .sha1), [.fold], listener)
    }
    #expect(
      told(listener).count == 1 && told(listener)[0].hasPrefix("list0.txt: error: list of hashes"))
    let parts = Listener()
    #expect(throws: ProblemsTold.self) {
      try load(
        ["3 alpha\n"], ListFormSettings(form: .counted), [.substring(of: .exact, atLeast: 4)], parts
      )
    }
    #expect(
      told(parts) == [
        "list0.txt: error: the lines hold counts or digests, not only values; expected a value a line, to be compared by 'substring:4'"
      ])
    let short = Listener()
    #expect(throws: ProblemsTold.self) {
      try load(["ab\ncd\n"], ListFormSettings(), [.substring(of: .exact, atLeast: 4)], short)
    }
    #expect(
      told(short).first?.contains("all 2 are too short or too long for the comparison") == true)
  }

  @Test func `banned terms join the built-in ones, and those of other lengths are skipped`() throws
  {
    let listener = Listener()
    let lists = try load(["meadow\nabc\notterlark\n"], ListFormSettings(), [.entraLike], listener)
    #expect(
      told(listener) == [
        "warning: banned terms that are too short or too long: 1; expected terms of 4 to 16 characters"
      ])
    #expect(lists.entries.map(\.label) == ["list0 (entra-like)"])
    #expect(holds(lists, "meadow") && holds(lists, "m3adow") && !holds(lists, "meadowXq7kfern"))
    #expect(lists.readings["entra-like"] != nil && lists.readings["leet"] == nil)
    let named = try load(["meadow\n"], ListFormSettings(), [.entraLike], names: ["heather"])
    #expect(holds(named, "xxheatherxx") && !holds(lists, "xxheatherxx"))
    for text in ["", Self.sha1 + "\n"] {
      #expect(throws: ProblemsTold.self) {
        try load([text], ListFormSettings(form: text.isEmpty ? .auto : .sha1), [.entraLike])
      }
    }
  }

  @Test func `files of banned terms are one list, which each of them must complete`() throws {
    let lists = try load(["meadow\n", "otterlark\n"], ListFormSettings(), [.entraLike])
    #expect(lists.entries.map(\.label) == ["list0 (entra-like)"])
    #expect(holds(lists, "meadow") && holds(lists, "otterlark"))
    let whole = try directory.file("whole.txt", "meadow\n")
    let damaged = try directory.file("damaged.gz", [0x1F, 0x8B, 8, 0, 0])
    for files in [[whole, damaged], [damaged, whole], [whole, "\(directory.path)/gone.txt"]] {
      for comparison in [ListComparison.entraLike, .exact] {
        #expect(throws: ProblemsTold.self) {
          try BlocklistSettings(files: files, matches: [comparison]).load(for: []) { _ in }
        }
      }
    }
  }

  @Test func `the content of a list is its identity, in whatever file it lies`() throws {
    func identity(
      _ texts: [String], _ rules: String = "", _ forms: ListFormSettings = ListFormSettings()
    ) throws -> [String] {
      try PolicySet(
        policies(rules), load(texts, forms, rules: rules), StrengthSettings(referenceYear: 2026)
      )
      .schema.sources.lists.map(\.digest)
    }
    let one = try identity(["meadow\n"])
    #expect(try identity(["meadow\n"]) == one && one.count == 1)
    #expect(try identity(["meadow"]) != one)
    let words = try identity(["meadow\n"], "context: \"acme\", \"corp\";")
    #expect(words.count == 2 && Set(words).count == 2 && words.contains(one[0]))
    #expect(try identity(["meadow\n"], "context: \"acme\", \"corq\";") != words)
    #expect(
      try identity([Self.sha1 + "\n"], "", ListFormSettings(form: .sha1))
        != identity([Self.sha1 + ":3\n"], "", ListFormSettings(form: .sha1)))
  }
}
