/// How long the passwords of a list are.
struct LengthOverview: Sendable {
  /// The length that half of the passwords do not exceed.
  let median: Int
  /// One for each length from the shortest on, empty ones too; empty for an empty list.
  let rows: [Row]
  /// All longer ones, which are at most one per cent together; nil where there are none.
  let tail: Tail?
  /// The commonest length's passwords.
  let widest: Part

  /// The passwords of one length.
  struct Row: Hashable, Sendable {
    /// In code points.
    let length: Int
    /// Passwords of it.
    let part: Part
  }

  /// The long and thin end of a list.
  struct Tail: Hashable, Sendable {
    /// The least of these lengths.
    let from: Int
    /// Passwords of them.
    let part: Part
  }

  /// Reads counts by length.
  init(_ counts: [UInt64], entries: UInt64) {
    median = Self.median(counts)
    widest = Part(counts.max() ?? 0, of: entries)
    guard counts.count > 1 else {
      rows = []
      tail = nil
      return
    }
    var last = counts.count - 1
    var beyond: UInt64 = 0
    while last > 1, (beyond &+ counts[last]) <= entries / 100 {
      beyond &+= counts[last]
      last -= 1
    }
    let first = counts.firstIndex { $0 > 0 } ?? 1
    rows = (first...max(first, last)).map {
      Row(length: $0, part: Part(counts[$0], of: entries))
    }
    tail = beyond > 0 ? Tail(from: last + 1, part: Part(beyond, of: entries)) : nil
  }

  /// The index that half of what is counted does not exceed.
  static func median(_ counts: [UInt64]) -> Int {
    let total = counts.reduce(0, &+)
    var below: UInt64 = 0
    for (index, count) in counts.enumerated() {
      below &+= count
      if below >= total &- total / 2 { return index }
    }
    return 0
  }
}
