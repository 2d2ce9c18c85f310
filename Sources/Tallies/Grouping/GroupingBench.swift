import CXXHash
@_spi(House) package import Passwords

/// The buffers with which one lane submits passwords, one for each shard, and the numbers of its
/// latest signatures.
package struct GroupingBench: ~Copyable {
  private let seed: UInt64
  private let hash: KeyedHash?
  private let depth: Int
  private let shift: UInt64
  /// The buffers of all shards, one after another.
  private var buffers: [Sighting]
  /// The number of entries in each.
  private var filled: [Int]
  private var numbers = RecentNumbers()

  /// Makes an empty bench.
  ///
  /// - Parameters:
  ///   - limits: The sizes of the buffers.
  ///   - seed: Makes this run's fingerprints differ from those of others; the same for all lanes.
  ///   - key: Replaces the seed if fingerprints outlast the run.
  package init(_ limits: GroupingLimits, seed: UInt64, key: FingerprintKey? = nil) {
    self.seed = seed
    hash = key.map(KeyedHash.init)
    depth = limits.bufferDepth
    shift = UInt64(64 - limits.shardBits)
    buffers = Array(repeating: .none, count: depth << limits.shardBits)
    filled = Array(repeating: 0, count: 1 << limits.shardBits)
  }

  /// Submits every line of a batch whose signatures are complete.
  ///
  /// - Parameters:
  ///   - batch: The lines.
  ///   - text: The text that their offsets refer to.
  ///   - number: Gives the number of a signature.
  ///   - deliver: Receives sightings of a shard.
  package mutating func record(
    _ batch: borrowing LineBatch, in text: RawSpan, number: (Signature) -> UInt64,
    deliver: (_ shard: Int, Span<Sighting>) -> Void
  ) {
    for index in 0..<batch.count {
      let signature = batch[signature: index]
      let line = batch.line(index)
      record(
        fingerprint(of: text, Int(line.start), Int(line.byteCount)), signature,
        count: batch.isWeighted ? batch[weight: index] : 1, number: number, deliver: deliver)
    }
  }

  /// Submits a password known by its fingerprint; the other parameters are the same.
  @inline(__always)
  package mutating func record(
    _ fingerprint: Fingerprint, _ signature: Signature, count: UInt64,
    number: (Signature) -> UInt64, deliver: (_ shard: Int, Span<Sighting>) -> Void
  ) {
    let shard = Int(truncatingIfNeeded: fingerprint.high >> shift)
    let place = shard &* depth &+ filled[shard]
    buffers[place] = Sighting(
      high: fingerprint.high, low: fingerprint.low,
      signature: numbers.number(of: signature, else: number), count: count)
    filled[shard] &+= 1
    if filled[shard] == depth { handOver(shard, to: deliver) }
  }

  /// Submits the contents of the buffers.
  package mutating func flush(deliver: (_ shard: Int, Span<Sighting>) -> Void) {
    for shard in filled.indices where filled[shard] > 0 { handOver(shard, to: deliver) }
  }

  private mutating func handOver(_ shard: Int, to deliver: (Int, Span<Sighting>) -> Void) {
    let start = shard &* depth
    deliver(shard, buffers.span.extracting(start..<start &+ filled[shard]))
    filled[shard] = 0
  }

  /// The 128-bit fingerprint of a password: XXH3 of its bytes.
  ///
  /// Two of `n` distinct passwords collide with a probability of about n² ÷ 2¹²⁹: 10⁻²¹ for a
  /// billion. The author of a list does not know the seed, and so cannot construct collisions. With
  /// a key, ``KeyedHash`` is used.
  @inline(__always)
  private func fingerprint(of text: RawSpan, _ start: Int, _ count: Int) -> Fingerprint {
    let password = text.extracting(start..<start &+ count)
    if let hash { return hash.fingerprint(of: password) }
    // SAFETY: XXH3 reads the bytes of the buffer and none beyond.
    let words = unsafe password.withUnsafeBytes {
      unsafe xxh3_128bits($0.baseAddress, $0.count, seed)
    }
    return Fingerprint(high: words.high, low: words.low)
  }
}
