package import Diagnostics

/// A temporary directory that only its owner can read; removed with its files at the end.
///
/// Also removes such directories of killed runs.
package struct PrivateDirectory: ~Copyable {
  /// The path of the directory.
  package let path: String
  private let stage: Stage

  /// Creates one in a directory, for files with these names.
  package init(in directory: String, of names: Set<String>) throws(SystemError) {
    let holder = try FilePath(directory)
    stage = try Stage("audit", in: holder, OwnNames(names: names))
    path = holder.appending(stage.name.text).text
  }
}
