package import Diagnostics
package import Files
import Glibc
package import Intake
package import Passwords

/// The output of a filter: standard output, or a file that is published when complete and that only
/// its owner may read.
///
/// Standard output, a device or a FIFO is written to in place.
package struct FilterSink: ~Copyable {
  /// The packer of the file; nil if it is not packed.
  package let packer: Packer?
  /// The file's name; nil for standard output.
  private let path: String?
  private let replacing: Replacing
  private var file: ProvisionalFile?
  private var device: DeviceFile?
  private let stop: StopFlag
  private var fault: SystemError?
  /// The lines so far, by kind.
  package private(set) var lines = LineCounts()
  private var keptCount: UInt64 = 0

  /// Opens the output, before the long run.
  ///
  /// - Parameters:
  ///   - path: The file; nil or `-` for standard output.
  ///   - standardOutput: The descriptor of standard output.
  ///   - force: Whether to replace a file.
  ///   - inputs: The files that are read.
  ///   - stop: Raised when a write fails, so that the reading ends.
  /// - Throws: ``Problem`` if the file exists and `force` is off, or is an input, or the system
  ///   refuses.
  package init(
    _ path: String?, standardOutput: Int32, force: Bool, besides inputs: [String] = [],
    raising stop: StopFlag
  ) throws(Problem) {
    let path = path == "-" ? nil : path
    self.path = path
    replacing = Replacing(isForced: force)
    packer = path.flatMap(Packer.init(forName:))
    self.stop = stop
    guard let path else {
      do { device = try DeviceFile(copying: standardOutput) } catch {
        throw .unwritable("<stdout>", error)
      }
      return
    }
    try replacing.check(path, besides: inputs)
    do throws(SystemError) {
      if try FileKind(of: path) == .device {
        device = try DeviceFile(path)
      } else {
        file = try ProvisionalFile(path, for: .owner)
      }
    } catch { throw .unwritable(path, error) }
  }

  /// Writes lines; after an error writes nothing more and stops the reading.
  package mutating func take(_ filtered: FilteredLines) {
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

  /// Publishes the file.
  ///
  /// - Returns: The number of lines kept, and whether standard output was closed before all were
  ///   written.
  /// - Throws: ``Problem`` if something could not be written.
  package mutating func finish() throws(Problem) -> (UInt64, isClosed: Bool) {
    guard let path else {
      if let fault, fault.code != EPIPE { throw .unwritable("<stdout>", fault) }
      return (keptCount, fault != nil)
    }
    do throws(SystemError) {
      if let fault { throw fault }
      if let packer { try write(packer.ending) }
      try file?.publish(replacing: replacing.replaceable)
    } catch {
      discard()
      throw replacing.problem(path, error)
    }
    return (keptCount, false)
  }

  /// Removes an unpublished file.
  ///
  /// This is not left to `deinit`: a worker may hold the sink until the process has ended.
  package mutating func discard() { file = nil }

  private func write(_ bytes: [UInt8]) throws(SystemError) {
    try file?.write(bytes)
    try device?.write(bytes)
  }
}
