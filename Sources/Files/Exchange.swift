import CFiles
package import Diagnostics

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// How a directory replaces another.
package enum Exchange: Sendable {
  /// In one step, so that one of the two always has the name.
  ///
  /// If the file system does not support this, in two steps.
  case atOnce
  /// By two renames, between which neither has the name; after a crash, the next run repairs this.
  case inTwoSteps

  /// The name of the replaced directory between the two renames.
  static func aside(_ provisional: String) -> String { provisional + "-0" }

  /// Whether a provisional name is the name of a replaced directory.
  static func isAside(_ name: String) -> Bool { name.hasSuffix("-0") }

  /// Exchanges the names of two directories.
  ///
  /// - Throws: ``SystemError``; then both have their old names.
  func exchange(
    _ new: FilePath, with old: FilePath, in directory: borrowing Descriptor
  ) throws(SystemError) {
    if self == .atOnce {
      do throws(SystemError) { return try Self.exchangeAtOnce(new, old, directory.number) } catch {
        if !error.isOfTheFileSystem { throw error }
      }
    }
    let (number, aside) = (directory.number, try FilePath(Self.aside(new.text)))
    func rename(_ from: FilePath, _ to: FilePath) throws(SystemError) {
      _ = try retrying { unsafe renameat(number, from.terminated, number, to.terminated) }
    }
    try rename(old, aside)
    do throws(SystemError) { try rename(new, old) } catch {
      try? rename(aside, old)
      throw error
    }
    try? rename(aside, new)
  }

  private static func exchangeAtOnce(
    _ first: FilePath, _ second: FilePath, _ directory: Int32
  ) throws(SystemError) {
    _ = try retrying {
      #if os(Linux)
        unsafe renameat2(
          directory, first.terminated, directory, second.terminated, UInt32(rename_exchange))
      #else
        unsafe renameatx_np(
          directory, first.terminated, directory, second.terminated, UInt32(RENAME_SWAP))
      #endif
    }
  }

  /// Renames a file, unless the new name exists.
  ///
  /// - Throws: ``SystemError``, with `EEXIST` if the name exists.
  static func move(
    _ path: FilePath, from: borrowing Descriptor, to: borrowing Descriptor, as name: FilePath
  ) throws(SystemError) {
    let (source, target) = (from.number, to.number)
    do throws(SystemError) {
      _ = try retrying {
        #if os(Linux)
          unsafe renameat2(
            source, path.terminated, target, name.terminated, UInt32(rename_noreplace))
        #else
          unsafe renameatx_np(
            source, path.terminated, target, name.terminated, UInt32(RENAME_EXCL))
        #endif
      }
    } catch {
      if !error.isOfTheFileSystem { throw error }
      // The file system cannot check this itself.
      var status = stat()
      // SAFETY: the pointers are valid during the call.
      if unsafe fstatat(target, name.terminated, &status, AT_SYMLINK_NOFOLLOW) == 0 {
        throw SystemError(code: EEXIST)
      }
      _ = try retrying { unsafe renameat(source, path.terminated, target, name.terminated) }
    }
  }
}

extension SystemError {
  /// Whether a name cannot be taken because a file has it.
  package var isOccupied: Bool { code == EEXIST }

  /// The error of a file that is larger than expected.
  package static var tooLarge: SystemError { SystemError(code: EFBIG) }

  /// Whether the error means that the file system does not support the call.
  fileprivate var isOfTheFileSystem: Bool { [EINVAL, ENOSYS, ENOTSUP].contains(code) }
}
