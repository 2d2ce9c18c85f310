package import Directories

/// What makes the lists of an audit dumps of a directory.
///
/// The potfiles are the lists of passwords; the dumps say for how many accounts each of them counts.
package struct DirectorySettings: Sendable {
  /// The files with what was cracked.
  package var potfiles: [String]
  /// Files that name the members of groups, each a dataset.
  package var groups: [String] = []
  /// Files that name accounts which do not count.
  package var excluded: [String] = []
  /// Whether each domain is a dataset.
  package var separatesDomains = false
  /// The fewest accounts of a domain that is not joined with others.
  package var minCell = 10
  /// The domain of each dump, in order, for lines that name none.
  package var domains: [String] = []
  /// The accounts that count besides enabled users.
  package var included: Set<IncludedAccounts> = []
  /// Whether the hash of the empty password stands for a missing one.
  package var isBlankNone = false
  /// Whether the names of accounts are needed after counting.
  package var namesAccounts = false

  /// Makes settings without further datasets.
  package init(potfiles: [String]) { self.potfiles = potfiles }

  /// Counts accounts of these names too: `disabled`, `machines`, `system`.
  package mutating func include(_ names: [String]) {
    included = Set(names.compactMap(IncludedAccounts.init))
  }

  /// The most datasets beside the whole.
  static let mostDatasets = 256
}
