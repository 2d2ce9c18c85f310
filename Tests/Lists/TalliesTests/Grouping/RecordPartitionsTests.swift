@_spi(Internal) import Passwords
import Tallies
import TestSupport
import Testing

@Suite struct RecordPartitionsTests {
  @Test func `partitions take memory as they are filled, up to their limit`() throws {
    let directory = try TemporaryDirectory()
    let file = try SpillFile(in: directory.path)
    // 16 partitions, which share five eighths of the memory.
    let limits = GroupingLimits(memory: 16 << 20, threads: 1, partitionBits: 4)
    var partitions = try RecordPartitions(limits, spillingTo: file)
    var sizes = [partitions.byteCount]
    // Each takes 12 bytes; all are different.
    for number in UInt64(0)..<800_000 {
      try partitions.add(
        PasswordRecord(high: number &* 0x9E37_79B9_7F4A_7C15, low: 0, signature: 0, count: 1))
      if partitions.byteCount != sizes.last { sizes.append(partitions.byteCount) }
    }
    // A page for each partition, 32 times as much, and the limit.
    #expect(sizes == [16 * 4096, 16 * 32 * 4096, 10 << 20])
    #expect(file.byteCount == 0)
  }
}
