/// Keeps a limited number of records, the best ranked of a list.
struct FirstRecords {
  private let limit: Int
  private var records: [Record] = []
  private var seen: Set<UInt64> = []
  private var isCounted = false
  /// Records left out because others rank better; repeats of kept ones are not counted.
  private(set) var beyondCount = 0

  init(_ limit: Int) { self.limit = limit }

  /// Whether the limit is reached.
  ///
  /// Better counts may still replace the records of a counted list.
  var isFull: Bool { records.count >= limit }

  /// Adds a record of an ordered list, or of a counted one.
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

  /// The kept records, the best ranked first.
  mutating func settled() -> [Record] {
    if isCounted { keepBest() }
    return records
  }

  /// Keeps the largest counts: of equal ones the first, of one value the largest.
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
