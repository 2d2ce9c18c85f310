import Diagnostics
import Glibc

/// The names that runs of this program give to the files of a directory; removes such files.
struct OwnNames {
  /// All names that a run may write.
  let names: Set<String>
  /// The name of the staging directory inside the target.
  static let stage = "staged"

  /// The first entry of a directory that no run of this program has written.
  func firstForeign(in directory: borrowing Descriptor) throws(SystemError) -> String? {
    for name in try directory.names() where !isOurs(name, in: directory) {
      if Provisional.parts(of: name)?.stem != Self.stage { return name }
    }
    return nil
  }

  /// Whether a run of this program has written the file.
  private func isOurs(_ name: String, in directory: borrowing Descriptor) -> Bool {
    guard names.contains(Provisional.parts(of: name)?.stem ?? name), let path = try? FilePath(name)
    else { return false }
    return directory.kind(of: path) != S_IFDIR
  }

  /// Removes the directory `name` of `holder` with this program's files; other files in it stay,
  /// and the directory with them.
  func remove(
    _ directory: borrowing Descriptor, _ name: FilePath, in holder: borrowing Descriptor
  ) {
    // If no more files can be opened, the directory cannot be listed.
    for name in (try? directory.names()) ?? Array(names) where isOurs(name, in: directory) {
      if let path = try? FilePath(name) { try? directory.remove(path) }
    }
    // Once it is removed, another run may have taken its name.
    guard directory.isStill(name, in: holder.number) else { return }
    unsafe unlinkat(holder.number, name.terminated, AT_REMOVEDIR)
  }

  /// Removes what killed runs have staged, under names that begin with `stem`.
  func removeAbandoned(_ stem: String, in holder: borrowing Descriptor) {
    for name in (try? holder.names(beginning: Provisional.start(of: stem))) ?? [] {
      guard let parts = Provisional.parts(of: name), parts.stem == stem,
        let path = try? FilePath(name),
        let directory = try? Descriptor(
          directory: path, in: holder.number, followingLinks: false),
        (try? directory.status())?.st_uid == geteuid(),
        Provisional.isAbandoned(directory, by: parts.process)
      else { continue }
      remove(directory, path, in: holder)
    }
  }
}
