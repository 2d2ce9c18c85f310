import TestSupport
import Testing

/// Lists that occur twice in one merge, so that their passwords count twice.
@Suite struct MergeTwinTests {
  private func merge(_ tallies: [String], in directory: TemporaryDirectory) throws -> String {
    let run = try Program.run(["merge"] + tallies + ["-o", "sum.tally"], in: directory)
    #expect(run.code == 0)
    #expect(directory.names().contains("sum.tally"))
    return run.errors
  }

  @Test func `merge warns of repeated lists by name`() throws {
    let directory = try TemporaryDirectory()
    for (name, text) in [
      ("a", "abcdef1\n"), ("b", "secret99\n"), ("again", "abcdef1\n"), ("none", ""), ("no", ""),
    ] {
      _ = try directory.file("\(name).txt", text)
      let scan = try Program.run(
        ["scan", "--strength", "none", "-o", "\(name).tally", "\(name).txt"], in: directory)
      #expect(scan.code == (text.isEmpty ? 1 : 0))
    }
    #expect(try merge(["a.tally", "b.tally", "none.tally", "no.tally"], in: directory) == "")
    #expect(
      try merge(["a.tally", "a.tally"], in: directory)
        == "a.tally: warning: named twice; every password counts twice\n  Merge each list once.\n")
    #expect(
      try merge(["a.tally", "b.tally", "again.tally"], in: directory)
        == "again.tally: warning: the list 'again.txt' has the same bytes as 'a.txt' of 'a.tally'; "
        + "every password counts twice\n  Merge each list once.\n")
    // A sum remembers its lists.
    #expect(try merge(["a.tally", "b.tally"], in: directory) == "")
    _ = try Program.run(["merge", "sum.tally", "-o", "both.tally"], in: directory)
    #expect(
      try merge(["both.tally", "b.tally"], in: directory)
        == "b.tally: warning: the list 'b.txt' has the same bytes as 'b.txt' of 'both.tally'; "
        + "every password counts twice\n  Merge each list once.\n")
  }
}
