import Diagnostics
import Intake
import Testing
import Workers

/// The results of a reader for a list, and those of a worker for its text.
struct Reading {
  /// The text of all chunks, joined.
  let text: [UInt8]
  let summary: ListSummary
  private let longestLine: Int

  /// Reads a list to its end; a file that holds gzip, or a zip archive, with both decoders of gzip,
  /// which must agree.
  init(
    _ input: ListInput, reading: TextSettings = TextSettings(), chunk capacity: Int = 4096,
    buffer: Int = 4096, longestLine: Int = 64, threads: Int = 1, stop: StopFlag? = nil,
    progress: ReadingProgress? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    self.init(
      once: input, reading, chunk: capacity, buffer: buffer, longestLine: longestLine,
      threads: threads, stop: stop, progress: progress)
    let container = summary.container
    guard container.compression == .gzip || container.archive == .zip,
      input.byteCount != nil, stop == nil, progress == nil
    else { return }
    let other = TextSettings(
      encoding: reading.encoding, fallback: reading.fallback, maxBytes: reading.maxBytes,
      takesAnyBytes: reading.takesAnyBytes, gzip: reading.gzip == .zlib ? .fastest : .zlib)
    let second = Reading(
      once: input, other, chunk: capacity, buffer: buffer, longestLine: longestLine,
      threads: threads)
    let (zlib, fastest) = reading.gzip == .zlib ? (self, second) : (second, self)
    if let difference = fastest.difference(from: zlib) {
      Issue.record(
        "the decoders of gzip differ: \(difference); \(fastest.summary); zlib: \(zlib.summary)",
        sourceLocation: sourceLocation)
    }
  }

  /// The first difference from what zlib alone gives; nil if there is none.
  ///
  /// If zlib refuses the codes of a block, ISA-L may have given more text; if the checksum of the
  /// text is right, it need not report a problem.
  private func difference(from zlib: Reading) -> String? {
    let (a, b) = (summary, zlib.summary)
    if b.problems.contains(where: \.isOfCodes) {
      if !a.isComplete && !a.problems.contains(where: \.isOfCodes) { return "problems" }
      if b.isComplete { return "completeness" }
      // In an archive, the text of the next file follows. Other text may look like UTF-16.
      let mayBeElsewhere = a.container.archive != nil || a.encoding != b.encoding
      return mayBeElsewhere || text.starts(with: zlib.text) ? nil : "text before the codes"
    }
    if a.bytesRead != b.bytesRead { return "bytes read" }
    if a.sha256 != b.sha256 { return "digest" }
    if a.container != b.container { return "container" }
    if text != zlib.text { return "text" }
    if a.problems != b.problems { return "problems" }
    if a.isComplete != b.isComplete { return "completeness" }
    if a.members != b.members || a.archiveMembers != b.archiveMembers { return "members" }
    if a.textBytes != b.textBytes { return "bytes of text" }
    if a.cutLines != b.cutLines || a.overLongLines != b.overLongLines { return "skipped lines" }
    if a.encoding != b.encoding || a.hadByteOrderMark != b.hadByteOrderMark { return "encoding" }
    return nil
  }

  /// Reads a list into a new chunk each time, since the previous one may be in use.
  private init(
    once input: ListInput, _ reading: TextSettings, chunk capacity: Int, buffer: Int,
    longestLine: Int, threads: Int, stop: StopFlag? = nil, progress: ReadingProgress? = nil
  ) {
    var reader = ListReader(
      input, reading: reading, longestLine: longestLine, inputBufferSize: buffer,
      workers: WorkerPool(width: threads),
      watch: ReadingWatch(stop: stop, progress: progress))
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

  /// The over-long lines, counted by the reader or by the worker.
  var overLongLines: Int {
    Int(summary.overLongLines) + split(text).count { isOverLong($0, longestLine) }
  }
}

extension IntakeProblem {
  /// Whether zlib refused the codes of a deflate block: too few, or none for its end.
  var isOfCodes: Bool {
    ["lengths set)", "distances set)", "missing end-of-block)"].contains {
      problem.found.contains($0)
    }
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

/// A text as it is read: with LF for each CR if there is no LF.
func withLineFeeds(_ text: [UInt8]) -> [UInt8] {
  text.contains(10) ? text : text.map { $0 == 13 ? 10 : $0 }
}
