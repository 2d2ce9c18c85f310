/// Keeps a limited number of records: the best ranked values of a list.
struct FirstRecords {
  private let limit: Int
  private var records: [Record] = []
  private var seen: Set<UInt64> = []
  private var isCounted = false
  /// The number of records left out for better ranked ones; repeats of kept records are not
  /// counted.
  private(set) var beyondCount = 0

  init(_ limit: Int) { self.limit = limit }

  /// Whether the limit is reached.
  ///
  /// In a list with counts, later records with larger counts still replace others.
  var isFull: Bool { records.count >= limit }

  /// Adds a record of an ordered list or of a list with counts.
  mutating func add(_ record: Record, isCounted: Bool) {
    self.isCounted = isCounted
    if isCounted {
      records.append(record)
      if records.count >= 2 * limit + 1024 { keepBest() }
    } else if isFull {
      if !seen.contains(record.fingerprint) { beyondCount += 1 }
    } else if seen.insert(record.fingerprint).inserted {
      records.append(record)
    }
  }

  /// The kept records, best ranked first.
  mutating func settled() -> [Record] {
    if isCounted { keepBest() }
    return records
  }

  /// Keeps the largest counts: among equal counts the first, for each value its largest.
  private mutating func keepBest() {
    let ranked = records.enumerated().sorted {
      ($1.element.number, $0.offset) < ($0.element.number, $1.offset)
    }
    var seen: Set<UInt64> = []
    records.removeAll(keepingCapacity: true)
    for (_, record) in ranked where !seen.contains(record.fingerprint) {
      if records.count < limit {
        records.append(record)
        seen.insert(record.fingerprint)
      } else {
        beyondCount += 1
      }
    }
  }
}
