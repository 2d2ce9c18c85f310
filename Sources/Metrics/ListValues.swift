/// A blocklist whose hits are counted.
package struct ListValues: Hashable, Sendable {
  /// The name in reports.
  package let name: String
  /// The number of its values by rank band; empty if it has no ranks.
  package let bandCounts: [UInt64]
  /// Whether the run was asked to compare with it; otherwise only rules of policies name it.
  package let isAsked: Bool

  /// Names a list.
  package init(_ name: String, bandCounts: [UInt64] = [], isAsked: Bool = true) {
    self.name = name
    self.bandCounts = bandCounts
    self.isAsked = isAsked
  }
}
