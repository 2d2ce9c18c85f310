import CXXHash
@_spi(House) package import Passwords

/// Makes sightings of one lane's passwords, and puts them on its shelves.
package struct GroupingBench: ~Copyable {
  private let seed: UInt64
  private let shortSeed: UInt64
  private let hash: KeyedHash?
  private var numbers = RecentNumbers()

  /// Makes a bench.
  ///
  /// - Parameters:
  ///   - seed: Makes this run's fingerprints differ from those of others; the same for all lanes.
  ///   - key: Replaces the seed if fingerprints outlast the run.
  package init(seed: UInt64, key: FingerprintKey? = nil) {
    self.seed = seed
    // Nobody can tell how the hashes under two seeds differ if one seed is a hash under the other.
    shortSeed = xxh3_128bits(nil, 0, seed).high
    hash = key.map(KeyedHash.init)
  }

  /// Submits every line of a batch whose signatures are complete.
  ///
  /// - Parameters:
  ///   - batch: The lines.
  ///   - text: The text that their offsets refer to.
  ///   - number: Gives the number of a signature.
  ///   - shelves: The lane's shelves.
  ///   - file: The file for shelves that are full.
  /// - Throws: ``GroupingProblem/cannotWrite(directory:code:written:)``.
  package mutating func record(
    _ batch: borrowing LineBatch, in text: RawSpan, number: (Signature) -> UInt64,
    onto shelves: inout SightingShelves, spillingTo file: SpillFile
  ) throws(GroupingProblem) {
    var sightings = InlineArray<256, Sighting>(repeating: .none)
    precondition(batch.count <= sightings.count, "a sighting for each line")
    // One loop a step: none waits for a cache miss or a misjudged branch of another.
    for index in 0..<batch.count {
      let line = batch.line(index)
      let fingerprint = fingerprint(of: text, Int(line.start), Int(line.byteCount))
      sightings[index] = Sighting(
        high: fingerprint.high, low: fingerprint.low, signature: 0,
        count: batch.isWeighted ? batch[weight: index] : 1)
    }
    for index in 0..<batch.count {
      sightings[index].signature = numbers.number(of: batch[signature: index], else: number)
    }
    for index in 0..<batch.count { try shelves.add(sightings[index], spillingTo: file) }
  }

  /// Submits a password known by its fingerprint; the other parameters are the same.
  @inline(__always)
  package mutating func record(
    _ fingerprint: Fingerprint, _ signature: Signature, count: UInt64,
    number: (Signature) -> UInt64, onto shelves: inout SightingShelves,
    spillingTo file: SpillFile
  ) throws(GroupingProblem) {
    let sighting = Sighting(
      high: fingerprint.high, low: fingerprint.low,
      signature: numbers.number(of: signature, else: number), count: count)
    try shelves.add(sighting, spillingTo: file)
  }

  /// The 128-bit fingerprint of a password: XXH3 of its bytes.
  ///
  /// Two of `n` distinct passwords collide with a probability of about n² ÷ 2¹²⁹: 10⁻²¹ for a
  /// billion. The author of a list does not know the seed, and so cannot construct collisions. With
  /// a key, ``KeyedHash`` is used.
  ///
  /// A password of at most 15 bytes is hashed as 16 bytes: its own, zeros, and its length. With
  /// always the same number of bytes XXH3 does not branch, which saves 2 of 5 ns. A seed of their
  /// own keeps such hashes apart from those of passwords of 16 bytes.
  @inline(__always)
  private func fingerprint(of text: RawSpan, _ start: Int, _ count: Int) -> Fingerprint {
    if hash == nil, count <= 15, start >= 0, start <= text.byteCount &- 16 {
      // SAFETY: 16 bytes behind `start` are within the text.
      let first = unsafe text.unsafeLoadUnaligned(
        fromUncheckedByteOffset: start, as: UInt64.self)
      let second = unsafe text.unsafeLoadUnaligned(
        fromUncheckedByteOffset: start &+ 8, as: UInt64.self)
      return short(UInt64(littleEndian: first), UInt64(littleEndian: second), count)
    }
    return slowFingerprint(of: text.extracting(start..<start &+ count))
  }

  /// The fingerprint of the first `count` bytes of two words, at most 15.
  @inline(__always)
  private func short(_ first: UInt64, _ second: UInt64, _ count: Int) -> Fingerprint {
    let bits = UInt64(truncatingIfNeeded: count) &* 8
    // Shifts by 64 and more give 0.
    let low = first & ~(UInt64.max << bits)
    let high = second & ~(UInt64.max << (max(bits, 64) &- 64))
    let words = xxh3_128bits_of_words(low, high | bits &<< 53, shortSeed)
    return Fingerprint(high: words.high, low: words.low)
  }

  /// The fingerprint under a key, of a longer password, or at the end of a text.
  @inline(never)
  private func slowFingerprint(of password: RawSpan) -> Fingerprint {
    if let hash { return hash.fingerprint(of: password) }
    if password.byteCount <= 15 {
      var words = [UInt64](repeating: 0, count: 2)
      for index in 0..<password.byteCount {
        // SAFETY: the index is within the password.
        let byte = unsafe password.unsafeLoad(fromByteOffset: index, as: UInt8.self)
        words[index / 8] |= UInt64(byte) << UInt64(index % 8 * 8)
      }
      return short(words[0], words[1], password.byteCount)
    }
    // SAFETY: XXH3 reads the bytes of the buffer and none beyond.
    let words = unsafe password.withUnsafeBytes {
      unsafe xxh3_128bits($0.baseAddress, $0.count, seed)
    }
    return Fingerprint(high: words.high, low: words.low)
  }
}
