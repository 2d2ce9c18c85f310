package import Diagnostics
import Glibc

/// A file that gets its name only when it is complete.
///
///     var file = try ProvisionalFile("kept.txt", for: .owner)
///     try file.write(bytes)
///     try file.publish(replacing: .nothing)       // without this, the file is removed
///
/// Until then it has a provisional name in the same directory, created exclusively. Removes files
/// that killed runs left for the same target.
package struct ProvisionalFile: ~Copyable {
  /// Who may read a file.
  package enum Readers: Sendable {
    /// Only its owner.
    case owner
    /// Everyone, as far as the umask permits.
    case everyone
  }

  /// The final name.
  package let path: String
  private let target: FilePath
  private let begun: Begun
  private var isPublished = false

  /// Creates a file under a provisional name.
  ///
  /// - Throws: ``SystemError``, also if no file can have the name.
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

  /// Removes a file that was published under a path.
  ///
  /// - Throws: ``SystemError``, with `ENOENT` if there is no such file.
  package static func remove(_ path: String) throws(SystemError) {
    let target = try FilePath(path)
    // SAFETY: the path is valid during the call.
    _ = try retrying { unsafe unlink(target.terminated) }
  }

  /// Removes the file if it was not published.
  deinit {
    if !isPublished { unsafe unlink(begun.path.terminated) }
  }

  /// Appends bytes.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    try unsafe withBytes(of: bytes) { (bytes) throws(SystemError) in
      try unsafe begun.file.write(bytes)
    }
  }

  /// Writes bytes at an offset.
  package func write(_ bytes: [UInt8], at offset: Int) throws(SystemError) {
    try unsafe withBytes(of: bytes) { (bytes) throws(SystemError) in
      try unsafe begun.file.write(bytes, at: offset)
    }
  }

  /// Sets the length of the file: adds zeros or truncates it.
  package func truncate(to byteCount: Int) throws(SystemError) {
    _ = try retrying { ftruncate(begun.file.number, off_t(byteCount)) }
  }

  /// Gives the file its final name, after its bytes are on the disk.
  ///
  /// Another program may have made a file of that name since this one was begun, so the name is
  /// taken in one step that replaces nothing; only a file that `replacing` permits gives way.
  ///
  /// - Parameter replacing: The files that may be replaced.
  /// - Throws: ``SystemError``, with `EEXIST` if another file has the name and may not be replaced.
  package mutating func publish(replacing: Replaceable) throws(SystemError) {
    try begun.file.sync()
    try takeName(replacing)
    isPublished = true
    // The file has its name. If the directory cannot be synced, it is as safe as other files.
    if let directory = try? Descriptor(directory: target.directory) { try? directory.sync() }
  }

  private func takeName(_ replacing: Replaceable) throws(SystemError) {
    let name = try FilePath(target.name)
    // The file that has the name may vanish while it is examined.
    for _ in 0..<100 {
      if case .anything = replacing { break }
      do throws(SystemError) {
        let directory = try Descriptor(directory: target.directory)
        return try directory.rename(FilePath(begun.path.name), toFree: name)
      } catch {
        if error.code != EEXIST { throw error }
      }
      guard case .files(let mayReplace) = replacing else { throw SystemError(code: EEXIST) }
      if try FileKind(of: target) == .nothing { continue }
      guard mayReplace(path) else { throw SystemError(code: EEXIST) }
      break
    }
    _ = try retrying { unsafe rename(begun.path.terminated, target.terminated) }
  }
}

/// The files that a new file of the same name may replace.
package enum Replaceable {
  /// Any file.
  case anything
  /// No file.
  case nothing
  /// Files whose path passes a test, such as those of an earlier run.
  case files((String) -> Bool)
}

/// An open, locked file with a provisional name.
///
/// Not private: the optimiser lets other rooms refer to it, but does not export private types.
struct Begun: ~Copyable {
  let path: FilePath
  let file: Descriptor

  /// Creates a file for a target, under the first free name.
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
      // A run that removes abandoned files may hold the lock and remove this one.
      guard file.tryLock() != .held, file.isStill(path, in: AT_FDCWD) else { continue }
      self.path = path
      self.file = file
      return
    }
    throw SystemError(code: EEXIST)
  }
}

extension Descriptor {
  /// Renames a file of this directory, unless the new name exists.
  ///
  /// - Throws: ``SystemError``, with `EEXIST` if the name exists.
  fileprivate func rename(_ path: FilePath, toFree name: FilePath) throws(SystemError) {
    let number = number
    do throws(SystemError) {
      // A killed run leaves both names; the next one removes the first.
      _ = try retrying { unsafe linkat(number, path.terminated, number, name.terminated, 0) }
      unsafe unlinkat(number, path.terminated, 0)
    } catch {
      if kind(of: name) != nil { throw SystemError(code: EEXIST) }
      // Some file systems have no links.
      _ = try retrying { unsafe renameat(number, path.terminated, number, name.terminated) }
    }
  }
}

extension SystemError {
  /// Whether a name cannot be taken because a file has it.
  package var isOccupied: Bool { code == EEXIST }

  /// The error of a file that is larger than expected.
  package static var tooLarge: SystemError { SystemError(code: EFBIG) }
}
