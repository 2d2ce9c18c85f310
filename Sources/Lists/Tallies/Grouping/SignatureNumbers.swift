@_spi(Internal) package import Passwords

/// Numbers signatures in order of arrival, so that a record stores 8 bytes instead of a
/// signature.
///
/// Takes at most some 13 MB, although a list can have one signature per line. Signatures beyond the
/// first ``heldCount`` go to the temporary file. From time to time the remembered numbers are
/// dropped, so a signature that returns gets a new number.
package struct SignatureNumbers: ~Copyable {
  /// The first signatures, by number.
  private var held: [Signature] = []
  /// The remembered numbers.
  private var numbers: [Signature: UInt64] = [:]
  /// The number of assigned numbers.
  private var count: UInt64 = 0
  /// The signatures after those in `held` and `runs`, in order.
  private var recent: [PasswordRecord] = []
  /// The runs of later signatures in the file, ``runCount`` each.
  private var runs: [SpillFile.Run] = []

  /// The number of signatures kept in memory; real lists have a tenth of this.
  ///
  /// Three quarters of a power of two, at which a dictionary grows.
  package static let heldCount = 196_608
  /// The number of signatures written at a time.
  private static let runCount = 4096

  /// Makes a numbering without signatures.
  package init() {}

  /// The number of a signature; a new number if none is remembered.
  ///
  /// - Throws: ``GroupingProblem/cannotWrite(directory:code:written:)``.
  package mutating func number(
    of signature: Signature, spillingTo file: SpillFile
  ) throws(GroupingProblem) -> UInt64 {
    if let number = numbers[signature] { return number }
    let number = count
    if number < Self.heldCount {
      held.append(signature)
    } else {
      // The file holds records, so each signature is stored in the words of one.
      recent.append(
        PasswordRecord(high: signature.w0, low: signature.w1, signature: signature.w2, count: 1))
      if recent.count == Self.runCount {
        runs.append(
          try unsafe recent.withUnsafeBufferPointer { recent throws(GroupingProblem) in
            try unsafe file.write(recent)
          })
        recent.removeAll(keepingCapacity: true)
      }
    }
    count += 1
    if numbers.count == Self.heldCount { numbers.removeAll(keepingCapacity: true) }
    numbers[signature] = number
    return number
  }

  /// The signature of a number.
  ///
  /// `buffer` caches a page, for numbers in ascending order.
  ///
  /// - Throws: ``GroupingProblem/cannotRead(directory:code:)``.
  package func signature(
    _ number: UInt64, from file: SpillFile, _ buffer: inout Buffer
  ) throws(GroupingProblem) -> Signature {
    let index = Int(number)
    if index < held.count { return held[index] }
    let place = index - Self.heldCount
    if place / Self.runCount == runs.count {
      return Self.signature(recent[place % Self.runCount])
    }
    if !buffer.range.contains(place) {
      let run = runs[place / Self.runCount]
      let start = place % Self.runCount / Buffer.count * Buffer.count
      try unsafe buffer.records.withUnsafeMutableBufferPointer { room throws(GroupingProblem) in
        // SAFETY: all bytes are valid records.
        try unsafe file.read(into: room, at: run.offset + start * PasswordRecord.stride)
      }
      let first = place - place % Self.runCount + start
      buffer.range = first..<first + Buffer.count
    }
    return Self.signature(buffer.records[place - buffer.range.lowerBound])
  }

  /// A page of signatures read from the file.
  package struct Buffer {
    fileprivate static let count = 4096 / PasswordRecord.stride
    fileprivate var records = [PasswordRecord](repeating: .none, count: Buffer.count)
    fileprivate var range = 0..<0

    /// Makes an empty buffer.
    package init() {}
  }

  private static func signature(_ record: PasswordRecord) -> Signature {
    Signature(record.high, record.low, record.signature)
  }
}
