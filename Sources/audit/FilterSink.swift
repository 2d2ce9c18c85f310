import Auditing
import Diagnostics
import Glibc
import Intake
import Packing
import Passwords

/// Where a filter's lines go: standard output, or a file that appears under its name when it is
/// whole and that nobody but its owner may read.
///
/// A device or a FIFO is written as it is.
struct FilterSink: ~Copyable {
  /// How the file is packed; nil where it is not.
  let packer: Packer?
  /// Nil for standard output.
  private var file: PrivateFile?
  private let stop: StopFlag
  private var fault: SystemError?
  private var lines = LineCounts()
  private var keptCount: UInt64 = 0

  /// Opens it, before the long run.
  ///
  /// - Throws: ``OutputProblem`` when the file is there and `force` is off, or the system refuses.
  init(_ path: String?, force: Bool, raising stop: StopFlag) throws(OutputProblem) {
    packer = path.flatMap(Packer.init(forName:))
    self.stop = stop
    guard let path else { return }
    let kind = Self.kind(path)
    if kind == S_IFREG, !force { throw .existingFile(path) }
    do {
      file =
        kind == nil || kind == S_IFREG ? try PrivateFile(path) : try PrivateFile(device: path)
    } catch { throw .unwritable(path, error) }
  }

  /// What is there under a path, as in `st_mode`; nil where nothing is.
  private static func kind(_ path: String) -> mode_t? {
    var status = stat()
    // SAFETY: the pointers live for the call.
    return unsafe stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  /// Writes lines; after a refusal nothing more, and the reading is stopped.
  mutating func take(_ filtered: FilteredLines) {
    lines.merge(filtered.lines)
    keptCount &+= filtered.keptCount
    guard fault == nil else { return }
    do throws(SystemError) {
      if filtered.isLost { throw SystemError(code: ENOMEM) }
      try write(filtered.text.bytes)
    } catch {
      fault = error
      stop.raise()
    }
  }

  /// Gives the file its name.
  ///
  /// - Returns: What became of the lines, how many were kept, and whether standard output was
  ///   closed before all were written.
  /// - Throws: ``OutputProblem`` when something could not be written.
  mutating func finish() throws(OutputProblem) -> (LineCounts, UInt64, isClosed: Bool) {
    guard let path = file?.path else {
      if let fault, fault.code != EPIPE { throw .unwritable("<stdout>", fault) }
      return (lines, keptCount, fault != nil)
    }
    do throws(SystemError) {
      if let fault { throw fault }
      if let packer { try write(packer.ending) }
      try file?.publish()
    } catch { throw .unwritable(path, error) }
    return (lines, keptCount, false)
  }

  private func write(_ bytes: [UInt8]) throws(SystemError) {
    if file == nil { try Terminal.writeAll(bytes, to: 1) } else { try file?.write(bytes) }
  }
}
