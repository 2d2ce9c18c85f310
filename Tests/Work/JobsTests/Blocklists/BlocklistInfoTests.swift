import Auditing
import Diagnostics
import Foundation
import Jobs
import PasswordPolicies
import TestSupport
import Testing

@Suite struct BlocklistInfoTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// A compiled list of words, one of them repeated, with an empty line.
  private func compiled(
    _ words: [String], _ comparison: CompilationSettings.Comparison = .exact
  ) throws -> String {
    let list = try directory.file("words.txt", words.map { $0 + "\n" }.joined())
    let path = "\(directory.path)/compiled\(directory.names().count)"
    #expect(
      try CompilationSettings(comparison: comparison, directory: directory.path).compile(
        [list], to: path, show: { _ in }, tell: { _ in }))
    return path
  }

  private static let words =
    [
      "lark", "otter", "meadow", "heather", "brackxn1", "", "lark", "willow", "moss", "fern77",
      "ash", "oak",
    ]

  @Test func `values are counted by their lengths and ranks, for people and for programs`() throws {
    let info = try BlocklistInfo(opening: compiled(Self.words))
    let facts = try #require(
      try JSONSerialization.jsonObject(with: Data(info.json(for: []))) as? [String: Any])
    #expect(facts["values"] as? Int == 10 && facts["comparison"] as? String == "exact")
    #expect(facts["repeats"] as? Int == 1 && facts["empty"] as? Int == 1)
    #expect(facts["left_out"] as? Int == 0 && facts["verified"] as? Bool == false)
    #expect(
      facts["lengths"] as? [String: Int] == ["3": 2, "4": 2, "5": 1, "6": 3, "7": 1, "8": 1])
    let bands = try #require(facts["bands"] as? [String: Int])
    #expect(bands.values.reduce(0, +) == 10 && bands["10"] != nil)
    let size = try directory.bytes("compiled1").count
    #expect(facts["bytes"] as? Int == size)
    let text = info.text()
    for line in [
      ": 10 values, compared by 'exact'", "besides  1 repeated, 1 empty, 0 left out",
      "lengths  3 to 8 code points, median 5",
      "checked  header and tables; --verify checks every byte",
    ] { #expect(text.contains(line), "\(text)") }
    #expect(text.contains("ranks    \(try #require(bands["10"])) up to rank 10"))
    let one = try BlocklistInfo(opening: compiled(["lark"])).text()
    #expect(one.contains("  ranks    1 up to rank 10\n"), "\(one)")
    let eleven = try BlocklistInfo(opening: compiled((0..<11).map { "value\($0)" })).text()
    #expect(eleven.contains("  ranks    10 up to rank 10, 1 up to rank 100\n"), "\(eleven)")
    #expect(
      text.contains("bytes, \((Double(size) / 10 * 100).rounded() / 100) a value"), "\(text)")
    #expect(text.hasSuffix("checks every byte\n"))
    let verified = try BlocklistInfo(opening: compiled(Self.words), verifying: true)
    #expect(verified.text().contains("checked  every byte"))
  }

  @Test(arguments: 1...10, 1...10)
  func `values whose length a policy refuses are idle`(least: Int, most: Int) throws {
    let path = try compiled(Self.words)
    let policies = try policies(
      "[a]\nminlength: \(least); maxlength: \(most);\n[b]\nmaxlength: 3; or minlength: \(least);")
    let info = try BlocklistInfo(opening: path)
    let facts = try #require(
      try JSONSerialization.jsonObject(with: Data(info.json(for: policies))) as? [String: Any])
    let lengths = Set(Self.words).map(\.count).filter { $0 > 0 }
    let idle = [
      lengths.count { $0 < least || $0 > most }, lengths.count { $0 > 3 && $0 < least },
    ]
    #expect(facts["idle"] as? [String: Int] == ["a": idle[0], "b": idle[1]])
    let text = info.text(for: policies)
    for (name, count) in zip(["a", "b"], idle) {
      #expect(
        text.contains(
          "idle     \(count) (\(Double(count) * 10) %) never refuse anything under \(name):"))
    }
  }

  @Test func `values that are folded have no idle ones`() throws {
    let info = try BlocklistInfo(opening: compiled(Self.words, .fold))
    let policies = try policies("[a]\nminlength: 4;")
    #expect(info.text(for: policies).contains("idle     unknown under a: only hashes are known"))
    #expect(String(decoding: info.json(for: policies), as: UTF8.self).contains(#""idle":{}"#))
  }

  @Test func `something else is told by what it is`() throws {
    let report = try directory.file("report/audit.json", "{")
    try directory.file("empty/x.txt", "")
    for (path, found) in [
      ("\(directory.path)/report", "this is a report, not a compiled blocklist"),
      (report, "this is a report, not a compiled blocklist"),
      ("\(directory.path)/empty", "this is a directory, not a compiled blocklist"),
      ("/dev/null", "this is a pipe or a device, not a compiled blocklist"),
    ] {
      let told = problem { try BlocklistInfo(opening: path) }
      #expect(told?.found == found && told?.code == "no-compiled-blocklist", "\(path)")
    }
    let path = try compiled(Self.words)
    #expect(BlocklistInfo.isCompiled(path: path) && !BlocklistInfo.isCompiled(path: report))
  }
}
