@_spi(Internal) import Files
@_spi(Internal) package import Passwords

/// Makes records of one worker's passwords, and puts them in its partitions.
package struct WorkerRecorder: ~Copyable {
  private let seed: UInt64
  private let exact: ExactFingerprint
  private let hash: KeyedHash?
  /// The number of each signature by its key in the worker's tally; `.max` if not known yet.
  private var numbers: [UInt64] = []

  /// Numbers are remembered for this many keys, which takes 2 MiB; common signatures come first.
  private static let keyLimit = 262_144

  /// Makes a recorder.
  ///
  /// - Parameters:
  ///   - seed: Seeds the fingerprints, differently in every run; the same for all workers.
  ///   - key: Replaces the seed if the fingerprints outlast the run.
  package init(seed: UInt64, key: FingerprintKey? = nil) {
    self.seed = seed
    exact = ExactFingerprint(seed: seed)
    hash = key.map(KeyedHash.init)
  }

  /// Submits every line of a batch that the worker's tally has counted.
  ///
  /// - Parameters:
  ///   - batch: The lines.
  ///   - text: The text that their offsets refer to.
  ///   - number: Gives the number of a signature.
  ///   - partitions: The worker's partitions.
  /// - Throws: ``GroupingProblem/cannotWrite(directory:code:written:)``.
  package mutating func record(
    _ batch: borrowing LineBatch, in text: RawSpan, number: (Signature) -> UInt64,
    into partitions: inout RecordPartitions
  ) throws(GroupingProblem) {
    for index in 0..<batch.count {
      let fingerprint = fingerprint(of: text, in: batch.line(index).range)
      try partitions.add(
        PasswordRecord(
          high: fingerprint.high, low: fingerprint.low,
          signature: self.number(ofKey: Int(batch[key: index])) { number(batch[signature: index]) },
          count: batch.isWeighted ? batch[weight: index] : 1))
    }
  }

  /// Forgets the keys, when the worker's tally begins anew.
  package mutating func forgetKeys() { numbers.removeAll(keepingCapacity: true) }

  /// The number of the signature with this key, remembered or from `source`.
  @inline(__always)
  private mutating func number(ofKey key: Int, else source: () -> UInt64) -> UInt64 {
    if key < numbers.count, numbers[key] != .max { return numbers[key] }
    return remember(source(), forKey: key)
  }

  @inline(never)
  private mutating func remember(_ number: UInt64, forKey key: Int) -> UInt64 {
    if key >= Self.keyLimit { return number }
    while numbers.count <= key { numbers.append(.max) }
    numbers[key] = number
    return number
  }

  /// The 128-bit fingerprint of a password: exact if it is short, else XXH3 of its bytes.
  ///
  /// The probability that two of `n` distinct passwords collide is at most about n² ÷ 2¹²⁹: 10⁻²¹
  /// for a billion. Two short passwords never collide. The author of a list does not know the seed,
  /// so cannot construct collisions. With a key, uses ``KeyedHash``.
  @inline(__always)
  private func fingerprint(of text: RawSpan, in range: Range<Int>) -> Fingerprint {
    if hash == nil, let fingerprint = exact.of(text, range) { return fingerprint }
    return hashed(text.extracting(range))
  }

  /// The fingerprint under a key, or of a password that is not short.
  @inline(never)
  private func hashed(_ password: RawSpan) -> Fingerprint {
    if let hash { return hash.fingerprint(of: password) }
    let words = xxh3Wide(password, seed: seed)
    return Fingerprint(high: words.high, low: words.low)
  }
}

/// A password with a count: the unit that grouping adds up.
///
/// It has no text: the password is a 128-bit hash, and its facts are a signature's number.
package struct PasswordRecord: BitwiseCopyable, Sendable {
  /// The fingerprint's first half; its top bits choose the partition.
  package var high: UInt64
  /// The fingerprint's other half.
  package var low: UInt64
  /// The number that ``SignatureNumbers`` assigned to the signature.
  package var signature: UInt64
  /// The number of occurrences; 0 marks a free place of a table.
  package var count: UInt64

  /// Makes a record.
  package init(high: UInt64, low: UInt64, signature: UInt64, count: UInt64) {
    self.high = high
    self.low = low
    self.signature = signature
    self.count = count
  }

  /// The size of a record, in bytes.
  static let stride = MemoryLayout<PasswordRecord>.stride

  /// The empty place.
  static let none = PasswordRecord(high: 0, low: 0, signature: 0, count: 0)

  /// 0 if both records are of the same password, otherwise another number.
  @inline(__always)
  func difference(from other: PasswordRecord) -> UInt64 {
    (high ^ other.high) | (low ^ other.low)
  }

  /// Whether the fingerprint of `a` is smaller than that of `b`.
  @inline(__always)
  func precedes(_ other: PasswordRecord) -> Bool {
    high == other.high ? low < other.low : high < other.high
  }
}
