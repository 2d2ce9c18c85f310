/// The number of lines of each kind; a plain sum over chunks and lanes.
///
/// An audited line counts as one *entry*, or as many as its count states.
package struct LineCounts: Hashable, Sendable {
  /// Entries with only ASCII bytes.
  package var ascii: UInt64 = 0
  /// Entries of well-formed UTF-8 with characters beyond ASCII.
  package var utf8: UInt64 = 0
  /// Entries that are not UTF-8.
  package var illFormed: UInt64 = 0
  /// Entries beyond the first of each audited line; saturates at the largest number.
  package var repeats: UInt64 = 0
  /// Entries that normalisation form C changes; all are also in ``utf8``.
  package var changedByFormC: UInt64 = 0
  /// Lines without bytes; they are not passwords.
  package var empty: UInt64 = 0
  /// Lines longer than ``Schema/longestLine``; they are skipped.
  package var overLong: UInt64 = 0
  /// Lines without the list's layout; they are skipped.
  package var malformed: UInt64 = 0
  /// Header lines that name columns; they are not passwords.
  package var headers: UInt64 = 0

  /// Lines that a fault or a stop cut off.
  package var cut: UInt64 = 0
  /// Lines too long to be held, which only readers count; ``overLong`` has the others.
  package var unheld: UInt64 = 0

  /// Audited lines that the scorer scored only at the beginning.
  package var scoredInPart: UInt64 = 0

  /// Makes counts of 0.
  package init() {}

  /// The number of audited passwords, repetitions included.
  package var entries: UInt64 { ascii &+ utf8 &+ illFormed }

  /// The number of audited lines.
  package var audited: UInt64 { entries &- repeats }

  /// Whether lines claim 2⁶³ entries or more; then no count is reliable.
  package var areTooMany: Bool { repeats > .max / 2 }

  /// Adds other counts.
  ///
  /// 64 bits suffice for any list: at a billion lines a second, 2⁶⁴ lines take 580 years. The
  /// counts stated in lines may have a larger sum, which ``areTooMany`` reports.
  package mutating func merge(_ other: LineCounts) {
    ascii &+= other.ascii
    utf8 &+= other.utf8
    illFormed &+= other.illFormed
    changedByFormC &+= other.changedByFormC
    empty &+= other.empty
    repeats = repeats.saturatingAdd(other.repeats)
    overLong &+= other.overLong
    malformed &+= other.malformed
    headers &+= other.headers
    cut &+= other.cut
    unheld &+= other.unheld
    scoredInPart &+= other.scoredInPart
  }

  /// Counts the audited lines of a batch by their weights.
  package mutating func count(_ batch: borrowing LineBatch) {
    for index in 0..<batch.count {
      count(
        batch.line(index).encoding, entries: batch.isWeighted ? batch[weight: index] : 1)
    }
  }

  /// Counts one audited line with a number of entries, at least 1.
  package mutating func count(_ encoding: LineBatch.Encoding, entries: UInt64 = 1) {
    switch encoding {
    case .ascii: ascii &+= entries
    case .utf8: utf8 &+= entries
    case .illFormed: illFormed &+= entries
    }
    repeats = repeats.saturatingAdd(entries &- 1)
  }

  /// All lines that are too long for a password.
  package var allOverLong: UInt64 { overLong &+ unheld }

  /// A kind of count: its name in tallies, the count, and what is counted, in words.
  package typealias Kind = (
    name: String, field: WritableKeyPath<LineCounts, UInt64>, words: String
  )

  /// The kinds that add up to all entries.
  package static let encodings: Set<String> = ["ascii", "utf8", "ill_formed"]

  /// All counts, in the order of tallies.
  package static var kinds: [Kind] {
    [
      ("ascii", \.ascii, "lines"), ("utf8", \.utf8, "lines"),
      ("ill_formed", \.illFormed, "lines"), ("repeats", \.repeats, "lines"),
      ("changed_by_nfc", \.changedByFormC, "lines"), ("empty", \.empty, "lines"),
      ("over_long", \.overLong, "lines"), ("malformed", \.malformed, "lines"),
      ("header", \.headers, "lines"), ("scored_in_part", \.scoredInPart, "lines"),
      ("cut", \.cut, "lines cut off"), ("over_long_skipped", \.unheld, "lines that were too long"),
    ]
  }
}

extension UInt64 {
  /// The sum, or the largest number if it overflows.
  fileprivate func saturatingAdd(_ other: UInt64) -> UInt64 {
    let (sum, isTooMuch) = addingReportingOverflow(other)
    return isTooMuch ? .max : sum
  }
}
