/// A directory of lists as the user named it.
package struct RecordedDirectory: Hashable, Sendable, Comparable {
  /// As the user gave it.
  package var path: String
  /// What reports call it: its own name, which the path alone does not always tell.
  package var label: String

  /// States how a directory was named.
  package init(path: String, label: String) {
    self.path = path
    self.label = label
  }

  /// Whether a list is in it, by the list's name.
  package func holds(_ list: String) -> Bool {
    list.hasPrefix(path.hasSuffix("/") ? path : path + "/")
  }

  /// By path, then by label.
  package static func < (a: RecordedDirectory, b: RecordedDirectory) -> Bool {
    (a.path, a.label) < (b.path, b.label)
  }
}
