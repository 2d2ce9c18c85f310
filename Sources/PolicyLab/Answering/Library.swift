import PasswordRules
package import Preparing

/// Policies to begin from: the presets, those of the files given, and Apple's by domain.
package struct Library: Sendable {
  /// One of them.
  package struct Entry: Sendable {
    /// What it is found by.
    package let name: String
    /// What it is, in a few words.
    package let title: String
    /// Its text.
    package let text: String
  }

  /// In order: those given, then the presets.
  package let entries: [Entry]
  private let byName: [String: Int]

  /// Reads policy files, and puts the presets behind them.
  ///
  /// - Throws: ``ProblemsTold`` when a file cannot be read or has errors.
  package init(_ settings: PolicySettings, tell: ProblemHandler) throws(ProblemsTold) {
    var entries: [Entry] = []
    if settings.isGiven {
      entries = try settings.load(tell: tell).filter { !$0.isPreset }.map { policy in
        Entry(name: policy.name, title: policy.source, text: policy.text(.minified))
      }
    }
    entries += Preset.all.map { Entry(name: $0.id, title: $0.title, text: $0.text) }
    self.entries = entries
    byName = Dictionary(
      entries.enumerated().map { ($1.name.lowercased(), $0) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// The entry of this name; nil where there is none.
  package func entry(named name: String) -> Entry? {
    byName[name.lowercased()].map { entries[$0] }
  }

  /// Entries whose name or title holds a word, at most so many.
  package func entries(like word: String, limit: Int = 12) -> [Entry] {
    let word = word.lowercased()
    guard !word.isEmpty else { return [] }
    return Array(
      entries.lazy.filter {
        $0.name.lowercased().contains(word) || $0.title.lowercased().contains(word)
      }.prefix(limit))
  }
}
