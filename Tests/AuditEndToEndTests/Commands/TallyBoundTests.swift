import TestSupport
import Testing

/// Tallies of lists with more signatures than memory can hold, whatever facts are dropped.
@Suite struct TallyBoundTests {
  @Test func `a list of more signatures than a scan can hold makes no tally`() throws {
    let directory = try TemporaryDirectory()
    // A policy that distinguishes each letter: none of these facts can be dropped.
    let letters = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { Character(Unicode.Scalar($0)) }
    _ = try directory.file(
      "letters.policy", letters.map { "required: [\($0)];\n" }.joined() + "allowed: unicode;\n")
    var generator = SeededGenerator(seed: 12)
    var text: [UInt8] = []
    for _ in 0..<80_000 {
      for _ in 0..<9 {
        text.append(UInt8.random(in: UInt8(ascii: "a")...UInt8(ascii: "z"), using: &generator))
      }
      text.append(10)
    }
    _ = try directory.file("list.txt", text)
    let scan = ["scan", "--strength", "none", "--for", "letters.policy", "-o", "x.tally"]
    let bounded = try Program.run(scan + ["--memory", "16MiB", "list.txt"], in: directory)
    #expect(bounded.code == 2)
    #expect(
      bounded.errors.contains(
        "error: more signatures than the 16777216 bytes of --memory have room for; expected "
          + "fewer, as in lists of people's passwords\n  Raise --memory, or leave strength out: "
          + "--strength none."), "\(bounded.errors)")
    #expect(!directory.names().contains("x.tally"))
    let enough = try Program.run(scan + ["--memory", "64MiB", "list.txt"], in: directory)
    #expect(enough.code == 0 && directory.names().contains("x.tally"), "\(enough.errors)")
  }
}
