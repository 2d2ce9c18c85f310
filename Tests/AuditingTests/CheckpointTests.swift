@_spi(House) import Passwords
import Tallies
import TestSupport
import Testing

@testable import Auditing

private func sample(seed: UInt64) throws -> Checkpoint {
  var random = SeededGenerator(seed: seed)
  var tally = Tally(recipe: try Recipe(for: FactDemand()))
  for _ in 0..<Int.random(in: 0..<40, using: &random) {
    tally.record(
      Signature(random.next(), random.next(), random.next()),
      times: UInt64.random(in: 1...9, using: &random))
  }
  for field in LineCounts.fields { tally.lines[keyPath: field] = random.next() }
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

@Suite struct CheckpointTests {
  @Test(.firstFailureOnly, arguments: seeds(3, of: 50))
  func `a checkpoint reads back as it was written`(seed: UInt64) throws {
    let checkpoint = try sample(seed: seed)
    #expect(try Checkpoint(checkpoint.bytes, recipe: checkpoint.tally.recipe) == checkpoint)
  }

  @Test func `every count of lines is among the fields`() {
    #expect(
      LineCounts.fields.count == Mirror(reflecting: LineCounts()).children.count)
    #expect(Set(LineCounts.fields).count == LineCounts.fields.count)
  }

  @Test(.firstFailureOnly, arguments: seeds(3, of: 10))
  func `damage of any byte and a cut anywhere are told`(seed: UInt64) throws {
    let checkpoint = try sample(seed: seed)
    let bytes = checkpoint.bytes
    let recipe = checkpoint.tally.recipe
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] ^= 1 << UInt8(place % 8)
      #expect(throws: CheckpointFault.self) { try Checkpoint(damaged, recipe: recipe) }
      #expect(throws: CheckpointFault.self) {
        try Checkpoint(Array(bytes.prefix(place)), recipe: recipe)
      }
    }
    #expect(throws: CheckpointFault.damaged) { try Checkpoint(bytes + [0], recipe: recipe) }
  }

  @Test func `a checkpoint of another version is told by its version`() throws {
    let checkpoint = try sample(seed: 1)
    var bytes = checkpoint.bytes
    bytes[8] = 1
    #expect(throws: CheckpointFault.version(1)) {
      try Checkpoint(bytes, recipe: checkpoint.tally.recipe)
    }
  }
}
