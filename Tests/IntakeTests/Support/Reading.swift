import Intake
import Workers

/// The results of a reader for a list, and those of a lane for its text.
struct Reading {
  /// The text of all chunks, joined.
  let text: [UInt8]
  let summary: ListSummary
  private let longestLine: Int

  /// Reads a list to its end, into a new chunk each time, since the previous one may be in use.
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
  /// A copy of the text; the padding was checked to be zeros.
  var bytes: [UInt8] {
    withPaddedText { padded, byteCount in
      precondition(padded.byteCount == byteCount + Chunk.padding && byteCount == self.byteCount)
      let bytes = unsafe padded.withUnsafeBytes { unsafe Array($0) }
      precondition(bytes[byteCount...].allSatisfy { $0 == 0 })
      return Array(bytes[..<byteCount])
    }
  }
}

/// The lines of a text: the parts between line feeds, and the part after the last one if not empty.
func split(_ text: [UInt8]) -> [[UInt8]] {
  var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
  if lines.last?.isEmpty == true { lines.removeLast() }
  return lines
}

/// Whether a line has more bytes than allowed, not counting a CR at its end.
func isOverLong(_ line: [UInt8], _ longestLine: Int) -> Bool {
  line.count - (line.last == 0x0D ? 1 : 0) > longestLine
}

/// The whole lines of a text that was cut off: the last one only if its line feed is there.
func wholeLines(_ text: [UInt8]) -> [[UInt8]] {
  split(Array(text[..<((text.lastIndex(of: 0x0A) ?? -1) + 1)]))
}
