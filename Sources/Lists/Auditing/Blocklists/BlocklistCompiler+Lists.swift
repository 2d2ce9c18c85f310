package import Blocklists
@_spi(Internal) import Bytes
import Diagnostics
package import Intake
import Passwords

/// How a list is read into a compiled blocklist.
package struct ListToCompile {
  /// The form of the list's lines.
  package let form: ListForm
  /// The smallest count for which a value is kept; a count of 0 is padding and never kept.
  package let smallestCount: UInt64
  /// Ends the reading early when raised.
  package let stop: StopFlag
  /// Receives the number of bytes read.
  package let progress: ReadingProgress?
  /// Returns whether to add a value; nil adds all values.
  package let accepts: ((Span<UInt8>) -> Bool)?
  /// Called from time to time.
  package let tick: () -> Void

  /// Makes the settings.
  package init(
    form: ListForm, smallestCount: UInt64 = 1, stop: StopFlag = StopFlag(),
    progress: ReadingProgress? = nil, accepts: ((Span<UInt8>) -> Bool)? = nil,
    tick: @escaping () -> Void = {}
  ) {
    self.form = form
    self.smallestCount = max(smallestCount, 1)
    self.stop = stop
    self.progress = progress
    self.accepts = accepts
    self.tick = tick
  }
}

extension BlocklistCompiler {
  /// Adds every line of a list.
  ///
  /// Skips empty lines and lines longer than ``Schema/longestLine``.
  ///
  /// - Returns: The summary of the list; a fault ends the reading early.
  /// - Throws: ``Problem``, also for a line that does not have the list's
  ///   form.
  package mutating func addLines(
    of input: ListInput, _ settings: ListToCompile
  ) throws -> ListSummary {
    precondition(
      settings.form.isOfDigests == comparison.isOfDigests, "digests have a comparison of their own")
    try beginSource(ranking: settings.form.hasCounts ? .byCount : .byOrder)
    var reader = ListReader(
      input, reading: .blocklists, longestLine: Schema.longestLine,
      watch: ReadingWatch(stop: settings.stop, progress: settings.progress))
    let chunk = Chunk()
    var number = 0
    while wantsMore, reader.fill(chunk) {
      try forEachLine(of: chunk) { line in
        number += 1
        guard line.count <= Schema.longestLine else { return true }
        guard try add(line: line, settings) else {
          throw Problem.otherForm(
            input.name, line: number, than: settings.form,
            other: [ListForm.sha1, .ntlm].first { $0.read(line) != nil })
        }
        return wantsMore
      }
      settings.tick()
    }
    return reader.summary
  }

  /// Adds the value of a line; false if the line does not have the list's form.
  private mutating func add(line: Span<UInt8>, _ settings: ListToCompile) throws -> Bool {
    if line.isEmpty, settings.form != .plain { return true }
    switch settings.form.read(line) {
    case nil: return false
    case .digest(let fingerprint, let count):
      if count < settings.smallestCount {
        droppedCount += 1
      } else {
        try add(fingerprint: fingerprint, count: count)
      }
    case .value(let range, let count):
      if let decoded = line.extracting(range).decodedHex {
        try add(value: decoded.span, count: count, settings)
      } else {
        try add(value: line.extracting(range), count: count, settings)
      }
    }
    return true
  }

  private mutating func add(
    value: Span<UInt8>, count: UInt64, _ settings: ListToCompile
  ) throws {
    if count >= settings.smallestCount, settings.accepts?(value) ?? true {
      try add(value, count: count)
    } else {
      droppedCount += 1
    }
  }

  /// Adds every line of a directory of range files.
  ///
  /// - Throws: ``Problem``.
  package mutating func addRanges(
    of directory: RangeDirectory, smallestCount: UInt64, stop: StopFlag,
    tick: (_ filesRead: Int) -> Void
  ) throws {
    precondition(directory.form.rawValue == comparison.rawValue, "of one kind of digest")
    try beginSource(ranking: .byCount)
    let problem = try directory.forEach { fingerprint, count in
      if count < max(smallestCount, 1) {
        droppedCount += 1
      } else {
        try add(fingerprint: fingerprint, count: count)
      }
    } afterFile: { done in
      tick(done)
      return !stop.isRaised
    }
    if let problem { throw problem }
  }
}

/// Calls `body` with each line of a chunk, without its end and a byte order mark, until it returns
/// false.
func forEachLine(of chunk: Chunk, _ body: (Span<UInt8>) throws -> Bool) rethrows {
  try chunk.withText { text in
    let bytes = Span<UInt8>(_bytes: text)
    var cursor = 0
    while let line = text.nextLine(at: &cursor) {
      if try !body(bytes.extracting(text.unmarked(line))) { return }
    }
  }
}

extension BlocklistBuilder {
  /// Adds every line of a list as a value.
  ///
  /// Skips empty lines and lines longer than ``Schema/longestLine``: audited passwords are never
  /// that long.
  ///
  /// - Returns: The summary of the list; a fault ends the reading early.
  package mutating func addLines(of input: ListInput, stop: StopFlag? = nil) -> ListSummary {
    var reader = ListReader(
      input, reading: .blocklists, longestLine: Schema.longestLine,
      watch: ReadingWatch(stop: stop))
    let chunk = Chunk()
    while reader.fill(chunk) {
      forEachLine(of: chunk) { line in
        if line.count > Schema.longestLine { return true }
        if let decoded = line.decodedHex { add(decoded.span) } else { add(line) }
        return true
      }
    }
    return reader.summary
  }
}
