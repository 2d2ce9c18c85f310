/// Entries that ranked blocklists hold, by the rank band of the value that they met: a plain sum over
/// lines.
///
/// The list that ranks its values numbers the bands, 16 at most.
package struct ListHits: Hashable, Sendable {
  /// Bands a list.
  package static let bandCount = 16

  /// ``bandCount`` places a list, one list after the other.
  package private(set) var counts: [UInt64]

  /// Counts nothing yet.
  package init(listCount: Int) {
    counts = Array(repeating: 0, count: listCount * Self.bandCount)
  }

  /// Takes over counts; nil unless there are ``bandCount`` a list.
  package init?(_ counts: [UInt64], listCount: Int) {
    guard counts.count == listCount * Self.bandCount else { return nil }
    self.counts = counts
  }

  /// Entries that met a value of a band in a list.
  package subscript(list: Int, band: Int) -> UInt64 { counts[list * Self.bandCount + band] }

  /// Adds what another place counted of the same lists.
  package mutating func merge(_ other: ListHits) {
    precondition(counts.count == other.counts.count, "hits of unlike lists do not add up")
    for index in counts.indices { counts[index] &+= other.counts[index] }
  }

  /// Forgets everything.
  package mutating func removeAll() {
    for index in counts.indices { counts[index] = 0 }
  }

  /// Counts the lines of a batch by their bands in a list; those that it does not hold have a band
  /// of their own.
  package mutating func add(_ bands: Span<UInt8>, of batch: borrowing LineBatch, list: Int) {
    let first = list * Self.bandCount
    precondition(first >= 0 && first + Self.bandCount <= counts.count, "16 places a list")
    var counts = counts.mutableSpan
    for index in 0..<batch.count {
      counts[first &+ Int(bands[index] & 15)] &+= batch.isWeighted ? batch[weight: index] : 1
    }
  }

  /// Counts one line's entries.
  @inline(__always)
  package mutating func add(_ entries: UInt64, list: Int, band: UInt8) {
    counts[list * Self.bandCount + Int(band & 15)] &+= entries
  }
}
