import Blocklists
import Files
import PasswordPolicies
import Passwords
import Tallies

/// The blocklists that a recording's passwords were compared with, as far as reports need them, so
/// that the files need not exist any more.
struct RecordedLists: Sendable {
  private let lists: [(source: ListSource, besides: RecordedList)]

  /// Takes the lists of a recording; none without one.
  init(_ recording: Recording?) {
    lists = recording.map { Array(zip($0.schema.sources.lists, $0.lists)).map { ($0, $1) } } ?? []
  }

  /// The one recorded list of these files, if none of them exists any more.
  ///
  /// A file that exists is read, to check that it is the recorded one.
  ///
  /// - Parameters:
  ///   - files: The current paths of the files; directories may have changed.
  ///   - comparison: The comparison of the list.
  ///   - names: Words that passwords must not contain if terms are scored.
  /// - Returns: Nil if a file exists, or if no list, or several different ones, were recorded by
  ///   its name.
  func list(
    insteadOf files: [String], _ comparison: ListComparison, names: [String]
  ) -> RecordedBlocklist? {
    guard let first = files.first, !lists.isEmpty,
      files.allSatisfy({ (try? FileKind(of: $0)) == .nothing })
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
      // Scores depend on names, which the recorded digest covers too.
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
  mutating func add(_ list: RecordedBlocklist, for reference: ListReference) {
    add(.recorded(list), digest: list.isCompiled ? nil : list.content, for: reference)
  }

  /// The suffix of a digest of terms: the names that are scored with them.
  static func naming(_ names: [String]) -> String {
    names.isEmpty ? "" : ", names \(Checksum.text(of: names))"
  }
}
