import Auditing
import Diagnostics
import PasswordPolicies
import Passwords
import Tallies
import TestSupport
import Testing

/// Lists of one name: which of those that a recording holds is meant, and what reports call them.
@Suite struct RecordedListsTests {
  /// A recording whose passwords were compared with lists, each with its name and digest.
  private func recording(_ lists: [(name: String, digest: String)]) throws -> Recording {
    var demand = FactDemand()
    demand.lists = lists.count
    var sources = FactSources()
    sources.lists = lists.map {
      ListSource(name: $0.name, comparison: "exact", digest: $0.digest, valueCount: 3)
    }
    var recording = Recording(tally: Tally(schema: try Schema(for: demand, sources: sources)))
    recording.lists = lists.map { _ in RecordedList() }
    return recording
  }

  /// The labels of the lists that a policy about a missing file is judged by.
  private func labels(_ recording: Recording, tell: Listener = Listener()) throws -> [String] {
    let policy = PolicyReading(
      policyFile: Array("blocklist: \"none/common.txt\";".utf8), file: "p"
    ).policies[0]
    return try BlocklistSettings.off.load(for: [policy], recorded: recording, tell: tell.tell)
      .entries.map(\.label)
  }

  @Test func `a recorded list stands for its missing file`() throws {
    #expect(try labels(recording([("common", "a"), ("other", "b")])) == ["common"])
    // The same list twice is one.
    #expect(try labels(recording([("common", "a"), ("common", "a")])) == ["common"])
  }

  @Test(arguments: [false, true])
  func `a recorded list has the digest of its text, or the checksum of a compiled file`(
    isCompiled: Bool
  ) throws {
    var recording = try recording([("common", "a1")])
    recording.lists[0].isCompiled = isCompiled
    let policy = PolicyReading(
      policyFile: Array("blocklist: \"none/common.txt\";".utf8), file: "p"
    ).policies[0]
    let loaded = try BlocklistSettings.off.load(for: [policy], recorded: recording) { _ in }
    let entry = try #require(loaded.entries.first)
    #expect(entry.sha256 == (isCompiled ? nil : "a1"))
    #expect(entry.checksum == (isCompiled ? "a1" : nil))
  }

  @Test func `of several different recorded lists of its name none does`() throws {
    for names in [["common", "common"], ["common", "other", "common"]] {
      let recording = try recording(zip(names, "abc").map { ($0, "\($1)") })
      let listener = Listener()
      #expect(throws: ProblemsTold.self) { try labels(recording, tell: listener) }
      #expect(listener.told.count == 1 && listener.told[0].contains("none/common.txt"))
    }
  }

  @Test func `lists of one name are told apart by a number before their comparison`() throws {
    let directory = try TemporaryDirectory()
    let files = try ["a", "b", "c"].map { try directory.file("\($0)/common.txt", "\($0)bcdefg\n") }
    for (comparison, labels) in [
      (ListComparison.exact, ["common", "common-2", "common-3"]),
      (.fold, ["common (fold)", "common-2 (fold)", "common-3 (fold)"]),
    ] {
      let loaded = try BlocklistSettings(files: files, matches: [comparison]).load(for: []) { _ in }
      #expect(loaded.entries.map(\.label) == labels)
    }
  }
}
