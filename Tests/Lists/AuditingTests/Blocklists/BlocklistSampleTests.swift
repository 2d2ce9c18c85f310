import Auditing
import Blocklists
import Diagnostics
import Intake
import TestSupport
import Testing

/// The first lines of a blocklist: their form, and what makes it doubtful that each is a value.
@Suite struct BlocklistSampleTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func sample(_ lines: [String]) throws -> BlocklistSample {
    let path = try directory.file("list.txt", lines.map { $0 + "\n" }.joined())
    return BlocklistSample(of: try #require(ListInput.resolve([path]).inputs.first))
  }

  private static let words = ["meadow", "heather", "bracken", "otter", "lark", "beech"]
  private static let sha1 = String(repeating: "0aF9", count: 10)

  /// Words in order that share no part.
  private static func word(_ number: Int) -> String {
    let letter = String(UnicodeScalar(UInt8(ascii: "a") + UInt8(number)))
    return "\(letter)k\(letter)r\(letter)"
  }

  private static func many(_ count: Int, _ line: (Int) -> String) -> [String] {
    (0..<count).map(line)
  }

  @Test(
    arguments: [
      (words, []), ([], []), (["", ""], []),
      (["# a list"] + words, ["header-of-values"]), (["##"] + words, ["header-of-values"]),
      (["#", "#1"] + words, ["header-of-values"]), (["#1"] + words, []), (["#"] + words, []),
      (words + ["# not the first"], []), (words + ["$HEX[0a]"], ["hex-values"]),
      (["# a", "$HEX[0a]"] + words, ["header-of-values", "hex-values"]),
      // Of sorted lines the first may begin with a blank; nearly all is 95 of 100, of four values or more.
      (words.prefix(3).map { " " + $0 }, []),
      (words.prefix(4).map { " " + $0 }, ["wrapped-values"]),
      (many(20) { ($0 < 19 ? " " : "") + word($0) }, ["wrapped-values"]),
      (many(20) { ($0 < 18 ? "\t" : "") + word($0) }, []),
      (many(20) { " " + word(19 - $0) }, ["layout-of-values"]),
      (many(20) { word($0) + " " }, ["layout-of-values"]),
      (many(20) { $0 < 10 ? " " + word($0) : word($0) + " " }, []),
      // Half of the lines are hashes.
      (many(4) { $0 < 2 ? sha1 : word($0) }, ["hashes-as-values"]),
      (many(5) { $0 < 2 ? sha1 : word($0) }, ["layout-of-values"]),
      (many(4) { _ in String(sha1.prefix(32)) }, ["hashes-as-values"]),
      (many(4) { _ in String(sha1.prefix(33)) }, []),
      (many(4) { _ in String(sha1.prefix(31)) + "g" }, []),
    ] as [([String], [String])])
  func `each doubt stands where it should, and nowhere else`(lines: [String], doubts: [String])
    throws
  {
    let sample = try sample(lines)
    #expect(sample.doubts.map(\.code) == doubts)
    #expect(sample.isOfHashes == doubts.contains("hashes-as-values"))
  }

  @Test func `blanks are told on the side where they stand`() throws {
    for (side, line) in [("before", " %"), ("before", "\t%"), ("behind", "% "), ("behind", "%\t")] {
      let found = try sample(Self.words.prefix(4).map { line.replacing("%", with: $0) }).doubts
        .first
      #expect(found?.found == "there are blanks \(side) the words, which are parts of the values")
    }
  }

  /// Most lines decide, and the remedy names the form of their hashes.
  @Test(arguments: [
    (40, " of 40 digits", "State it: --blocklist-form sha1"), (32, " of 32 digits", "ntlm; MD5"),
    (35, "without the first five digits", "and state --blocklist-form sha1"),
    (27, "without the first five digits", "and state --blocklist-form ntlm"),
    (64, "the lines are hashes", "give the words themselves"),
  ])
  func `the remedy for hashes is that of the commonest`(
    digits: Int, found: String, remedy: String
  ) throws {
    let hash = Self.sha1 + Self.sha1
    for other in [27, 32, 35, 40, 64] where other != digits {
      let lines = Self.many(10) { String(hash.dropFirst($0).prefix($0 < 6 ? digits : other)) }
      let problem = try #require(try sample(lines).doubts.first)
      #expect(
        problem.found.contains(found) && problem.remedy?.contains(remedy) == true, "\(problem)")
    }
  }

  /// Who states that lines of hashes are words has them as values, and is warned.
  @Test(arguments: [ListFormSettings.Form.auto, .counted, .plain])
  func `hashes are refused unless each line is stated to be a value`(
    form: ListFormSettings.Form
  ) throws {
    let lines = Self.many(20) { Self.sha1.prefix(38) + "\(10 + $0)" }.map {
      $0.prefix(27) + $0.suffix(5)
    }
    let path = try directory.file("list.txt", lines.map { $0 + "\n" }.joined())
    let settings = BlocklistSettings(files: [path], forms: ListFormSettings(form: form))
    let listener = Listener()
    func load() throws -> [String] {
      try settings.load(for: [], tell: listener.tell).entries.map(\.label)
    }
    if form == .plain {
      #expect(try load() == ["list"])
    } else {
      #expect(throws: ProblemsTold.self) { try load() }
    }
    #expect(listener.told.count == 1)
    #expect(listener.told.first?.contains("the lines are hashes of 32 digits") == true)
    #expect(listener.told.first?.contains("warning") == (form == .plain))
  }
}
