package import Diagnostics

/// A temporary directory that its owner alone can look into, gone with its files when it is let go.
///
/// What a killed run left of one, the next run removes.
package struct PrivateDirectory: ~Copyable {
  /// Its path.
  package let path: String
  private let own: OwnNames
  private let stage: Stage

  /// Makes one in a directory, for files of these names.
  package init(in directory: String, of names: Set<String>) throws(SystemError) {
    own = OwnNames(names: names)
    let holder = try FilePath(directory)
    try own.mend("audit", nil, in: Descriptor(directory: holder))
    stage = try Stage(in: Descriptor(directory: holder), for: "audit")
    path = holder.appending(stage.name.text).text
  }

  deinit { own.remove(stage.directory, stage.name, in: stage.holder, heir: stage.directory) }
}
