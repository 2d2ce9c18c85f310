package import Diagnostics

/// A temporary directory that only its owner can read; removed with its files at the end.
///
/// Also removes such directories of killed runs.
package struct PrivateDirectory: ~Copyable {
  /// The path of the directory.
  package let path: String
  private let own: OwnNames
  private let stage: Stage

  /// Creates one in a directory, for files with these names.
  package init(in directory: String, of names: Set<String>) throws(SystemError) {
    own = OwnNames(names: names)
    let holder = try FilePath(directory)
    try own.mend("audit", nil, in: Descriptor(directory: holder))
    stage = try Stage(in: Descriptor(directory: holder), for: "audit")
    path = holder.appending(stage.name.text).text
  }

  deinit { own.remove(stage.directory, stage.name, in: stage.holder, heir: stage.directory) }
}
