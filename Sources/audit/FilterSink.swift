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
  private let path: String?
  /// Nil for what is no file, and stays what it is: a device, a FIFO.
  private let provisional: String?
  private var descriptor: Int32 = 1
  private let stop: StopFlag
  private var fault: SystemError?
  private var lines = LineCounts()
  private var keptCount: UInt64 = 0

  /// Opens it, before the long run.
  ///
  /// - Throws: ``OutputProblem`` when the file is there and `force` is off, or the system refuses.
  init(_ path: String?, force: Bool, raising stop: StopFlag) throws(OutputProblem) {
    self.path = path
    packer = path.flatMap(Packer.init(forName:))
    self.stop = stop
    let kind = path.flatMap(Self.kind)
    provisional = kind == nil || kind == S_IFREG ? path.map(Provisional.name) : nil
    guard let path else { return }
    if kind == S_IFDIR { throw .unwritable(path, SystemError(code: EISDIR)) }
    if let provisional {
      if !force, kind != nil { throw .existingFile(path) }
      Provisional.removeLeftovers(of: path)
      // Nobody else may have made it, so that nobody else has it open.
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
      descriptor = unsafe open(provisional, flags, 0o600)
    } else {
      descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
    }
    guard descriptor >= 0 else { throw .unwritable(path, .last) }
  }

  /// Removes what was begun and not finished.
  deinit {
    guard path != nil, descriptor > 1 else { return }
    close(descriptor)
    if let provisional { unsafe unlink(provisional) }
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
      try Terminal.writeAll(filtered.text.bytes, to: descriptor)
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
    guard let path else {
      if let fault, fault.code != EPIPE { throw .unwritable("<stdout>", fault) }
      return (lines, keptCount, fault != nil)
    }
    if let packer, fault == nil {
      do throws(SystemError) { try Terminal.writeAll(packer.ending, to: descriptor) } catch {
        fault = error
      }
    }
    if let fault { throw .unwritable(path, fault) }
    guard fsync(descriptor) == 0 || errno == EINVAL,
      unsafe provisional == nil || rename(provisional ?? "", path) == 0
    else { throw .unwritable(path, .last) }
    close(descriptor)
    descriptor = -1
    return (lines, keptCount, false)
  }
}
