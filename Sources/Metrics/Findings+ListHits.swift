import Passwords

extension Findings {
  /// The hits of one blocklist.
  package struct BlocklistHits: Sendable {
    /// The list's name.
    package let name: String
    /// Entries that it holds.
    package let hits: UInt64
    /// The hits of a ranked list by the power of ten that limits the rank: `hits` counts ranks above
    /// the previous power.
    package let bands: [(limit: UInt64, hits: UInt64)]
  }

  /// The hits of each blocklist, in the order of their bits.
  package var listHits: [BlocklistHits] {
    lists.enumerated().map { number, values in
      var limit: UInt64 = 1
      let ranked = values.bandCounts.indices.dropFirst().dropLast()
      return BlocklistHits(
        name: values.name, hits: list.passwords.listed[number],
        bands: ranked.compactMap { band in
          limit *= 10
          return values.bandCounts[band] == 0 ? nil : (limit, list.hits[number, band])
        })
    }
  }
}
