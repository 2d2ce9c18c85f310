package import Diagnostics
import Glibc

/// A file that gets its name only when it is complete.
///
///     var file = try ProvisionalFile("kept.txt", for: .owner)
///     try file.write(bytes)
///     try file.publish(replacing: .nothing)       // without this, the file is removed
///
/// Until then it has a provisional name in the same directory, created exclusively. Removes files
/// that killed runs left for the same target. A link that has the name is replaced, not followed.
package struct ProvisionalFile: ~Copyable {
  /// Who may read a file.
  package enum Readers: Sendable {
    /// Only its owner.
    case owner
    /// Everyone, as far as the umask permits.
    case everyone
  }

  /// The final name.
  package var path: String { target.path }
  private let target: FilePlace
  private let begun: Begun
  private var isPublished = false

  /// Creates a file under a provisional name.
  ///
  /// - Throws: ``SystemError``, also if no file can have the name.
  package init(_ path: String, for readers: Readers) throws(SystemError) {
    try self.init(FilePlace(path), for: readers)
  }

  /// Creates a file under a provisional name at a place that was opened before.
  package init(_ place: FilePlace, for readers: Readers) throws(SystemError) {
    Provisional.removeLeftovers(of: place)
    begun = try Begun(place, mode: readers == .owner ? 0o600 : 0o666)
    target = place
  }

  /// Removes the published file, unless another has its name by now.
  package func withdraw() {
    if isPublished, begun.file.isStill(target.name, in: target.directory.number) {
      try? target.remove()
    }
  }

  /// Removes the file if it was not published.
  deinit {
    if !isPublished { unsafe unlinkat(target.directory.number, begun.name.terminated, 0) }
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
    let directory = target.directory.number
    if let directory = try? Descriptor(directory: .here, in: directory) {
      try? directory.sync()
    }
  }

  private func takeName(_ replacing: Replaceable) throws(SystemError) {
    // The file that has the name may vanish while it is examined.
    for _ in 0..<100 {
      if case .anything = replacing { break }
      do throws(SystemError) {
        return try target.directory.rename(begun.name, toFree: target.name)
      } catch {
        if error.code != EEXIST { throw error }
      }
      guard case .files(let mayReplace) = replacing else { throw SystemError(code: EEXIST) }
      if !target.isTaken { continue }
      guard mayReplace(target.heldPath) else { throw SystemError(code: EEXIST) }
      break
    }
    let (directory, old, new) = (target.directory.number, begun.name, target.name)
    _ = try retrying { unsafe renameat(directory, old.terminated, directory, new.terminated) }
  }
}

/// The files that a new file of the same name may replace.
package enum Replaceable {
  /// Any file.
  case anything
  /// No file.
  case nothing
  /// Files that pass a test, such as those of an earlier run; it receives a path that leads to the
  /// file, but not the user's.
  case files((String) -> Bool)
}

/// An open, locked file with a provisional name.
///
/// Not private: the optimiser lets other modules refer to it, but does not export private types.
struct Begun: ~Copyable {
  /// The provisional name.
  let name: FilePath
  let file: Descriptor

  /// Creates a file for a target, under the first free name.
  init(_ target: FilePlace, mode: mode_t) throws(SystemError) {
    let directory = target.directory.number
    for name in Provisional.names(of: target.name.text) {
      let name = try FilePath(name)
      let file: Descriptor
      do throws(SystemError) {
        file = try Descriptor(
          name, in: directory, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode)
      } catch {
        if error.code == EEXIST { continue }
        throw error
      }
      // A run that removes abandoned files may hold the lock and remove this one.
      guard file.tryLock() != .held, file.isStill(name, in: directory) else { continue }
      self.name = name
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

/// A device, a FIFO or standard output: written in place and never replaced.
package struct DeviceFile: ~Copyable {
  private let file: Descriptor

  /// Opens a device or FIFO; for a FIFO, waits for a reader.
  ///
  /// - Throws: ``SystemError``, with `EEXIST` if a file has taken its place.
  package init(_ path: String) throws(SystemError) {
    let file = try Descriptor(FilePath(path), O_WRONLY)
    guard try file.status().st_mode & S_IFMT != S_IFREG else { throw SystemError(code: EEXIST) }
    self.file = file
  }

  /// Duplicates an open descriptor, such as that of standard output.
  package init(copying descriptor: Int32) throws(SystemError) {
    file = try Descriptor(copying: descriptor)
  }

  /// Appends bytes.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    try unsafe withBytes(of: bytes) { (bytes) throws(SystemError) in try unsafe file.write(bytes) }
  }
}
