/// The number of entries that ranked blocklists hold, by the rank band of the matching value.
///
/// A plain sum over lines.
///
/// The ranked list numbers its bands; there are 16 at most.
package struct ListHits: Hashable, Sendable {
  /// The number of bands of each list.
  package static let bandCount = 16

  /// The counts: ``bandCount`` for each list, list after list.
  package private(set) var counts: [UInt64]

  /// Makes counts of 0.
  package init(listCount: Int) {
    counts = Array(repeating: 0, count: listCount * Self.bandCount)
  }

  /// Makes hits from counts; nil unless there are ``bandCount`` for each list.
  package init?(_ counts: [UInt64], listCount: Int) {
    guard counts.count == listCount * Self.bandCount else { return nil }
    self.counts = counts
  }

  /// The number of entries that match a value of a band in a list.
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

  /// Counts the lines of a batch by their bands in a list.
  ///
  /// Lines that are not in the list have a separate band.
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
