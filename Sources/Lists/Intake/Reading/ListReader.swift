package import Workers

/// Reads one list, in any container, into chunks of whole lines.
///
///     var reader = ListReader(input)
///     while reader.fill(chunk) { … }
///     print(reader.summary.isComplete)
///
/// Memory is two input buffers, the decoder's needs (40 KiB for gzip, at most
/// ``PackedFormat/largestWindow`` for xz and zstd) and an unfinished line of at most `longestLine`
/// bytes, for lists of any content. A fault ends the list: the whole lines before it are delivered,
/// and the summary reports it. In an archive, a fault ends one file if the next one can be found.
/// Lines never continue from one file into another.
///
/// **Over-long lines.** The reader skips an unfinished line when the end of a chunk has more than
/// `longestLine + 1` of its bytes (the extra byte may be a CR), and counts it in
/// ``ListSummary/overLongLines``. Over-long lines that are whole in a chunk stay there, and the
/// worker counts them. So each line is counted exactly once.
package struct ListReader: ~Copyable {
  private let longestLine: Int
  private let keepsTextsApart: Bool
  /// Whether nothing of the current text has been delivered yet.
  private var isAtTextStart = true
  private var text: ListText?
  private var isSkipping = false
  private var overLongLines: UInt64 = 0
  private var cutLines: UInt64 = 0

  /// The unfinished line or row at the end of the last chunk; at most `longestLine + 1` bytes.
  ///
  /// Stored here because another owner may have the chunk by now.
  private var carried: [UInt8] = []

  /// The summary of the list; only its name is valid before ``fill(_:)`` has returned false.
  package private(set) var summary: ListSummary

  /// Opens a list.
  ///
  /// Never waits. A list that cannot be opened ends immediately; the summary reports why.
  ///
  /// - Parameters:
  ///   - input: The input to read.
  ///   - reading: The settings for reading bytes as text.
  ///   - longestLine: The longest line to deliver, in bytes without its line end.
  ///   - inputBufferSize: The bytes to read at once, at least 2. From 64 KiB on, it does not affect
  ///     speed.
  ///   - keepsTextsApart: Whether lines of two files of an archive must be in separate chunks.
  ///   - workers: The workers that unpack and hash, in addition to the caller.
  ///   - watch: Ends the list early, and receives the number of bytes read.
  package init(
    _ input: ListInput, reading: TextSettings = TextSettings(), longestLine: Int = 65_536,
    inputBufferSize: Int = 262_144, keepsTextsApart: Bool = false, workers: WorkerPool = .alone,
    watch: ReadingWatch = ReadingWatch()
  ) {
    precondition(longestLine >= 0 && longestLine <= .max - 2, "a line has a length")
    self.longestLine = longestLine
    self.keepsTextsApart = keepsTextsApart
    summary = ListSummary(name: input.name)
    do {
      text = try ListText(
        input, reading, workers: workers, bufferSize: inputBufferSize, stop: watch.stop,
        progress: watch.progress)
    } catch {
      text = nil
      summary.isComplete = false
      summary.problems = [.unreadable(list: input.name, error)]
    }
  }

  /// Fills a chunk with the next whole lines, as many as fit.
  ///
  /// Waits for input, unless the stop flag is raised.
  ///
  /// - Parameter chunk: A chunk of at least `longestLine + 2` bytes, for the line and its CR LF.
  /// - Returns: Whether there is a line in the chunk; false at the end of the list.
  package mutating func fill(_ chunk: Chunk) -> Bool {
    precondition(chunk.capacity - 2 >= longestLine, "a chunk must hold the longest line")
    var filled = takeCarried(into: chunk)
    while true {
      while filled < chunk.capacity {
        // SAFETY: the text writes only within the space, and keeps no pointer to it.
        let count = unsafe text?.read(into: chunk.space(from: filled)) ?? 0
        if count == 0 {
          filled = endText(chunk, filled)
          if text?.nextText() == true {
            if filled == 0 { isAtTextStart = true }
            if filled == 0 || !keepsTextsApart { continue }
            seal(chunk, filled, endsText: true)
            isAtTextStart = true
            return true
          }
          finish()
          seal(chunk, filled, endsText: true)
          return filled > 0
        }
        filled = isSkipping ? endSkipping(in: chunk, filled, count) : filled + count
      }
      let end = chunk.endOfLines(filled)
      keepOrSkip(chunk, end..<filled)
      seal(chunk, end)
      if end > 0 { return true }
      filled = 0
    }
  }

  /// Keeps the row that is unfinished at the end of a chunk for the next chunk.
  ///
  /// A row of a table may span lines, up to the length of the longest line. Call it with the chunk
  /// that was filled last, before the next one; other layouts need no call.
  package mutating func keepUnfinishedRow(of chunk: Chunk, _ layout: LineLayout) {
    if chunk.endsText || isSkipping { return }
    let room = longestLine + 1 - carried.count
    let end = chunk.withText { text in
      layout.endOfRows(in: text, longest: longestLine) { start in text.byteCount - start <= room }
    }
    if end == chunk.byteCount { return }
    // SAFETY: these bytes were written before; they are copied.
    unsafe carried.insert(contentsOf: chunk.space(from: 0)[end..<chunk.byteCount], at: 0)
    chunk.seal(byteCount: end, beginsText: chunk.beginsText)
  }

  private mutating func seal(_ chunk: Chunk, _ byteCount: Int, endsText: Bool = false) {
    chunk.seal(byteCount: byteCount, beginsText: isAtTextStart, endsText: endsText)
    chunk.isMarked = text?.hasMark ?? summary.hadByteOrderMark
    if byteCount > 0 { isAtTextStart = false }
  }

  private mutating func takeCarried(into chunk: Chunk) -> Int {
    // SAFETY: a chunk has room for the longest line and 2 more bytes, so `copyBytes` fits.
    unsafe chunk.space(from: 0).copyBytes(from: carried)
    defer { carried.removeAll(keepingCapacity: true) }
    return carried.count
  }

  /// Carries an unfinished line over to the next chunk, or begins to skip it.
  private mutating func keepOrSkip(_ chunk: Chunk, _ line: Range<Int>) {
    if line.count > longestLine + 1 {
      overLongLines += 1
      isSkipping = true
    } else {
      // SAFETY: these bytes were written before; they are copied.
      unsafe carried.append(contentsOf: chunk.space(from: 0)[line])
    }
  }

  /// Drops more of a skipped line, up to its end if the chunk contains it.
  ///
  /// - Returns: The number of bytes now in the chunk.
  private mutating func endSkipping(in chunk: Chunk, _ start: Int, _ count: Int) -> Int {
    guard let rest = chunk.dropLine(from: start, start + count) else { return start }
    isSkipping = false
    return start + rest
  }

  /// Handles the last line of a finished text.
  ///
  /// - Returns: The number of bytes of whole lines in the chunk.
  private mutating func endText(_ chunk: Chunk, _ filled: Int) -> Int {
    isSkipping = false
    let end = chunk.endOfLines(filled)
    if end == filled { return end }
    if text?.isTextWhole == true {
      // SAFETY: there is room, since text is requested only if there is.
      unsafe chunk.space(from: filled)[0] = 0x0A
      return filled + 1
    }
    if filled - end > longestLine + 1 { overLongLines += 1 } else { cutLines += 1 }
    return end
  }

  /// Completes the summary after the last text.
  private mutating func finish() {
    guard let account = text?.finish() else { return }
    text = nil
    summary = account
    summary.overLongLines = overLongLines
    summary.cutLines = cutLines
  }
}

/// What ends a reading early, and what shows how far it is.
package struct ReadingWatch: Sendable {
  let stop: StopFlag?
  let progress: ReadingProgress?

  /// Watches by a flag that ends the reading when it is raised, and by a count of the bytes read.
  package init(stop: StopFlag? = nil, progress: ReadingProgress? = nil) {
    self.stop = stop
    self.progress = progress
  }
}
