/// A set of code points as sorted ranges that do not touch; never holds line terminators.
///
/// The domain are passwords as lists hold them, without LF, CR, U+2028 and U+2029.
///
///     PointSet("a-").union(.digit).contains("7")  // true
struct PointSet: Hashable, Sendable {
  /// The ranges in order; between two of them is at least one code point that is no member.
  private(set) var ranges: [ClosedRange<UInt32>] = []

  init() {}

  /// The set of these characters.
  init(_ characters: String) { self.init(characters.unicodeScalars.map { $0.value...$0.value }) }

  /// The union of ranges, without line terminators.
  init(_ ranges: [ClosedRange<UInt32>]) {
    var merged: [ClosedRange<UInt32>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound <= last.upperBound &+ 1 {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    self.ranges = merged.flatMap { Self.withoutLineEnds($0) }
  }

  private static func withoutLineEnds(_ range: ClosedRange<UInt32>) -> [ClosedRange<UInt32>] {
    var (parts, start): ([ClosedRange<UInt32>], UInt32) = ([], range.lowerBound)
    for end in [0x0A, 0x0D, 0x2028, 0x2029] as [UInt32] where range.contains(end) {
      if start < end { parts.append(start...(end - 1)) }
      start = end + 1
    }
    return start <= range.upperBound ? parts + [start...range.upperBound] : parts
  }

  /// Every code point.
  static let all = PointSet([0...0x10FFFF])
  /// A–Z.
  static let upper = PointSet([65...90])
  /// a–z.
  static let lower = PointSet([97...122])
  /// 0–9.
  static let digit = PointSet([48...57])
  /// U+0020…U+007E.
  static let printable = PointSet([0x20...0x7E])
  /// The 33 printable ASCII characters that are neither letters nor digits.
  static let special = printable.subtracting(upper).subtracting(lower).subtracting(digit)
  /// Every code point that is neither an ASCII letter nor an ASCII digit.
  static let other = upper.union(lower).union(digit).complement

  /// Whether the set has no members.
  var isEmpty: Bool { ranges.isEmpty }

  /// The number of members.
  var count: Int { ranges.reduce(0) { $0 + Int($1.upperBound - $1.lowerBound) + 1 } }

  /// The members in order; meant for small sets.
  var members: [UInt32] { ranges.flatMap { Array($0) } }

  /// Every other code point.
  var complement: PointSet {
    var (gaps, start): ([ClosedRange<UInt32>], UInt32) = ([], 0)
    for range in ranges {
      if start < range.lowerBound { gaps.append(start...(range.lowerBound - 1)) }
      start = range.upperBound + 1
    }
    return PointSet(start <= 0x10FFFF ? gaps + [start...0x10FFFF] : gaps)
  }

  /// The members of either set.
  func union(_ other: PointSet) -> PointSet { PointSet(ranges + other.ranges) }

  /// The members of both sets.
  func intersection(_ other: PointSet) -> PointSet {
    var (common, i, j): ([ClosedRange<UInt32>], Int, Int) = ([], 0, 0)
    while i < ranges.count, j < other.ranges.count {
      let (a, b) = (ranges[i], other.ranges[j])
      let (low, high) = (max(a.lowerBound, b.lowerBound), min(a.upperBound, b.upperBound))
      if low <= high { common.append(low...high) }
      if a.upperBound < b.upperBound { i += 1 } else { j += 1 }
    }
    var found = PointSet()
    found.ranges = common
    return found
  }

  /// The members that the other set lacks.
  func subtracting(_ other: PointSet) -> PointSet { intersection(other.complement) }

  /// Whether the other set has all members.
  func isSubset(of other: PointSet) -> Bool {
    var rest = other.ranges[...]
    return ranges.allSatisfy { range in
      while let first = rest.first, first.upperBound < range.lowerBound { rest.removeFirst() }
      // Ranges do not touch, so one of the other set's holds all of this one.
      return rest.first.map {
        $0.lowerBound <= range.lowerBound && range.upperBound <= $0.upperBound
      }
        ?? false
    }
  }

  /// Whether a code point is a member.
  func contains(_ scalar: Unicode.Scalar) -> Bool { ranges.contains { $0 ~= scalar.value } }
}
