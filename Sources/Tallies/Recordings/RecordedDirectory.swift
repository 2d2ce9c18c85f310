/// A directory of lists as the user named it.
package struct RecordedDirectory: Hashable, Sendable, Comparable {
  /// The path that the user gave.
  package var path: String
  /// The name in reports: the directory's own name, which the path alone does not always contain.
  package var label: String

  /// Makes a directory.
  package init(path: String, label: String) {
    self.path = path
    self.label = label
  }

  /// Whether it contains a list with this name.
  package func holds(_ list: String) -> Bool {
    list.hasPrefix(path.hasSuffix("/") ? path : path + "/")
  }

  /// Compares by path, then by label.
  package static func < (a: RecordedDirectory, b: RecordedDirectory) -> Bool {
    (a.path, a.label) < (b.path, b.label)
  }
}
