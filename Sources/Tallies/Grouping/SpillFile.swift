import Diagnostics
import Files
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
  private let file: UnnamedFile
  private let end = Atomic<Int>(0)

  /// Makes the file.
  package init(in directory: String) throws(GroupingProblem) {
    self.directory = directory
    do throws(SystemError) { file = try UnnamedFile(in: directory) } catch {
      throw .cannotOpen(directory: directory, code: error.code)
    }
  }

  /// Bytes written so far.
  package var byteCount: UInt64 { UInt64(end.load(ordering: .relaxed)) }

  /// Writes some sightings.
  func write(_ sightings: UnsafeBufferPointer<Sighting>) throws(GroupingProblem) -> Run {
    let bytes = UnsafeRawBufferPointer(sightings)
    let offset = end.wrappingAdd(bytes.count, ordering: .relaxed).oldValue
    do throws(SystemError) { try unsafe file.write(bytes, at: offset) } catch {
      throw .cannotWrite(directory: directory, code: error.code, written: UInt64(offset))
    }
    return Run(offset: offset, count: sightings.count)
  }

  /// Reads as many sightings as there is room for, from an offset on.
  func read(
    into sightings: UnsafeMutableBufferPointer<Sighting>, at offset: Int
  ) throws(GroupingProblem) {
    let bytes = UnsafeMutableRawBufferPointer(sightings)
    do throws(SystemError) { try unsafe file.read(into: bytes, at: offset) } catch {
      throw .cannotRead(directory: directory, code: error.code)
    }
  }
}
