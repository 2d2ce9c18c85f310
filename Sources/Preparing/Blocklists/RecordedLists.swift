import Blocklists
import Files
import PasswordRules
import Passwords
package import Tallies

/// The blocklists that passwords of a recording were compared with: what a report needs of them, so that
/// their files need not be there.
package struct RecordedLists: Sendable {
  private var lists: [(source: ListSource, besides: RecordedList)] = []

  /// Knows no list.
  package init() {}

  /// Knows the lists of a recording.
  package init(_ recording: Recording) {
    lists = Array(zip(recording.recipe.sources.lists, recording.lists)).map { ($0, $1) }
  }

  /// The one list that was read of these files, if none of them is there any more.
  ///
  /// A file that is there is read, to see that it is the one that was recorded.
  ///
  /// - Parameters:
  ///   - files: The files as they are named now; a directory on the way to them may be another one.
  ///   - comparison: How passwords are compared with it.
  ///   - names: Words that passwords must not contain where terms are scored.
  /// - Returns: Nil where a file is there, where no list was recorded by its name, or several that differ.
  func list(
    insteadOf files: [String], _ comparison: ListComparison, names: [String]
  ) -> RecordedBlocklist? {
    guard let first = files.first, !lists.isEmpty,
      files.allSatisfy({ (try? Occupant(of: $0)) == .nothing })
    else { return nil }
    let name = comparison.naming(listName(first))
    let found = Set(
      lists.filter { $0.source.name == name }.compactMap { list in
        Self.blocklist(list.source, list.besides, comparison, names)
      })
    return found.count == 1 ? found.first : nil
  }

  private static func blocklist(
    _ source: ListSource, _ besides: RecordedList, _ asked: ListComparison, _ names: [String]
  ) -> RecordedBlocklist? {
    guard let comparison = ListComparison(rawValue: source.comparison),
      comparison == asked || comparison.isOfDigests && asked == .exact
    else { return nil }
    var content = source.digest
    if comparison == .entraLike {
      // What is scored depends on names, which the recorded digest covers too.
      let suffix = LoadedBlocklists.naming(names)
      guard content.hasSuffix(suffix) else { return nil }
      content.removeLast(suffix.count)
      if content.contains(",") { return nil }
    }
    let provenance =
      comparison == .entraLike
      ? BlocklistBuilder.builtIn(comparison: comparison, name: source.name).provenance : source.name
    return RecordedBlocklist(
      Blocklist(
        recorded: source.name, provenance: provenance, comparison: comparison,
        valueCount: Int(clamping: source.valueCount), bandCounts: source.bandCounts,
        lengthCounts: besides.lengthCounts),
      content: content, isCompiled: besides.isCompiled, origins: besides.origins)
  }
}

extension LoadedBlocklists {
  /// Adds a list that was recorded.
  mutating func add(_ list: RecordedBlocklist, for reference: ListReference) {
    add(.recorded(list), digest: list.isCompiled ? nil : list.content, for: reference)
  }

  /// What a digest of terms ends in: the names that are scored with them.
  static func naming(_ names: [String]) -> String {
    names.isEmpty ? "" : ", names \(Checksum.text(of: names))"
  }
}
