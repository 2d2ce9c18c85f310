package import Diagnostics
import Glibc

/// A directory with a provisional name, in which files are written before they are published.
///
/// The process keeps it locked while it works, and removes it at the end.
struct Stage: ~Copyable {
  /// The directory that contains it.
  let holder: Descriptor
  /// The directory itself.
  let directory: Descriptor
  /// The name of the directory in its holder.
  let name: FilePath
  private let own: OwnNames
  /// The place of the holder, if it was made for this directory.
  private let made: FilePlace?

  /// Creates a directory that only its owner can read, and removes those of killed runs.
  ///
  /// - Parameters:
  ///   - stem: The first part of its name.
  ///   - holder: The directory that will contain it.
  ///   - own: The names of the files that it will contain.
  ///   - made: The place of `holder` if that was made for it, and is removed with it if nothing else
  ///     is there.
  /// - Throws: ``SystemError`` if the system does not allow it.
  init(
    _ stem: String, in holder: consuming Descriptor, _ own: OwnNames, made: FilePlace? = nil
  ) throws(SystemError) {
    own.removeAbandoned(stem, in: holder)
    for name in Provisional.names(of: stem) {
      let name = try FilePath(name)
      do throws(SystemError) {
        let number = holder.number
        _ = try retrying { unsafe mkdirat(number, name.terminated, 0o700) }
      } catch {
        if error.code == EEXIST { continue }
        throw error
      }
      let directory: Descriptor
      do throws(SystemError) {
        directory = try Descriptor(directory: name, in: holder.number, followingLinks: false)
      } catch {
        unsafe unlinkat(holder.number, name.terminated, AT_REMOVEDIR)
        if error.code == ENOENT { continue }
        throw error
      }
      // A run that removes abandoned files may remove the directory before this one has locked it.
      guard directory.tryLock() != .held, directory.isStill(name, in: holder.number) else {
        continue
      }
      _ = fchmod(directory.number, 0o700)
      self.holder = holder
      self.directory = directory
      self.name = name
      self.own = own
      self.made = made
      return
    }
    throw SystemError(code: EEXIST)
  }

  /// Creates a directory inside the one where its files will be published, which is created with
  /// its parents if it is missing.
  ///
  /// A link there is followed if `followsLink`, but not one that is made in this moment.
  init(at target: FilePlace, _ own: OwnNames, followsLink: Bool) throws(SystemError) {
    while true {
      let isLink = followsLink && target.directory.kind(of: target.name) == S_IFLNK
      let isMade = isLink ? false : try target.directory.makeDirectory(target.name)
      let holder = try Descriptor(
        directory: target.name, in: target.directory.number, followingLinks: isLink)
      do throws(SystemError) {
        self = try Stage(OwnNames.stage, in: holder, own, made: isMade ? target : nil)
        return
      } catch {
        // Another run that failed may have removed the directory that it had made.
        if error.code != ENOENT || target.isTaken { throw error }
      }
    }
  }

  deinit {
    remove()
    if let made, holder.isStill(made.name, in: made.directory.number) {
      unsafe unlinkat(made.directory.number, made.name.terminated, AT_REMOVEDIR)
    }
  }

  /// Removes the directory with its files.
  func remove() { own.remove(directory, name, in: holder) }

  /// Whether the directory is still where it was made.
  var isThere: Bool { directory.isStill(name, in: holder.number) }

  /// Writes a file, given in pieces, and waits until it is on the disk.
  func write(_ pieces: some Sequence<[UInt8]>, as name: FilePath) throws(SystemError) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
    let file = try Descriptor(name, in: directory.number, flags, mode: 0o666)
    for piece in pieces {
      try unsafe withBytes(of: piece) { (bytes) throws(SystemError) in
        try unsafe file.write(bytes)
      }
    }
    try file.sync()
  }

  /// Moves a file into another directory, where it replaces one of its name.
  func move(_ path: FilePath, to target: borrowing Descriptor) throws(SystemError) {
    let (from, to) = (directory.number, target.number)
    _ = try retrying { unsafe renameat(from, path.terminated, to, path.terminated) }
  }
}

extension Descriptor {
  /// Whether a name still refers to this file.
  func isStill(_ name: FilePath, in directory: Int32, followingLinks: Bool = false) -> Bool {
    var there = stat()
    guard let here = try? status() else { return false }
    // SAFETY: the pointers are valid during the call.
    let code = unsafe fstatat(
      directory, name.terminated, &there, followingLinks ? 0 : AT_SYMLINK_NOFOLLOW)
    return code == 0 && here.st_dev == there.st_dev && here.st_ino == there.st_ino
  }

  /// The kind of file that a name in this directory refers to, without following links; nil if
  /// there is no such file.
  func kind(of name: FilePath) -> mode_t? {
    var status = stat()
    // SAFETY: the pointers are valid during the call.
    let code = unsafe fstatat(number, name.terminated, &status, AT_SYMLINK_NOFOLLOW)
    return code == 0 ? status.st_mode & S_IFMT : nil
  }

  /// Removes a file of this directory, if it is there and no directory.
  func remove(_ name: FilePath) throws(SystemError) {
    if kind(of: name).map({ $0 == S_IFDIR }) ?? true { return }
    let number = number
    _ = try retrying { unsafe unlinkat(number, name.terminated, 0) }
  }
}

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
    stage = try Stage("audit", in: Descriptor(directory: holder), OwnNames(names: names))
    path = holder.appending(stage.name.text).text
  }
}
