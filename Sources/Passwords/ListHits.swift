/// Entries found in ranked blocklists, by the rank band of the value that they match: a plain sum
/// over lines.
///
/// The ranked list numbers its bands, 16 at most.
package struct ListHits: Hashable, Sendable {
  /// Bands of each list.
  package static let bandCount = 16

  /// ``bandCount`` counts for each list, one list after the other.
  package private(set) var counts: [UInt64]

  /// Starts all counts at 0.
  package init(listCount: Int) {
    counts = Array(repeating: 0, count: listCount * Self.bandCount)
  }

  /// Takes counts; nil unless there are ``bandCount`` for each list.
  package init?(_ counts: [UInt64], listCount: Int) {
    guard counts.count == listCount * Self.bandCount else { return nil }
    self.counts = counts
  }

  /// Entries that match a value of a band in a list.
  package subscript(list: Int, band: Int) -> UInt64 { counts[list * Self.bandCount + band] }

  /// Adds other counts of the same lists.
  package mutating func merge(_ other: ListHits) {
    precondition(counts.count == other.counts.count, "hits of unlike lists do not add up")
    for index in counts.indices { counts[index] &+= other.counts[index] }
  }

  /// Resets all counts to 0.
  package mutating func removeAll() {
    for index in counts.indices { counts[index] = 0 }
  }

  /// Counts the lines of a batch by their bands in a list; lines that are not in it have a band of
  /// their own.
  package mutating func add(_ bands: Span<UInt8>, of batch: borrowing LineBatch, list: Int) {
    let first = list * Self.bandCount
    precondition(first >= 0 && first + Self.bandCount <= counts.count, "16 places a list")
    var counts = counts.mutableSpan
    for index in 0..<batch.count {
      counts[first &+ Int(bands[index] & 15)] &+= batch.isWeighted ? batch[weight: index] : 1
    }
  }

  /// Counts the entries of one line.
  @inline(__always)
  package mutating func add(_ entries: UInt64, list: Int, band: UInt8) {
    counts[list * Self.bandCount + Int(band & 15)] &+= entries
  }
}
