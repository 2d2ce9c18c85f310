import Glibc
import Synchronization

/// Where sightings go that memory has no room for: a file without a name, which is gone whenever
/// and however the process ends.
///
/// It holds fingerprints, numbers of signatures and counts, and can be read by its owner alone. Lanes
/// may write at the same time.
package final class SpillFile: Sendable {
  /// Sightings that were written at once, in order of fingerprints.
  struct Run {
    /// Where it begins, in bytes.
    let offset: Int
    /// How many there are.
    let count: Int
  }

  private let directory: String
  private let descriptor: Int32
  private let end = Atomic<Int>(0)

  /// Makes the file and takes its name away.
  package init(in directory: String) throws(GroupingProblem) {
    self.directory = directory
    while true {
      let name = "\(directory)/audit-\(String(UInt64.random(in: .min ... .max), radix: 36))"
      let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
      let opened = unsafe open(name, flags, 0o600)
      if opened >= 0 {
        descriptor = opened
        unsafe unlink(name)
        return
      }
      if errno != EINTR && errno != EEXIST {
        throw .cannotOpen(directory: directory, code: errno)
      }
    }
  }

  deinit { close(descriptor) }

  /// Bytes written so far.
  package var byteCount: UInt64 { UInt64(end.load(ordering: .relaxed)) }

  /// Writes some sightings.
  func write(_ sightings: UnsafeBufferPointer<Sighting>) throws(GroupingProblem) -> Run {
    let bytes = UnsafeRawBufferPointer(sightings)
    let offset = end.wrappingAdd(bytes.count, ordering: .relaxed).oldValue
    var done = 0
    while done < bytes.count {
      // SAFETY: `done` is within the buffer.
      let count = unsafe pwrite(
        descriptor, bytes.baseAddress.map { unsafe $0 + done }, bytes.count - done,
        offset + done)
      if count > 0 {
        done += count
      } else if count == 0 || errno != EINTR {
        throw .cannotWrite(
          directory: directory, code: count == 0 ? ENOSPC : errno, written: UInt64(offset))
      }
    }
    return Run(offset: offset, count: sightings.count)
  }

  /// Reads as many sightings as there is room for, from an offset on.
  func read(
    into sightings: UnsafeMutableBufferPointer<Sighting>, at offset: Int
  ) throws(GroupingProblem) {
    let bytes = UnsafeMutableRawBufferPointer(sightings)
    var done = 0
    while done < bytes.count {
      // SAFETY: `done` is within the buffer.
      let count = unsafe pread(
        descriptor, bytes.baseAddress.map { unsafe $0 + done }, bytes.count - done,
        offset + done)
      if count > 0 {
        done += count
      } else if count == 0 || errno != EINTR {
        throw .cannotRead(directory: directory, code: count == 0 ? EIO : errno)
      }
    }
  }
}
