import Auditing
import Jobs
@_spi(Internal) import Passwords
import Tallies
import TallyFiles
import TestSupport
import Testing

private func sample(seed: UInt64) throws -> Checkpoint {
  var random = SeededGenerator(seed: seed)
  let schema = try Schema(for: .full(strength: .meter))
  let profiler = Profiler(schema)
  var tally = Tally(schema: schema)
  for _ in 0..<Int.random(in: 0..<40, using: &random) {
    let password = (0..<Int.random(in: 1...9, using: &random))
      .map { _ in UInt8.random(in: 0x21...0x7E, using: &random) }
    let times = UInt64.random(in: 1...9, using: &random)
    tally.record(schema.signature(of: profiler.profile(of: password.span)), times: times)
    tally.lines.count(.ascii, entries: times)
  }
  tally.lines.empty = 7
  var position = Checkpoint.Position()
  position.chunks = random.next()
  position.bytes = random.next()
  position.hash = random.next()
  var identity = RunIdentity()
  identity.state("rules", "minlength: 8;")
  identity.state("list", each: ["ä\n\u{0}", ""])
  identity.state("", "")
  return Checkpoint(identity: identity, position: position, tally: tally)
}

@Suite struct CheckpointRecordingTests {
  @Test(.firstFailureOnly, arguments: seeds(3, of: 50))
  func `a checkpoint reads back from a tally file as it was written`(seed: UInt64) throws {
    let checkpoint = try sample(seed: seed)
    let bytes = try TallyFile.bytes(of: Recording(checkpoint))
    let recording = try TallyFile.recording(in: bytes.span, name: "x")
    #expect(Checkpoint(recording) == checkpoint)
    #expect(!recording.isComplete)
  }

  @Test func `a finished tally is no checkpoint, and a checkpoint merges with no tally`() throws {
    let checkpoint = try sample(seed: 1)
    let done = Recording(tally: checkpoint.tally)
    #expect(Checkpoint(done) == nil)
    var sum = done
    #expect(throws: MergeFault.unfinished) { try sum.merge(Recording(checkpoint)) }
    sum = Recording(checkpoint)
    #expect(throws: MergeFault.unfinished) { try sum.merge(done) }
  }
}
