import Auditing
import Diagnostics
import Files
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
  /// The file's name; nil for standard output.
  private let path: String?
  private var file: ProvisionalFile?
  private var device: DeviceFile?
  private let stop: StopFlag
  private var fault: SystemError?
  private var lines = LineCounts()
  private var keptCount: UInt64 = 0
  /// Where lines wait that may have been there before; nil where all are written.
  private var distinct: DistinctLines?

  /// Opens it, before the long run.
  ///
  /// - Throws: ``OutputProblem`` when the file is there and `force` is off, or the system refuses.
  init(
    _ path: String?, force: Bool, raising stop: StopFlag, through distinct: consuming DistinctLines?
  ) throws(OutputProblem) {
    self.distinct = distinct
    let path = path == "-" ? nil : path
    self.path = path
    packer = path.flatMap(Packer.init(forName:))
    self.stop = stop
    guard let path else { return }
    let occupant = try? Occupant(of: path)
    if occupant == .file, !force { throw .existingFile(path) }
    if occupant == .danglingLink, !force { throw .danglingLink(path) }
    do throws(SystemError) {
      switch occupant {
      case .directory: throw SystemError(code: EISDIR)
      case .device: device = try DeviceFile(path)
      default: file = try ProvisionalFile(path, for: .owner)
      }
    } catch { throw .unwritable(path, error) }
  }

  /// Writes lines; after a refusal nothing more, and the reading is stopped.
  mutating func take(_ filtered: FilteredLines) {
    lines.merge(filtered.lines)
    keptCount &+= filtered.keptCount
    guard fault == nil else { return }
    do throws(SystemError) {
      if filtered.isLost { throw SystemError(code: ENOMEM) }
      if distinct == nil {
        try write(filtered.text.bytes)
      } else if let bytes = try distinct?.take(filtered), !bytes.isEmpty {
        try writePacked(bytes)
      }
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
    writeWaiting()
    guard let path else {
      if let fault, fault.code != EPIPE { throw .unwritable("<stdout>", fault) }
      return (lines, keptCount, fault != nil)
    }
    do throws(SystemError) {
      if let fault { throw fault }
      if let packer { try write(packer.ending) }
      try file?.publish()
    } catch {
      discard()
      throw .unwritable(path, error)
    }
    return (lines, keptCount, false)
  }

  /// Removes a file that has not got its name.
  ///
  /// Not left to `deinit`: a worker may hold the sink until the process has ended.
  mutating func discard() { file = nil }

  /// Writes the lines that could not be written before all were known.
  private mutating func writeWaiting() {
    guard var waiting = distinct.take() else { return }
    if fault == nil {
      do throws(SystemError) {
        try waiting.finish { (bytes) throws(SystemError) in try writePacked(bytes) }
      } catch {
        fault = error
      }
    }
    keptCount = waiting.writtenCount
  }

  /// Writes bytes that the lanes could not pack, since nobody knew what of them would be written.
  private func writePacked(_ bytes: [UInt8]) throws(SystemError) {
    guard let packer else { return try write(bytes) }
    guard let packed = packer.pack(bytes) else { throw SystemError(code: ENOMEM) }
    try write(packed)
  }

  private func write(_ bytes: [UInt8]) throws(SystemError) {
    if path == nil { try Terminal.writeAll(bytes, to: 1) }
    try file?.write(bytes)
    try device?.write(bytes)
  }
}
