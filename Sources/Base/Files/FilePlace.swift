import CFiles
package import Diagnostics
import Glibc

/// The place of a file or directory: a name in a directory that stays open.
///
///     let place = try FilePlace("out/leaked.tally")
///     …                                                    // a long run
///     var file = try ProvisionalFile(place, for: .owner)   // in the same directory
///
/// The links in the directory's path are followed once: who changes one later leads no write elsewhere.
package final class FilePlace: Sendable {
  /// The path as the user gave it.
  package let path: String
  /// The directory, opened as a place only.
  let directory: Descriptor
  let name: FilePath

  /// Opens the directory of a file.
  ///
  /// - Throws: ``SystemError``, also if no file can have the name.
  package init(_ path: String) throws(SystemError) {
    let target = try FilePath(path)
    if path.hasSuffix("/") || [".", ".."].contains(target.name) {
      throw SystemError(code: EISDIR)
    }
    self.path = path
    directory = try Descriptor(place: target.directory)
    name = try FilePath(target.name)
  }

  /// Opens the directory that contains another, and creates it if it is missing.
  init(ofDirectory path: String, followingLinks: Bool) throws(SystemError) {
    self.path = path
    let target = try FilePath(path)
    directory = try .makingPlace(target.directory, followingLinks: followingLinks)
    name = try FilePath(target.name)
  }

  /// Whether a file or link has the name.
  var isTaken: Bool { directory.kind(of: name) != nil }

  /// Whether the directory was removed.
  var isGone: Bool { (try? directory.status())?.st_nlink == 0 }

  /// A path that leads here whatever ``path`` leads to now, for those who only read.
  package var heldPath: String {
    guard let held = directory.heldPath else { return path }
    return held.appending(name.text).text
  }

  /// Removes the file of this name.
  ///
  /// - Throws: ``SystemError``, with `ENOENT` if there is no such file.
  package func remove() throws(SystemError) {
    let directory = directory.number
    // SAFETY: the name is valid during the call.
    _ = try retrying { unsafe unlinkat(directory, name.terminated, 0) }
  }
}

extension Descriptor {
  /// Opens a directory to which other paths are relative; it may be unreadable.
  init(
    place path: FilePath, in directory: Int32 = AT_FDCWD, followingLinks: Bool = true
  ) throws(SystemError) {
    let flags = Int32(open_path) | O_DIRECTORY | (followingLinks ? 0 : O_NOFOLLOW)
    try self.init(path, in: directory, flags)
  }

  /// The same, but creates the directory and its parents if they are missing.
  static func makingPlace(
    _ path: FilePath, followingLinks: Bool
  ) throws(SystemError) -> Descriptor {
    if followingLinks || path.directory == path {
      do throws(SystemError) { return try Descriptor(place: path) } catch {
        if error.code != ENOENT || path.directory == path { throw error }
      }
    }
    let parent = try makingPlace(path.directory, followingLinks: followingLinks)
    let name = try FilePath(path.name)
    _ = try parent.makeDirectory(name)
    return try Descriptor(place: name, in: parent.number, followingLinks: false)
  }

  /// Creates a directory in this one.
  ///
  /// - Returns: False if the name is taken.
  func makeDirectory(_ name: FilePath) throws(SystemError) -> Bool {
    let number = number
    do throws(SystemError) {
      // SAFETY: the name is valid during the call.
      _ = try retrying { unsafe mkdirat(number, name.terminated, 0o777) }
    } catch {
      if error.code != EEXIST { throw error }
      return false
    }
    return true
  }

  /// A path that leads to this directory, wherever it is; nil where the system has none.
  var heldPath: FilePath? {
    guard let path = try? FilePath("/proc/self/fd/\(number)"),
      isStill(path, in: AT_FDCWD, followingLinks: true)
    else { return nil }
    return path
  }
}
