@_spi(House) import Passwords
import Tallies
import TestSupport
import Testing

@Suite struct SightingShelvesTests {
  @Test func `shelves take memory as they are filled, up to their limit`() throws {
    let directory = try TemporaryDirectory()
    let file = try SpillFile(in: directory.path)
    // 16 shelves, which share five eighths of the memory.
    let limits = GroupingLimits(memory: 16 << 20, lanes: 1, shardBits: 4)
    var shelves = try SightingShelves(limits, spillingTo: file)
    var sizes = [shelves.byteCount]
    // Each takes 12 bytes; all are different.
    for number in UInt64(0)..<800_000 {
      try shelves.add(
        Sighting(high: number &* 0x9E37_79B9_7F4A_7C15, low: 0, signature: 0, count: 1))
      if shelves.byteCount != sizes.last { sizes.append(shelves.byteCount) }
    }
    // A page for each shelf, 32 times as much, and the limit.
    #expect(sizes == [16 * 4096, 16 * 32 * 4096, 10 << 20])
    #expect(file.byteCount == 0)
  }
}
