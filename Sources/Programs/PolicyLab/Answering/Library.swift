package import Diagnostics
package import Jobs
import PasswordPolicies

/// Policies to start from: the presets, the policies of the given files, and Apple's by domain.
package struct Library: Sendable {
  /// A policy of the library.
  package struct Entry: Sendable {
    /// The name by which it is found.
    package let name: String
    /// A short description.
    package let title: String
    /// The policy's text.
    package let text: String
  }

  /// The given policies, then the presets.
  package let entries: [Entry]
  private let byName: [String: Int]

  /// Reads policy files and appends the presets.
  ///
  /// - Throws: ``ProblemsTold`` if a file cannot be read or has errors.
  package init(_ settings: PolicySettings, tell: ProblemHandler) throws(ProblemsTold) {
    var entries: [Entry] = []
    if settings.isGiven {
      entries = try settings.load(tell: tell).filter { !$0.isPreset }.map { policy in
        Entry(name: policy.name, title: policy.file, text: policy.text(.minified))
      }
    }
    entries += Preset.all.map { Entry(name: $0.id, title: $0.title, text: $0.text) }
    self.entries = entries
    byName = Dictionary(
      entries.enumerated().map { ($1.name.lowercased(), $0) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// The entry of this name; nil if there is none.
  package func entry(named name: String) -> Entry? {
    byName[name.lowercased()].map { entries[$0] }
  }

  /// Entries whose name or title contains a word, up to a limit.
  package func entries(like word: String, limit: Int = 12) -> [Entry] {
    let word = word.lowercased()
    guard !word.isEmpty else { return [] }
    return Array(
      entries.lazy.filter {
        $0.name.lowercased().contains(word) || $0.title.lowercased().contains(word)
      }.prefix(limit))
  }
}
