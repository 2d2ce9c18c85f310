package import Diagnostics
import Tallies

/// How large the groups of a tally are that is published: of a scan, and of a sum.
package struct FoldSettings: Hashable, Sendable, CheckedSettings {
  private let entries: Int?
  private let passwords: Int?

  /// States the fewest entries, and distinct passwords, of a row; by default all rows are kept.
  package init(entries: Int? = nil, passwords: Int? = nil) {
    (self.entries, self.passwords) = (entries, passwords)
  }

  package func validate() throws(Problem) {
    try Problem.require(entries, in: 2...1_000_000_000, of: "--min-group")
    try Problem.require(passwords, in: 2...1_000_000_000, of: "--min-group-distinct")
    try Problem.refuse([
      "--min-group-distinct goes with --min-group.": passwords != nil && entries == nil
    ])
  }

  /// Whether distinct passwords of rows are counted.
  var needsPasswords: Bool { passwords != nil }

  /// The smallest size of a row; nil keeps all rows.
  var size: GroupSize? {
    entries.map {
      GroupSize(entries: UInt64(clamping: $0), passwords: UInt64(clamping: passwords ?? 0))
    }
  }
}
