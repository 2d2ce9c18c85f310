/// How many lines were met, by what became of them; a plain sum over chunks and lanes.
package struct LineCounts: Hashable, Sendable {
  /// Audited lines of ASCII only.
  package var ascii: UInt64 = 0
  /// Audited lines of well-formed UTF-8 with something beyond ASCII.
  package var utf8: UInt64 = 0
  /// Audited lines that are not UTF-8.
  package var illFormed: UInt64 = 0
  /// Lines of no byte: not passwords.
  package var empty: UInt64 = 0
  /// Lines longer than ``Recipe/longestLine``: skipped.
  package var overLong: UInt64 = 0

  /// Audited lines of which only the beginning was scored.
  package var scoredInPart: UInt64 = 0

  /// Counts nothing yet.
  package init() {}

  /// Lines that were audited: the entries.
  package var audited: UInt64 { ascii &+ utf8 &+ illFormed }

  /// Adds what another place counted.
  ///
  /// 64 bits outlast any list: at a billion lines a second, 2⁶⁴ lines take 580 years.
  package mutating func merge(_ other: LineCounts) {
    ascii &+= other.ascii
    utf8 &+= other.utf8
    illFormed &+= other.illFormed
    empty &+= other.empty
    overLong &+= other.overLong
    scoredInPart &+= other.scoredInPart
  }

  /// Counts one audited line.
  mutating func count(_ encoding: LineBatch.Encoding) {
    switch encoding {
    case .ascii: ascii &+= 1
    case .utf8: utf8 &+= 1
    case .illFormed: illFormed &+= 1
    }
  }

  /// Every count there is, in a fixed order.
  package static var fields: [WritableKeyPath<LineCounts, UInt64>] {
    [\.ascii, \.utf8, \.illFormed, \.empty, \.overLong, \.scoredInPart]
  }
}
