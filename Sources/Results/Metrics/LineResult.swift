package import Passwords

/// What became of lines, in the order of tables: the one list that `audit.csv`, `audit.json`, pages and
/// summaries read.
package struct LineResult: Sendable {
  /// The bin of the metric `lines`; nil for lines that another bin holds, too.
  package let bin: String?
  /// The key under `lines` in `audit.json`; nil for one of `encodings`.
  package let key: String?
  /// The words in tables.
  package let words: String
  /// What stands before the number in sentences, the noun of the number, and what stands after it.
  package let phrase: (before: String, noun: String, after: String)
  /// Its place in sentences about skipped lines, or about those with a reservation.
  package let place: SentencePlace?
  private let count: @Sendable (LineCounts) -> UInt64

  /// Where sentences name such lines.
  package enum SentencePlace: Hashable, Sendable {
    case skipped(Int)
    case reserved(Int)
  }

  private init(
    _ bin: String?, _ key: String?, _ words: String,
    _ phrase: (before: String, noun: String, after: String), at place: SentencePlace?,
    _ count: @escaping @Sendable (LineCounts) -> UInt64
  ) {
    self.bin = bin
    self.key = key
    self.words = words
    self.phrase = phrase
    self.place = place
    self.count = count
  }

  /// The number of such lines.
  package func count(in lines: LineCounts) -> UInt64 { count(lines) }

  /// Whether the number of lines with a key or a bin follows from kinds of line that are not told.
  package static func follows(_ name: String, from kinds: Set<String>) -> Bool {
    if kinds.isEmpty { return false }
    // Whatever is not 0 with only these kinds of line follows from them; the sum of encodings is told.
    var probe = LineCounts()
    for kind in LineCounts.kinds
    where kinds.contains(kind.name) && !LineCounts.encodings.contains(kind.name) {
      probe[keyPath: kind.field] = 1
    }
    return all.contains { ($0.key == name || $0.bin == name) && $0.count(in: probe) != 0 }
  }

  /// All of them.
  package static let all = [
    LineResult("audited", "audited", "audited", ("", "audited line", ""), at: nil, \.audited),
    LineResult("empty", "empty", "empty", ("", "empty line", ""), at: .skipped(0), \.empty),
    LineResult(
      "over-long", "overLong", "over-long", ("", "over-long line", ""), at: .skipped(1),
      \.allOverLong),
    LineResult("cut", "cut", "cut off", ("", "line", " cut off"), at: .skipped(4), \.cut),
    LineResult(
      "malformed", "malformed", "malformed", ("", "malformed line", ""), at: .skipped(2),
      \.malformed),
    LineResult("header", "header", "headers", ("", "header", ""), at: .skipped(3), \.headers),
    LineResult(
      nil, "scoredInPart", "scored on the first 512 characters",
      ("scored on the first 512 characters: ", "line", ""), at: .reserved(1), \.scoredInPart),
    LineResult(
      nil, nil, "audited though not UTF-8", ("audited though not UTF-8: ", "password", ""),
      at: .reserved(0), \.illFormed),
  ]
}
