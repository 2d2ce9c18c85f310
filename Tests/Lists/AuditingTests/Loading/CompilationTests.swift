import Auditing
import Blocklists
import Diagnostics
import Files
import Foundation
import Intake
import PasswordPolicies
import PasswordStrength
@_spi(Internal) import Passwords
import Tallies
import TestSupport
import Testing
import Workers

/// Lists compiled into a file: what it holds, what it says of them, and which lists do not go together.
@Suite struct CompilationTests {
  private static let sha1 = "5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8\n"
  private static let ntlm = "8846F7EAEE8FB117AD06BDD830B7586C\n"

  private let directory: TemporaryDirectory
  private var output: String { "\(directory.path)/compiled" }

  init() throws { directory = try TemporaryDirectory() }

  /// Compiles lists, each with its form.
  private func compile(
    _ lists: [(text: String, forms: ListFormSettings)], _ comparison: ListComparison = .exact,
    first: Int? = nil, note: [String] = [], accepts: ((Span<UInt8>) -> Bool)? = nil,
    _ listener: Listener = Listener()
  ) throws -> CompiledHeader? {
    var compilation = Compilation(
      comparison, temporaryDirectory: directory.path, first: first, accepts: accepts,
      tell: listener.tell)
    for (number, list) in lists.enumerated() {
      try compilation.add(directory.file("l\(number).txt", list.text), list.forms, stop: StopFlag())
    }
    try? FileManager.default.removeItem(atPath: output)
    return try compilation.finish(to: FilePlace(output), note: note, stop: StopFlag())
  }

  private func opened() throws -> LoadedBlocklists {
    try LoadedBlocklists(opening: output, ListFormSettings(), stop: StopFlag()) { _ in }
  }

  private func held(_ passwords: String...) throws -> [Bool] {
    let lists = try opened()
    return passwords.map { lists.set.lists(holding: Array($0.utf8).span) != 0 }
  }

