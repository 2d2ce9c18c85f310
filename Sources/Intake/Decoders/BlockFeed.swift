/// Hands compressed data to a library block by block.
///
/// Where a block is damaged, zstd and lz4 do not say what they have written of the blocks before it
/// in the same call, and it would be lost. So no call goes beyond one block.
struct BlockFeed {
  /// Bytes of a block's header, which the libraries ask for together with the block before it.
  private let headerByteCount: Int
  /// What to give next.
  private var pieceByteCount = 1
  /// Whether the library may hold text that there was no room for.
  private var isHolding = false

  /// Stands before a member.
  init(headerByteCount: Int) { self.headerByteCount = headerByteCount }

  /// Decodes as much as input and room allow, by calls that say what the library wants next.
  mutating func step(
    _ input: UnsafeRawBufferPointer, into space: UnsafeMutableRawBufferPointer,
    _ decode: (UnsafeRawBufferPointer, UnsafeMutableRawBufferPointer) -> (
      step: DecoderStep, wanted: Int
    )
  ) -> DecoderStep {
    var (consumed, produced) = (0, 0)
    while true {
      let count = isHolding ? 0 : min(pieceByteCount, input.count - consumed)
      // SAFETY: parts of what the caller lent for as long as this lasts.
      let (step, wanted) = unsafe decode(
        UnsafeRawBufferPointer(rebasing: input[consumed..<consumed + count]),
        UnsafeMutableRawBufferPointer(rebasing: space[produced...]))
      consumed += step.consumed
      produced += step.produced
      pieceByteCount = wanted > headerByteCount ? wanted - headerByteCount : max(wanted, 1)
      isHolding = step.produced > 0 && produced == space.count
      let hasMoved = count == 0 || step.consumed > 0 || step.produced > 0
      guard case .going = step.outcome, hasMoved, consumed < input.count, !isHolding else {
        return DecoderStep(consumed: consumed, produced: produced, outcome: step.outcome)
      }
    }
  }
}
