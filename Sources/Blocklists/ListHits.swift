import Passwords

/// Entries that ranked lists hold, by the rank of the value that they met: a plain sum over lines.
///
///     hits[0, RankBand(ofRank: 1)]             // entries whose value is among the first ten of list 0
package struct ListHits: Hashable, Sendable {
  /// 16 places a list.
  private var counts: [UInt64]

  /// Counts nothing yet.
  package init(listCount: Int) {
    counts = Array(repeating: 0, count: listCount * RankBand.count)
  }

  /// Entries that met a value of a band in a list.
  package subscript(list: Int, band: RankBand) -> UInt64 {
    counts[list * RankBand.count + Int(band.rawValue)]
  }

  /// Adds what another place counted.
  package mutating func merge(_ other: ListHits) {
    precondition(counts.count == other.counts.count, "hits of unlike lists do not add up")
    for index in counts.indices { counts[index] &+= other.counts[index] }
  }

  /// Counts the lines of a batch by band; those without a value share the place that is no band's.
  mutating func add(_ bands: Span<UInt8>, of batch: borrowing LineBatch, list: Int) {
    let first = list * RankBand.count
    precondition(first + RankBand.count <= counts.count, "16 places a list")
    var counts = counts.mutableSpan
    for index in 0..<batch.count {
      counts[first &+ Int(bands[index] & 15)] &+= batch.isWeighted ? batch[weight: index] : 1
    }
  }
}
