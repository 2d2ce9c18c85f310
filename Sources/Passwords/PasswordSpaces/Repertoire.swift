package import Passwords

/// The characters that exist: maps sets of code points to scalars.
///
///     Repertoire.all.count(of: .asciiPrintable)  // 95
///     Repertoire.all.count(of: .unicode)         // 1 112 064
///
/// Ill-formed parts of a line are not characters here: a keyspace counts strings of scalars.
package struct Repertoire: Sendable {
  /// The ASCII characters in it.
  private let ascii: UInt128
  /// The scalars of each kind beyond ASCII, ascending; nil for all of Unicode, which is sorted into
  /// kinds only on demand.
  private let chosen: [[ClosedRange<UInt32>]]?

  /// Every Unicode scalar.
  package static let all = Repertoire(ascii: .max, chosen: nil)

  /// Makes a repertoire of only these scalars.
  package init(_ scalars: some Sequence<Unicode.Scalar>) {
    var sorter = KindSorter()
    var ascii: UInt128 = 0
    for scalar in Set(scalars).sorted() {
      if scalar.isASCII { ascii |= 1 << UInt128(scalar.value) } else { sorter.add(scalar) }
    }
    self.init(ascii: ascii, chosen: sorter.ranges)
  }

  private init(ascii: UInt128, chosen: [[ClosedRange<UInt32>]]?) {
    self.ascii = ascii
    self.chosen = chosen
  }

  /// The smallest set of code points that contains the whole repertoire.
  package var support: CodePointSet {
    let kinds = Self.kinds.indices.filter { index in chosen.map { !$0[index].isEmpty } ?? true }
    return CodePointSet(ascii: ascii, beyond: kinds.reduce([]) { $0.union(Self.kinds[$1]) })
  }

  /// The number of characters in a set.
  package func count(of set: CodePointSet) -> Int {
    let beyond = set.beyond.intersection(Self.everyKind)
    var count = (set.ascii & ascii).nonzeroBitCount
    if chosen == nil, beyond.isEmpty || beyond == Self.everyKind {
      return beyond.isEmpty ? count : count + Self.scalarsBeyondASCII
    }
    for (kind, ranges) in zip(Self.kinds, ranges) where beyond.contains(kind) {
      count += ranges.reduce(0) { $0 + $1.count }
    }
    return count
  }

  /// The characters of a set as ranges of scalars: ascending, not empty, not adjacent.
  package func ranges(of set: CodePointSet) -> [ClosedRange<UInt32>] {
    var ranges: [ClosedRange<UInt32>] = []
    for value in 0..<UInt32(128) where (set.ascii & ascii) >> UInt128(value) & 1 != 0 {
      ranges.append(value...value)
    }
    let beyond = set.beyond.intersection(Self.everyKind)
    if chosen == nil, beyond == Self.everyKind {
      ranges += [0x80...0xD7FF, 0xE000...0x10_FFFF]
    } else if !beyond.isEmpty {
      for (kind, more) in zip(Self.kinds, self.ranges) where beyond.contains(kind) {
        ranges += more
      }
      ranges.sort { $0.lowerBound < $1.lowerBound }
    }
    return ranges.reduce(into: []) { joined, range in
      if let last = joined.last, last.upperBound + 1 == range.lowerBound {
        joined[joined.count - 1] = last.lowerBound...range.upperBound
      } else {
        joined.append(range)
      }
    }
  }

  private var ranges: [[ClosedRange<UInt32>]] { chosen ?? Self.unicode }

  /// The kinds of scalar.
  private static let kinds: [CodePointSet.Beyond] = [
    .uppercase, .lowercase, .otherLetter, .other,
  ]
  private static let everyKind = kinds.reduce(CodePointSet.Beyond()) { $0.union($1) }
  private static let scalarsBeyondASCII = 0x11_0000 - 0x800 - 0x80

  /// Unicode beyond ASCII, by kind, according to this program's Unicode version.
  private static let unicode: [[ClosedRange<UInt32>]] = {
    var sorter = KindSorter()
    for value in UInt32(0x80)...0x10_FFFF {
      if let scalar = Unicode.Scalar(value) { sorter.add(scalar) }
    }
    return sorter.ranges
  }()

  /// Sorts ascending scalars beyond ASCII into ranges by kind.
  private struct KindSorter {
    var ranges = Repertoire.kinds.map { _ in [ClosedRange<UInt32>]() }

    mutating func add(_ scalar: Unicode.Scalar) {
      let kind = CodePointSet.Beyond(of: scalar)
      let index = kind.rawValue.trailingZeroBitCount
      let value = scalar.value
      if let last = ranges[index].last, last.upperBound + 1 == value {
        ranges[index][ranges[index].count - 1] = last.lowerBound...value
      } else {
        ranges[index].append(value...value)
      }
    }
  }

  /// The 95 printable ASCII characters, which every keyboard can type.
  package static let printableASCII = Repertoire(
    (0x20...0x7E).map { Unicode.Scalar(UInt8($0)) })
}

/// The strings that a policy's keyspace counts, and the baseline for the comparison.
///
/// Policies with different alphabets cannot be compared directly: `allowed: unicode` counts every
/// scalar, even unassigned ones, although people type hardly any of them.
package enum ComparisonAlphabet: String, Hashable, Sendable, CaseIterable {
  /// Counts strings of the 95 printable ASCII characters, whatever else a policy permits; the
  /// baseline is all such strings.
  case ascii
  /// Counts strings of all characters that the policy permits; the baseline is printable ASCII.
  case policy
  /// Counts strings of all characters that the policy permits; the baseline is Unicode scalars.
  case unicode

  /// The characters that are counted.
  package var repertoire: Repertoire { self == .ascii ? .printableASCII : .all }

  /// The characters of the baseline.
  var baseline: CodePointSet { self == .unicode ? .unicode : .asciiPrintable }

  /// The baseline in words: `printable ASCII`.
  package var baselineName: String { self == .unicode ? "Unicode" : "printable ASCII" }
}
