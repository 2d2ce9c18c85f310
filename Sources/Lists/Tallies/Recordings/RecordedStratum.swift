@_spi(Internal) import Passwords

/// The accounts of a directory, or of a part of it, in numbers.
///
/// The first stratum of a recording is the whole: it has no option and no label, and its known
/// passwords are those of the recording, so its own tally is empty.
package struct RecordedStratum: Sendable, Equatable {
  /// The option that asked for it, such as `--by Department`; empty for the whole.
  package var option = ""
  /// Its label in reports.
  package var label = ""
  /// Its counting accounts.
  package var accounts: UInt64
  /// The number of strata that were joined into it; 0 for others.
  package var joined: UInt64 = 0
  /// Whether it is so small that it describes single persons.
  package var describesPersons = false
  /// The bins of metrics about accounts, in reading order.
  package var counts: [Count] = []
  /// The known passwords of its accounts.
  package var tally: Tally

  /// Begins a stratum.
  package init(accounts: UInt64, tally: Tally) {
    self.accounts = accounts
    self.tally = tally
  }

  /// The number in a bin of a metric.
  package struct Count: Sendable, Hashable {
    /// The metric's name.
    package let metric: String
    /// The bin's name.
    package let bucket: String
    /// The number.
    package var count: UInt64

    /// Makes a count.
    package init(_ metric: String, _ bucket: String, _ count: UInt64) {
      self.metric = metric
      self.bucket = bucket
      self.count = count
    }
  }

  /// Whether it is the whole directory.
  package var isWhole: Bool { option.isEmpty }

  /// The counts, followed by the lines and the hits of its tally: the rows of a table.
  package var rows: [Count] {
    counts
      + (LineCounts.kinds.map { Count(Self.lines, $0.name, tally.lines[keyPath: $0.field]) }
      + tally.hits.counts.enumerated().map { Count(Self.hits, String($0), $1) })
      .filter { $0.count > 0 }
  }

  /// Takes a row of ``rows``; false if its tally has no such lines or hits.
  package mutating func take(_ row: Count) -> Bool {
    switch row.metric {
    case Self.lines:
      let kind = LineCounts.kinds.first { $0.name == row.bucket }
      guard let kind else { return false }
      tally.lines[keyPath: kind.field] = row.count
    case Self.hits:
      guard let place = Int(row.bucket), tally.hits.counts.indices.contains(place) else {
        return false
      }
      let (list, band) = place.quotientAndRemainder(dividingBy: ListHits.bandCount)
      tally.hits.add(row.count, list: list, band: UInt8(band))
    default: counts.append(row)
    }
    return true
  }

  private static let lines = "lines"
  private static let hits = "hits"

  /// What tells strata apart, in their order.
  var key: (String, Int, String) { (option, joined > 0 ? 1 : 0, label) }

  /// The metrics whose counts do not add up: two directories may have the same password.
  private static let unsummable: Set = ["commonest"]

  /// Adds a stratum of the same label.
  ///
  /// What only one of them counts is not known of both.
  fileprivate mutating func merge(_ other: RecordedStratum) {
    accounts &+= other.accounts
    joined &+= other.joined
    describesPersons = describesPersons && other.describesPersons
    tally.merge(other.tally)
    let others = Dictionary(
      other.counts.map { (Count($0.metric, $0.bucket, 0), $0.count) }, uniquingKeysWith: &+)
    counts = counts.compactMap { count in
      guard let number = others[Count(count.metric, count.bucket, 0)],
        !Self.unsummable.contains(count.metric)
      else { return nil }
      return Count(count.metric, count.bucket, count.count &+ number)
    }
  }
}

extension [RecordedStratum] {
  /// Adds the strata of another directory, those of equal labels together.
  mutating func merge(_ others: [RecordedStratum]) {
    for other in others {
      if let place = firstIndex(where: { $0.key == other.key }) {
        self[place].merge(other)
      } else {
        append(other)
      }
    }
    sort { $0.key < $1.key }
  }
}
