import Diagnostics

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A directory with a provisional name, in which files are written before they are published.
///
/// The process keeps it locked while it works.
struct Stage: ~Copyable {
  /// The directory that contains it.
  let holder: Descriptor
  /// The directory itself.
  let directory: Descriptor
  /// The name of the directory in its holder.
  let name: FilePath
  /// The mode of directories that the user creates.
  let usualMode: mode_t
  /// Whether it is inside the target directory instead of beside it.
  let isInside: Bool

  /// Creates a directory that only its owner can read.
  ///
  /// - Parameters:
  ///   - holder: The directory that will contain it.
  ///   - target: The name of the target directory; nil if `holder` is the target.
  /// - Throws: ``SystemError`` if the system does not allow it.
  init(in holder: consuming Descriptor, for target: String?) throws(SystemError) {
    for name in Provisional.names(of: target ?? OwnNames.stage) {
      let name = try FilePath(name)
      do throws(SystemError) {
        let number = holder.number
        _ = try retrying { unsafe mkdirat(number, name.terminated, 0o777) }
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
      usualMode = try directory.status().st_mode & 0o7777
      _ = fchmod(directory.number, 0o700)
      self.holder = holder
      self.directory = directory
      self.name = name
      isInside = target == nil
      return
    }
    throw SystemError(code: EEXIST)
  }

  /// Writes a file, given in pieces; ``sync(_:)`` waits for it.
  ///
  /// Waiting for all files after they are written lets the file system commit them together; each
  /// commit takes milliseconds.
  func write(_ pieces: some Sequence<[UInt8]>, as name: FilePath) throws(SystemError) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
    let file = try Descriptor(name, in: directory.number, flags, mode: 0o666)
    for piece in pieces {
      try unsafe withBytes(of: piece) { (bytes) throws(SystemError) in
        try unsafe file.write(bytes)
      }
    }
    if isReadable { file.startSync() } else { try file.sync() }
  }

  /// Whether the user's umask allows files to be opened again.
  private var isReadable: Bool { usualMode & S_IRUSR != 0 }

  /// Waits until a written file is on the disk.
  func sync(_ name: FilePath) throws(SystemError) {
    guard isReadable else { return }
    try Descriptor(name, in: directory.number, O_RDONLY | O_NOFOLLOW).sync()
  }

  /// The bytes of a file in the directory.
  func bytes(of name: FilePath) throws(SystemError) -> [UInt8] {
    let file = try Descriptor(name, in: directory.number, O_RDONLY | O_NOFOLLOW)
    var bytes = [UInt8](repeating: 0, count: Int(try file.status().st_size))
    var fault: SystemError?
    unsafe bytes.withUnsafeMutableBytes { room in
      do throws(SystemError) { try unsafe file.read(into: room, at: 0) } catch { fault = error }
    }
    if let fault { throw fault }
    return bytes
  }
}

extension Descriptor {
  /// Whether a name still refers to this file.
  func isStill(_ name: FilePath, in directory: Int32) -> Bool {
    var there = stat()
    guard let here = try? status() else { return false }
    // SAFETY: the pointers are valid during the call.
    let code = unsafe fstatat(directory, name.terminated, &there, AT_SYMLINK_NOFOLLOW)
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
}
