import Diagnostics

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A directory under a provisional name, in which files are written before they get their place.
///
/// It is locked as long as the process works on it.
struct Stage: ~Copyable {
  /// The directory that holds it.
  let holder: Descriptor
  /// The directory itself.
  let directory: Descriptor
  /// Its name in the holder.
  let name: FilePath
  /// The mode that the user's new directories have.
  let usualMode: mode_t
  /// Whether the holder is the directory that the files are for, not the one that holds that.
  let isInside: Bool

  /// Makes one that only its owner can look into.
  ///
  /// - Parameters:
  ///   - holder: The directory that will hold it.
  ///   - target: The name of the directory that the files are for; nil where the holder is that.
  /// - Throws: ``SystemError`` when the system refuses.
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
      // A run that looks for leftovers may remove the directory before this one has locked it.
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

  /// Writes a file, to the disk.
  func write(_ bytes: [UInt8], as name: FilePath) throws(SystemError) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
    let file = try Descriptor(name, in: directory.number, flags, mode: 0o666)
    try unsafe withBytes(of: bytes) { (bytes) throws(SystemError) in try unsafe file.write(bytes) }
    try file.sync()
  }

  /// The bytes of a file that was written.
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
  /// Whether a name still leads to this file.
  func isStill(_ name: FilePath, in directory: Int32) -> Bool {
    var there = stat()
    guard let here = try? status() else { return false }
    // SAFETY: the pointers live for the call.
    let code = unsafe fstatat(directory, name.terminated, &there, AT_SYMLINK_NOFOLLOW)
    return code == 0 && here.st_dev == there.st_dev && here.st_ino == there.st_ino
  }

  /// What kind of thing a name in this directory leads to, links not followed; nil for nothing.
  func kind(of name: FilePath) -> mode_t? {
    var status = stat()
    // SAFETY: the pointers live for the call.
    let code = unsafe fstatat(number, name.terminated, &status, AT_SYMLINK_NOFOLLOW)
    return code == 0 ? status.st_mode & S_IFMT : nil
  }
}
