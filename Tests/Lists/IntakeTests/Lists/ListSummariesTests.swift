import CCrypto
import Diagnostics
import Intake
import TestSupport
import Testing

/// Counts of very many lists and of very many problems.
@Suite struct ListSummariesTests {
  private func summaries(_ count: Int, _ bytes: [UInt8]) throws -> [ListSummary] {
    let scratch = try TemporaryDirectory()
    let summary = Reading(try scratch.list(bytes)).summary
    var summaries = ListSummaries()
    for _ in 0..<count { summaries.add(summary) }
    return summaries.finish()
  }

  @Test func `lists behind the first thousand are kept in groups`() throws {
    let text = Array("one\ntwo\n".utf8)
    #expect(try summaries(1000, text).allSatisfy { $0.lists == 1 && $0.lastName == nil })
    let all = try summaries(3500, text)
    #expect(all.count == 1003)
    #expect(all.suffix(3).map(\.lists) == [1000, 1000, 500])
    #expect(all.map(\.textBytes).reduce(0, +) == 3500 * 8)
    #expect(all.allSatisfy { $0.isComplete && $0.isOfOneKind })
    // The output of `sha256sum` for 500 lists.
    let one = try #require(all.first)
    let digits: [String] = one.sha256.map { byte in
      let text = String(byte, radix: 16)
      return byte < 16 ? "0\(text)" : text
    }
    let digest = digits.joined()
    let printed = Array(String(repeating: "\(digest)  \(one.name)\n", count: 500).utf8)
    var expected = [UInt8](repeating: 0, count: 32)
    // SAFETY: libcrypto reads the bytes and writes 32.
    unsafe EVP_Digest(printed, printed.count, &expected, nil, EVP_sha256(), nil)
    #expect(all.last?.sha256 == expected && all.last?.lastName == one.name)
  }

  @Test func `a hundred problems of a run are kept, and the others counted by kind`() throws {
    let cut = Array(Gzip.member(Array("one\n".utf8)).dropLast(3))
    let all = try summaries(1500, cut)
    #expect(all.map(\.problems.count).reduce(0, +) == 100)
    let rest = all.reduce(into: ProblemCounts()) { $0.add($1.furtherProblems) }
    #expect(rest.problem?.found == "1400 more problems: 1400 cut")
    #expect(!all.contains { $0.isComplete })
  }

  @Test func `a hundred problems of an archive are kept, and the others counted by kind`() throws {
    let scratch = try TemporaryDirectory()
    let entries = (0..<300).map {
      Packing.Entry(name: "\($0)", bytes: Gzip.member(Gzip.member([])))
    }
    let summary = Reading(try scratch.list(Packing.tar.pack(entries))).summary
    #expect(summary.problems.count == 100)
    #expect(
      summary.furtherProblems.problem?.found == "200 more problems: 200 packed more than once")
  }

  @Test func `summaries keep a megabyte of members' names`() throws {
    let scratch = try TemporaryDirectory()
    let entries = (0..<1500).map {
      Packing.Entry(name: "\($0)" + String(repeating: "n", count: 1000), bytes: [65, 10])
    }
    let summary = Reading(try scratch.list(Packing.tar.pack(entries))).summary
    #expect(summary.isComplete && summary.members == 1500)
    #expect((980...1000).contains(summary.archiveMembers.count))
  }
}
