extension Profiler {
  /// Adds the lines of a chunk to a batch, each with its signature, until the batch is full or the
  /// chunk ends.
  ///
  /// A line ends at a line feed; one carriage return before the line feed is not part of the
  /// password. Empty lines and lines longer than ``Schema/longestLine`` are counted and skipped.
  ///
  ///     var cursor = 0
  ///     while cursor < end {
  ///       batch.removeAll()
  ///       profiler.fill(&batch, from: text, end: end, at: &cursor, counting: &lines)
  ///     }
  ///
  /// - Parameters:
  ///   - batch: The batch to fill; best empty.
  ///   - text: The chunk's bytes, followed by at least 64 readable bytes.
  ///   - end: The size of the chunk, which ends with a line feed; at most 2³¹ − 1.
  ///   - cursor: Offset of the next line; moved past the last one taken.
  ///   - counts: Receives the counts of the lines.
  ///   - dropsMarks: Whether a byte order mark at the beginning of a line is no part of the
  ///     password.
  /// - Complexity: O(bytes); about 5 ns a line on short ASCII lines.
  package func fill(
    _ batch: inout LineBatch, from text: RawSpan, end: Int, at cursor: inout Int,
    counting counts: inout LineCounts, dropsMarks: Bool = false
  ) {
    while cursor < end, !batch.isFull {
      if let shortLines {
        let added = shortLines.fill(&batch, from: text, end: end, at: &cursor)
        counts.ascii &+= UInt64(truncatingIfNeeded: added)
        if cursor >= end || batch.isFull { return }
      }
      takeLine(
        into: &batch, from: text, end: end, at: &cursor, counting: &counts, dropsMarks: dropsMarks)
    }
  }

  /// Takes one line of any kind (the slow path).
  private func takeLine(
    into batch: inout LineBatch, from text: RawSpan, end: Int, at cursor: inout Int,
    counting counts: inout LineCounts, dropsMarks: Bool
  ) {
    var start = cursor
    let lineFeed = endOfLine(in: text, from: start, end: end)
    cursor = lineFeed &+ 1
    var stop = lineFeed
    // SAFETY: `start ≤ stop - 1 < end ≤ text.byteCount`, by the search above.
    if stop > start, unsafe text.unsafeLoad(fromByteOffset: stop &- 1, as: UInt8.self) == 13 {
      stop &-= 1
    }
    if dropsMarks, stop &- start >= 3,
      Self.hasMark(text, at: start)
    {
      batch.marks &+= 1
      start &+= 3
    }
    guard stop > start else { return counts.empty &+= 1 }
    guard stop &- start <= Schema.longestLine else { return counts.overLong &+= 1 }
    counts.count(add(start..<stop, of: text, to: &batch))
  }

  /// Adds one password to a batch; it may hold any bytes, even line feeds.
  ///
  /// - Parameters:
  ///   - password: The range of its bytes in the text; at most ``Schema/longestLine`` bytes.
  ///   - text: As in ``fill(_:from:end:at:counting:)``.
  ///   - batch: A batch that is not full.
  /// - Returns: The encoding of the password.
  @discardableResult
  package func add(
    _ password: Range<Int>, of text: RawSpan, to batch: inout LineBatch
  ) -> LineBatch.Encoding {
    var profile = Profile()
    let encoding = examine(Span<UInt8>(_bytes: text.extracting(password)), into: &profile)
    batch.append(
      LineBatch.Line(
        start: UInt32(truncatingIfNeeded: password.lowerBound),
        byteCount: UInt32(truncatingIfNeeded: password.count), encoding: encoding),
      schema.signature(of: profile))
    return encoding
  }

  /// Whether the three bytes at an offset are a byte order mark.
  private static func hasMark(_ text: RawSpan, at offset: Int) -> Bool {
    // SAFETY: the caller's line has three bytes from the offset on.
    unsafe text.unsafeLoad(fromByteOffset: offset, as: UInt8.self) == 0xEF
      && text.unsafeLoad(fromByteOffset: offset &+ 1, as: UInt8.self) == 0xBB
      && text.unsafeLoad(fromByteOffset: offset &+ 2, as: UInt8.self) == 0xBF
  }

  /// The offset of the next line feed from `start` on, or `end` if there is none.
  ///
  /// Does not use `RawSpan.nextLine(at:end:)` of `Bytes`: this handles only lines that the table of
  /// short lines leaves over; that table finds line ends in its own masks.
  private func endOfLine(in text: RawSpan, from start: Int, end: Int) -> Int {
    var position = start
    // SAFETY: `position < end ≤ text.byteCount`.
    while position < end, unsafe text.unsafeLoad(fromByteOffset: position, as: UInt8.self) != 10 {
      position &+= 1
    }
    return position
  }
}
