import Auditing
import Diagnostics
import Files
import Glibc
import Intake
import Packing
import Passwords

/// The output of a filter: standard output, or a file that is published when complete and that only
/// its owner may read.
///
/// A device or a FIFO is written to in place.
struct FilterSink: ~Copyable {
  /// The packer of the file; nil if it is not packed.
  let packer: Packer?
  /// The file's name; nil for standard output.
  private let path: String?
  private var file: ProvisionalFile?
  private var device: DeviceFile?
  private let stop: StopFlag
  private var fault: SystemError?
  private var lines = LineCounts()
  private var keptCount: UInt64 = 0
  /// Holds back lines that may be repeats; nil if all are written.
  private var distinct: DistinctLines?

  /// Opens the output, before the long run.
  ///
  /// - Throws: ``OutputProblem`` if the file exists and `force` is off, or the system refuses.
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

  /// Writes lines; after an error writes nothing more and stops the reading.
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

  /// Publishes the file.
  ///
  /// - Returns: The counts of lines, the number of lines kept, and whether standard output was
  ///   closed before all were written.
  /// - Throws: ``OutputProblem`` if something could not be written.
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

  /// Removes an unpublished file.
  ///
  /// This is not left to `deinit`: a worker may hold the sink until the process has ended.
  mutating func discard() { file = nil }

  /// Writes the lines that had to wait until all were known.
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

  /// Packs and writes bytes that the lanes could not pack, since it was unknown which would be
  /// written.
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
