import Auditing
import Foundation
import PolicyLab
import TestSupport
import Testing

@Suite struct ExportedLabTests {
  @Test
  func `an exported page answers each of its policies once, holds no password, and asks nobody`()
    async throws
  {
    let exported = ExportedLab(try sampleLab(), lengths: 8...9)
    let page = String(decoding: try await exported.document(), as: UTF8.self)
    let lists = page.matches(of: #/<select id="(\w+)">(.*?)</select>/#.dotMatchesNewlines()).map {
      $0.2.matches(of: #/<option value="(\d+)"/#).compactMap { Int($0.1) }
    }
    #expect(lists.map(\.count) == [2, 4, 2, exported.policyCount - 16])
    // What the lists have chosen adds up to the number of an answer.
    let sums = lists.dropLast().reduce([0]) { sums, values in
      sums.flatMap { sum in values.map { sum + $0 } }
    }
    #expect((sums + (lists.last ?? [])).sorted() == Array(0..<exported.policyCount))
    for password in SampleList.passwords where password.count > 8 {
      #expect(!page.contains(password))
    }
    #expect(page.contains("default-src 'none'"))
    #expect(!page.contains("href=\"./"))
    #expect(!page.contains("http://"))
  }

  @Test func `a tally that was recorded without the built-in list offers none`() throws {
    let with = ExportedLab(try sampleLab())
    let without = ExportedLab(
      try lab(of: [(sampleRecording(blocklists: .off), "leak.tally")]))
    #expect(with.policyCount - without.policyCount == 11 * 4)
  }
}
