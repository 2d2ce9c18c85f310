import Diagnostics
import Glibc

/// One list to read: a file, or standard input.
package struct ListInput: Hashable, Sendable {
  /// The source of the bytes.
  enum Origin: Hashable, Sendable {
    case standardInput
    /// A path in the system's form: any bytes, ended by a 0.
    case file(path: [CChar])
  }

  /// The name of standard input in messages and reports.
  package static let standardInputName = "<stdin>"

  /// The path as the user gave it; `<stdin>` for standard input.
  ///
  /// For a file found in a directory, the name begins with the directory as given. See
  /// ``Swift/String/init(fileName:)`` for bytes that are not UTF-8.
  package let name: String

  /// The size of the file, before decompression; nil if unknown, as for a pipe.
  package let byteCount: UInt64?

  let origin: Origin

  /// The total size of all inputs; nil if any is unknown.
  package static func totalByteCount(of inputs: [ListInput]) -> UInt64? {
    var total: UInt64 = 0
    for input in inputs {
      guard let byteCount = input.byteCount else { return nil }
      let (sum, overflow) = total.addingReportingOverflow(byteCount)
      if overflow { return nil }
      total = sum
    }
    return total
  }

  /// Makes an input from an existing, readable file.
  init(path: [CChar], _ status: FileStatus) throws(SystemError) {
    _ = try retrying { unsafe access(path, R_OK) }
    name = printable(path)
    byteCount = status.kind == .regular ? status.byteCount : nil
    origin = .file(path: path)
  }

  /// Makes the input that is standard input.
  init(standardInput: Void) {
    name = Self.standardInputName
    byteCount = Self.byteCountToRead(from: STDIN_FILENO)
    origin = .standardInput
  }

  /// The number of unread bytes of a regular file, part of which may have been read.
  private static func byteCountToRead(from descriptor: Int32) -> UInt64? {
    guard let status = try? FileStatus(of: descriptor), status.kind == .regular else { return nil }
    let offset = UInt64(clamping: lseek(descriptor, 0, SEEK_CUR))
    return status.byteCount - min(offset, status.byteCount)
  }
}

/// The bytes of a path as text that preserves them all, without the final 0.
func printable(_ path: [CChar]) -> String {
  String(fileName: path.dropLast().map(UInt8.init(bitPattern:)))
}
