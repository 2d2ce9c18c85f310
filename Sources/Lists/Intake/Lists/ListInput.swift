import Diagnostics
import Glibc
import Workers

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

extension ListInput {
  /// The inputs named by arguments, in order.
  ///
  /// `-` is standard input. A directory stands for the regular files in it and below, sorted by the
  /// bytes of their paths. Anything else is used directly, even a FIFO or device. Inside a
  /// directory, names that begin with a dot are skipped silently; links to directories and
  /// non-files cause a warning.
  ///
  /// - Returns: The inputs, and a problem for each argument or entry that was left out.
  package static func resolve(
    _ arguments: [String]
  ) -> (inputs: [ListInput], problems: [IntakeProblem]) {
    var inputs: [ListInput] = []
    var problems: [IntakeProblem] = []
    for argument in arguments {
      if argument != "-" {
        do {
          try resolve(argument, &inputs, &problems)
        } catch {
          problems.append(.unreadable(list: argument, error))
        }
      } else if inputs.contains(where: { $0.origin == .standardInput }) {
        problems.append(.standardInputTwice)
      } else {
        inputs.append(ListInput(standardInput: ()))
      }
    }
    return (inputs, problems)
  }

  private static func resolve(
    _ argument: String, _ inputs: inout [ListInput], _ problems: inout [IntakeProblem]
  ) throws(SystemError) {
    let path = argument.systemPath
    guard path.firstIndex(of: 0) == path.count - 1 else { throw SystemError(code: EINVAL) }
    let status = try FileStatus(of: path)
    guard status.kind == .directory else { return inputs.append(try ListInput(path: path, status)) }
    var walk = DirectoryWalk()
    walk.visit(path)
    if walk.isReport { return problems.append(.report(path: argument)) }
    inputs += walk.inputs
    problems += walk.problems
    if walk.inputs.isEmpty && walk.problems.isEmpty {
      problems.append(.noLists(directory: argument))
    }
  }
}

extension ListInput {
  /// Whether several readers may read such lists at once: plain text, or gzip members of text.
  ///
  /// Other lists are read one at a time: a decoder of xz or zstd may take 32 MiB, and so may a file
  /// in an archive; bgzip's blocks keep all workers busy. Reads the first bytes of the file to
  /// detect the container, like a reader.
  package var isReadBesideOthers: Bool {
    guard case .file = origin, byteCount != nil,
      let file = try? ByteSource(
        self, bufferSize: 4096, stop: nil, progress: nil, workers: .alone)
    else { return false }
    let first = file.peek(byteCount: TarHeader.byteCount)
    guard let format = PackedFormat(signatureOf: first) else { return true }
    guard format == .gzip, !MemberSize.isStated(in: first) else { return false }
    let text = Unpacker(format, file, .zlib, list: name).readHead(byteCount: TarHeader.byteCount)
    return PackedFormat(signatureOf: text.bytes) != .tar
  }
}
