import Intake
import Workers

/// What a reader gave for a list, and what a lane would make of it.
struct Reading {
  /// The text of all chunks, one behind the other.
  let text: [UInt8]
  let summary: ListSummary
  private let longestLine: Int

  /// Reads a list to its end, into a new chunk each time, since the one before may be elsewhere.
  init(
    _ input: ListInput, reading: TextReading = TextReading(), chunk capacity: Int = 4096,
    buffer: Int = 4096, longestLine: Int = 64, lanes: Int = 1, stop: StopFlag? = nil,
    progress: ReadingProgress? = nil
  ) {
    var reader = ListReader(
      input, reading: reading, longestLine: longestLine, inputBufferSize: buffer,
      workers: WorkerPool(width: lanes),
      stop: stop, progress: progress)
    var text: [UInt8] = []
    var chunk = Chunk(capacity: capacity)
    while reader.fill(chunk) {
      text += chunk.bytes
      precondition(text.last == 0x0A, "a chunk must end with a line")
      chunk = Chunk(capacity: capacity)
    }
    precondition(chunk.byteCount == 0, "the end has no text")
    precondition(!reader.fill(chunk), "an ended list must stay ended")
    self.text = text
    self.longestLine = longestLine
    summary = reader.summary
  }

  /// The lines that are not over-long, without line feeds.
  var lines: [[UInt8]] { split(text).filter { !isOverLong($0, longestLine) } }

  /// The over-long lines, counted by the reader or by the lane.
  var overLongLines: Int {
    Int(summary.overLongLines) + split(text).count { isOverLong($0, longestLine) }
  }
}

extension Chunk {
  /// A copy of the text; whoever takes it has seen that zeros follow.
  var bytes: [UInt8] {
    withPaddedText { padded, byteCount in
      precondition(padded.byteCount == byteCount + Chunk.padding && byteCount == self.byteCount)
      let bytes = unsafe padded.withUnsafeBytes { unsafe Array($0) }
      precondition(bytes[byteCount...].allSatisfy { $0 == 0 })
      return Array(bytes[..<byteCount])
    }
  }
}

/// The lines of a text: what stands between line feeds, and behind the last one if anything does.
func split(_ text: [UInt8]) -> [[UInt8]] {
  var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
  if lines.last?.isEmpty == true { lines.removeLast() }
  return lines
}

/// Whether a line has more bytes than allowed, a CR at its end not counted.
func isOverLong(_ line: [UInt8], _ longestLine: Int) -> Bool {
  line.count - (line.last == 0x0D ? 1 : 0) > longestLine
}

/// The whole lines of a text that was cut off: the last one only if its line feed is there.
func wholeLines(_ text: [UInt8]) -> [[UInt8]] {
  split(Array(text[..<((text.lastIndex(of: 0x0A) ?? -1) + 1)]))
}
