import Diagnostics
import Files

/// The temporary file of one lane, or of one merge, which takes counts when memory is full.
///
/// It has no name, and its content is encrypted with a key that exists only in memory.
final class CountFile: Sendable {
  private let file: UnnamedFile
  private let directory: String

  /// Creates the file in a directory.
  init(in directory: String) throws(Problem) {
    self.directory = directory
    do throws(SystemError) { file = try UnnamedFile(in: directory) } catch {
      throw .temporary(directory, error)
    }
  }

  /// Writes counts at a place, in counts from the beginning of the file; each place once.
  func write(_ counts: [WindowCount], at place: Int) throws(Problem) {
    do throws(SystemError) {
      try unsafe counts.withUnsafeBufferPointer { (counts) throws(SystemError) in
        // SAFETY: the bytes are valid during the call.
        try unsafe file.write(
          UnsafeRawBufferPointer(counts), at: place * MemoryLayout<WindowCount>.stride)
      }
    } catch { throw .temporary(directory, error) }
  }

  /// The counts from a place on.
  func read(_ places: Range<Int>) throws(Problem) -> [WindowCount] {
    var counts = [WindowCount](repeating: WindowCount(window: 0, count: 0), count: places.count)
    do throws(SystemError) {
      try unsafe counts.withUnsafeMutableBufferPointer { (room) throws(SystemError) in
        // SAFETY: the room is valid during the call, and all bytes are valid numbers.
        try unsafe file.read(
          into: UnsafeMutableRawBufferPointer(room),
          at: places.lowerBound * MemoryLayout<WindowCount>.stride)
      }
    } catch { throw .temporary(directory, error) }
    return counts
  }
}

/// Counts of different windows in ascending order, in memory or in a temporary file.
enum CountRun: Sendable {
  case memory([WindowCount])
  /// Counts at these places of a file.
  case file(CountFile, Range<Int>)

  /// The number of counts.
  var count: Int {
    switch self {
    case .memory(let counts): counts.count
    case .file(_, let places): places.count
    }
  }
}

/// Reads a part of a run in order.
struct CountCursor {
  private let file: CountFile?
  private var rest: Range<Int>
  private var counts: [WindowCount]
  private var place: Int
  private var end: Int

  /// The number of counts that are read from a file at once: 64 KB.
  private static let pieceCount = 4096

  /// Begins with the first of some places of a run.
  init(_ run: CountRun, _ places: Range<Int>) throws(Problem) {
    switch run {
    case .memory(let counts):
      file = nil
      self.counts = counts
      rest = 0..<0
      (place, end) = (places.lowerBound, places.upperBound)
    case .file(let file, let held):
      self.file = file
      counts = []
      rest = held.lowerBound + places.lowerBound..<held.lowerBound + places.upperBound
      (place, end) = (0, 0)
      try refill()
    }
  }

  /// The present count; nil after the last one.
  var current: WindowCount? { place < end ? counts[place] : nil }

  /// Goes on to the next count.
  @inline(__always)
  mutating func advance() throws(Problem) {
    place += 1
    if place == end, !rest.isEmpty { try refill() }
  }

  private mutating func refill() throws(Problem) {
    guard let file else { return }
    let piece = rest.prefix(Self.pieceCount)
    counts = try file.read(piece)
    rest = piece.upperBound..<rest.upperBound
    (place, end) = (0, counts.count)
  }
}

/// Makes a run of counts that arrive in order, in a file as soon as they exceed a limit.
struct CountWriter {
  private var held: [WindowCount] = []
  private var file: CountFile?
  private var written = 0
  private let limit: Int
  private let directory: String

  /// Begins a run.
  ///
  /// - Parameters:
  ///   - byteLimit: The most bytes to hold in memory.
  ///   - directory: The directory of temporary files.
  init(byteLimit: Int, directory: String) {
    limit = max(1, byteLimit / MemoryLayout<WindowCount>.stride)
    self.directory = directory
  }

  /// Adds the next count.
  mutating func append(_ count: WindowCount) throws(Problem) {
    if held.count >= limit { try spill() }
    held.append(count)
  }

  private mutating func spill() throws(Problem) {
    let file: CountFile
    if let open = self.file { file = open } else { file = try CountFile(in: directory) }
    self.file = file
    try file.write(held, at: written)
    written += held.count
    held.removeAll(keepingCapacity: true)
  }

  /// Ends the run.
  consuming func finish() throws(Problem) -> CountRun {
    guard file != nil else { return .memory(held) }
    try spill()
    guard let file else { return .memory([]) }
    return .file(file, 0..<written)
  }
}