  @Test func `each list has a line of what was read of it`() throws {
    let header = try #require(
      try compile(
        [
          ("meadow\nlark\n\nlark\n", ListFormSettings(form: .plain)),
          ("9 otter\n5 fern\n1 moss\n", ListFormSettings(form: .counted, smallestCount: 5)),
        ], note: ["a note"]))
    #expect(header.valueCount == 4 && header.repeatCount == 1 && header.emptyCount == 1)
    #expect(header.droppedCount == 1)
    #expect(
      try held("meadow", "lark", "otter", "fern", "moss", "") == [
        true, true, true, true, false, false,
      ])
    let entry = try #require(try opened().entries.first)
    let lines = entry.recorded.origins.map { $0.replacing(directory.path + "/", with: "") }
    #expect(lines.count == 3 && lines[2] == "a note")
    #expect(lines[0].hasPrefix("l0.txt: plain, 3 values, 18 bytes, sha256 "))
    #expect(lines[1].hasPrefix("l1.txt: "))
    #expect(lines[1].contains(", counts from 5, 2 values, 22 bytes, sha256 "))
    #expect(entry.recorded.isCompiled && entry.checksum != nil && entry.sha256 == nil)
  }

  @Test(arguments: 1...4) func `of a list the first values are kept, and it is read in part`(
    first: Int
  ) throws {
    let header = try compile(
      [("meadow\nlark\notter\n", ListFormSettings(form: .plain))], first: first)
    #expect(header?.valueCount == min(first, 3))
    #expect(try held("meadow", "lark", "otter") == [true, first > 1, first > 2])
    let line = try #require(try opened().entries.first?.recorded.origins.first)
    #expect(line.hasSuffix("read in part") == (first < 3) || first == 3)
    #expect(line.contains("sha256") == (first > 3) || first == 3)
  }

  @Test func `a list that is not read to its end, or whose reading is stopped, is not compiled`()
    throws
  {
    let packed = try gzip(Array("meadow\nlark\n".utf8), in: directory)
    for (bytes, isStopped, isCompiled) in [
      (packed, false, true), (packed.dropLast(9), false, false), (packed, true, false),
    ] {
      let listener = Listener()
      var compilation = Compilation(
        .exact, temporaryDirectory: directory.path, first: nil, accepts: nil, tell: listener.tell)
      let (path, stop) = (try directory.file("l.gz", bytes), StopFlag())
      if isStopped { stop.raise() }
      let fault = Result {
        try compilation.add(path, ListFormSettings(form: .plain), stop: stop)
      }
      #expect(((try? fault.get()) == nil) == !isCompiled)
      #expect(isStopped || listener.told.isEmpty == isCompiled, "\(listener.told)")
    }
  }

  @Test func `values that nobody accepts are left out`() throws {
    let header = try compile(
      [("meadow\nlark\n$HEX[6f74746572]\n$HEX[6f]\n", ListFormSettings())],
      accepts: { $0.count > 4 })
    #expect(header?.valueCount == 2 && header?.droppedCount == 2)
    #expect(try held("meadow", "lark", "otter", "o") == [true, false, true, false])
  }

  @Test(
    arguments: [
      ([(sha1, ListFormSettings.Form.sha1), (ntlm, .ntlm)], "mixed-kinds", "SHA-1 hashes"),
      ([(ntlm, .ntlm), ("meadow\n", .plain)], "mixed-kinds", "NTLM hashes"),
      ([("meadow\n", .plain), (sha1, .sha1)], "mixed-kinds", "values"),
      ([("meadow\n", .plain), ("lark\n", .plain)], nil, nil),
      ([(sha1, .sha1), (sha1, .sha1)], nil, nil),
      ([("\n", .plain)], "no-usable-value", "at least one value to refuse"),
      ([("\n", .plain), ("", .plain)], "no-usable-value", "at least one value to refuse"),
      ([("0 meadow\n0 lark\n", .counted)], "no-usable-value", "at least one value to refuse"),
    ] as [([(String, ListFormSettings.Form)], String?, String?)])
  func `lists of one kind go together`(
    lists: [(String, ListFormSettings.Form)], code: String?, expected: String?
  ) throws {
    let told = problem { try compile(lists.map { ($0, ListFormSettings(form: $1)) }) }
    #expect(told?.code == code && told?.expected == expected, "\(told?.message ?? "")")
    let files = lists.indices.map { "\(directory.path)/l\($0).txt" }.joined(separator: ", ")
    if code == "no-usable-value" { #expect(told?.location?.file == files) }
  }

  @Test func `digests are neither folded nor judged, and a compiled list keeps its comparison`()
    throws
  {
    for (comparison, accepts) in [(ListComparison.fold, false), (.leet, false), (.exact, true)] {
      let told = problem {
        try compile(
          [(Self.sha1, ListFormSettings(form: .sha1))], comparison,
          accepts: accepts ? { _ in true } : nil)
      }
      #expect(told?.code == "only-digests")
    }
    for (made, asked, isRefused) in [
      (ListComparison.exact, ListComparison.exact, false), (.fold, .fold, false),
      (.fold, .exact, true),
      (.exact, .fold, true), (.exact, .substring(of: .exact, atLeast: 4), true),
    ] {
      _ = try compile([("Meadow\n", ListFormSettings())], made)
      let listener = Listener()
      let loaded = try? BlocklistSettings(files: [output], matches: [asked]).load(
        for: [], tell: listener.tell)
      #expect((loaded == nil) == isRefused)
      if isRefused {
        #expect(
          listener.told.first?.contains(
            "was compiled for comparison by '\(made.rawValue)'; expected '\(asked.rawValue)'")
            == true, "\(listener.told)")
        #expect(
          listener.told.first?.contains(
            asked == .exact || asked == .fold ? "Compile it again: " : "Give the text file") == true
        )
      } else {
        #expect(
          loaded?.set.lists(holding: Array((made == .fold ? "MEADOW" : "Meadow").utf8).span) == 1)
        #expect(loaded?.entries.map(\.label) == [made == .fold ? "compiled (fold)" : "compiled"])
      }
    }
    try directory.file("compiled", Array(try directory.bytes("compiled").dropLast(8)))
    #expect(thrownCode { _ = try opened() } != nil || (try? opened()) == nil)
  }

  @Test
  func `a policy is judged by the lists that it names, and by users only where they are marked`()
    throws
  {
    _ = try compile([("meadow\n", ListFormSettings())])
    for marksUsers in [false, true] {
      let policy = PolicyReading(
        policyFile: Array(
          "blocklist: \"\(output)\" exact; context: username; allowed: unicode;".utf8), file: "p"
      ).policies[0]
      let lists = try BlocklistSettings.off.load(for: [policy], marksUsers: marksUsers) { _ in }
      let policySet = try PolicySet([policy], lists, StrengthSettings(referenceYear: 2026))
      let matcher = try policySet.matcher(policy)
      let judge = Judge(policySet.criteria)
      var batch = LineBatch()
      func broken(_ password: String, _ user: String) -> [String] {
        let profile = judge.profile(
          of: Array(password.utf8).span, user: Array(user.utf8).span, &batch)
        return matcher.verdict(on: profile).indices.map { matcher.ruleIDs[$0].text }
      }
      #expect(broken("meadow", "ann") == ["blocklist"] && broken("lark", "ann") == [])
      #expect(broken("annabel", "annabel") == (marksUsers ? ["username"] : []))
      #expect(try policySet.matchers().count == 1)
      let other = PolicyReading(policyFile: Array("blocklist: default;".utf8), file: "q").policies[
        0]
      #expect(
        (try? policySet.matcher(other)) == nil
          || lists.mask(of: .blocklist(.builtIn, .exact)) == nil)
    }
  }

  @Test(arguments: [0, 1, 2, 3])
  func `of range files the counted values from a least count on are kept`(
    least: UInt64
  ) throws {
    // Each file has values of counts 1 to 3, and one that only fills it up.
    let ranges = directory.path + "/ranges"
    for number in 0..<3 {
      let lines = (0..<4).map { count in
        "\(count)".padding(toLength: 35, withPad: "0", startingAt: 0) + ":\(count)\r\n"
      }
      try directory.file("ranges/0000\(number)", lines.joined())
    }
    var compiler = try BlocklistCompiler(comparison: .sha1, temporaryDirectory: directory.path)
    var done: [Int] = []
    try compiler.addRanges(
      of: RangeDirectory(path: ranges, prefixes: 3), smallestCount: least, stop: StopFlag()
    ) { done.append($0) }
    #expect(done == [1, 2, 3])
    let kept = 3 * (4 - Int(max(least, 1)))
    #expect(compiler.count == kept && compiler.droppedCount == 12 - kept)
    let header = try #require(
      try compiler.finish(to: FilePlace(output), text: [], replacing: Replacing(isForced: true)))
    #expect(header.valueCount == kept && header.droppedCount == 12 - kept)
    // All of one count share the best of their ranks.
    #expect(header.bandCounts[1] == UInt64(kept))
    let stop = StopFlag()
    var stopped = try BlocklistCompiler(comparison: .sha1, temporaryDirectory: directory.path)
    try stopped.addRanges(
      of: RangeDirectory(path: ranges, prefixes: 3), smallestCount: least, stop: stop
    ) { if $0 == 2 { stop.raise() } }
    #expect(stopped.count + stopped.droppedCount == 8)
    // A damaged file ends it.
    try directory.file("ranges/00001", "x\n")
    var other = try BlocklistCompiler(comparison: .sha1, temporaryDirectory: directory.path)
    let told = problem {
      try other.addRanges(
        of: RangeDirectory(path: ranges, prefixes: 3), smallestCount: least, stop: StopFlag()
      ) { _ in }
    }
    #expect(told?.code == "malformed-range" && other.count + other.droppedCount == 4)
  }
}
