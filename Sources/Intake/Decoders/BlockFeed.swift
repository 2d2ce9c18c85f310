/// Passes compressed data to a library block by block.
///
/// If a block is damaged, zstd and lz4 do not report how much of the earlier blocks they wrote in
/// the same call, so that text would be lost. Therefore no call goes beyond one block.
struct BlockFeed {
  /// The size of a block's header, which the libraries request together with the previous block.
  private let headerByteCount: Int
  /// The number of bytes to pass next.
  private var pieceByteCount = 1
  /// Whether the library may hold text that did not fit.
  private var isHolding = false

  /// Starts before a member.
  init(headerByteCount: Int) { self.headerByteCount = headerByteCount }

  /// Decodes as much as input and room allow; each call returns the number of bytes that the
  /// library wants next.
  mutating func step(
    _ input: UnsafeRawBufferPointer, into space: UnsafeMutableRawBufferPointer,
    _ decode: (UnsafeRawBufferPointer, UnsafeMutableRawBufferPointer) -> (
      step: DecoderStep, wanted: Int
    )
  ) -> DecoderStep {
    var (consumed, produced) = (0, 0)
    while true {
      let count = isHolding ? 0 : min(pieceByteCount, input.count - consumed)
      // SAFETY: parts of the caller's buffers, which outlive the call.
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
