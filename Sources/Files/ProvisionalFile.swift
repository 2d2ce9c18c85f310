package import Diagnostics

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file that bears its name once it is whole.
///
///     var file = try ProvisionalFile("kept.txt", for: .owner)
///     try file.write(bytes)
///     try file.publish()       // without this, nothing is left of it
///
/// Until then it has a name of its own beside, which nobody else can have made. What runs that were
/// killed left of the same file is removed.
package struct ProvisionalFile: ~Copyable {
  /// Who may read a file.
  package enum Readers: Sendable {
    /// Its owner alone.
    case owner
    /// Whoever the user lets read new files.
    case everyone
  }

  /// The final name.
  package let path: String
  private let target: FilePath
  private let begun: Begun
  private var isPublished = false

  /// Begins a file.
  ///
  /// - Throws: ``SystemError``, also where the name cannot be that of a file.
  package init(_ path: String, for readers: Readers) throws(SystemError) {
    let target = try FilePath(path)
    if path.hasSuffix("/") || [".", ".."].contains(target.name) {
      throw SystemError(code: EISDIR)
    }
    Provisional.removeLeftovers(of: target)
    let begun = try Begun(target, mode: readers == .owner ? 0o600 : 0o666)
    self.path = path
    self.target = target
    self.begun = begun
  }

  /// Removes what was begun and not published.
  deinit {
    if !isPublished { unsafe unlink(begun.path.terminated) }
  }

  /// Writes more.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    try unsafe withBytes(of: bytes) { (bytes) throws(SystemError) in
      try unsafe begun.file.write(bytes)
    }
  }

  /// Writes at a place in it.
  package func write(_ bytes: [UInt8], at offset: Int) throws(SystemError) {
    try unsafe withBytes(of: bytes) { (bytes) throws(SystemError) in
      try unsafe begun.file.write(bytes, at: offset)
    }
  }

  /// Makes it so long, by zeros or a cut.
  package func truncate(to byteCount: Int) throws(SystemError) {
    _ = try retrying { ftruncate(begun.file.number, off_t(byteCount)) }
  }

  /// Gives it its name, once its bytes are on the disk.
  package mutating func publish() throws(SystemError) {
    try begun.file.sync()
    _ = try retrying { unsafe rename(begun.path.terminated, target.terminated) }
    isPublished = true
    // The name is there; where the directory cannot be synced, it is as safe as others.
    if let directory = try? Descriptor(directory: target.directory) { try? directory.sync() }
  }
}

/// An open file that is locked, under a provisional name.
///
/// It is not private: the optimiser lets other rooms refer to it, and does not export what is.
struct Begun: ~Copyable {
  let path: FilePath
  let file: Descriptor

  /// Makes one for a target, under the first name that is free.
  init(_ target: FilePath, mode: mode_t) throws(SystemError) {
    for name in Provisional.names(of: target.name) {
      let path = target.directory.appending(name)
      let file: Descriptor
      do throws(SystemError) {
        file = try Descriptor(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode)
      } catch {
        if error.code == EEXIST { continue }
        throw error
      }
      // A run that looks for leftovers may hold the lock, and remove the file.
      guard file.tryLock() != .held, file.isStill(path, in: AT_FDCWD) else { continue }
      self.path = path
      self.file = file
      return
    }
    throw SystemError(code: EEXIST)
  }
}
