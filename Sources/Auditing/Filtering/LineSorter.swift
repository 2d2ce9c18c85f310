import Diagnostics
import Files

/// Sorts lines by keys in memory, and spills the rest to an unnamed temporary file.
///
/// The file holds encrypted text of the lists, and disappears however the process ends.
struct LineSorter: ~Copyable, Sendable {
  /// A line: its sort key, and the place of its text.
  struct Record {
    /// The upper half of the sort key.
    var high: UInt64
    /// The lower half of the sort key.
    var low: UInt64
    /// The index of the line among all that passed.
    var order: UInt64
    /// How often its password occurs.
    var count: UInt64
    /// The offset of its text within the text of the record's run.
    var start = 0
    /// Bytes of text.
    var byteCount = 0
    /// Whether the line has already been written.
    var isWritten = false
  }

  /// Records in memory; their text follows.
  private(set) var records: [Record] = []
  private var text: [UInt8] = []
  private var runs: [Range<Int>] = []
  private var end = 0
  private let file: UnnamedFile

  /// Creates the file.
  init(in directory: String) throws(SystemError) { file = try UnnamedFile(in: directory) }

  /// Bytes of memory in use.
  var memory: Int { records.count * MemoryLayout<Record>.stride + text.count }

  /// Whether the file has content.
  var hasSpilled: Bool { !runs.isEmpty }

  /// Adds a line.
  mutating func append(_ record: Record, _ line: some Collection<UInt8>) {
    var record = record
    record.start = text.count
    record.byteCount = line.count
    text += line
    records.append(record)
  }

  /// Adds occurrences to a line in memory.
  mutating func count(_ entries: UInt64, of index: Int) {
    records[index].count = records[index].count.saturatingSum(entries)
  }

  /// Moves everything from memory to the file.
  mutating func spill() throws(SystemError) {
    records.sort(by: precedes)
    let start = end
    var block: [UInt8] = []
    for record in records {
      block.append(header: record)
      block += text[record.start..<record.start + record.byteCount]
      if block.count >= 1 << 20 { try write(&block) }
    }
    try write(&block)
    if end > start { runs.append(start..<end) }
    records.removeAll(keepingCapacity: true)
    text.removeAll(keepingCapacity: true)
  }

  private mutating func write(_ block: inout [UInt8]) throws(SystemError) {
    try file.write(block, at: end)
    end += block.count
    block.removeAll(keepingCapacity: true)
  }

  /// Calls `body` with every line in order, and removes them all.
  mutating func drain(
    _ body: (Record, ArraySlice<UInt8>) throws(SystemError) -> Void
  ) throws(SystemError) {
    if !hasSpilled {
      records.sort(by: precedes)
      for record in records {
        try body(record, text[record.start..<record.start + record.byteCount])
      }
      return
    }
    try spill()
    // Each run has its own window; together they take no more memory than the lines did.
    var readers = runs.map { RunReader($0) }
    var heap: [Int] = []
    for index in readers.indices where try readers[index].advance(in: file) { heap.append(index) }
    heap.sort { precedes(readers[$0].record, readers[$1].record) }
    while let first = heap.first {
      try body(readers[first].record, readers[first].line)
      if try readers[first].advance(in: file) {
        sink(&heap, readers)
      } else {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        sink(&heap, readers)
      }
    }
  }

  /// Restores the heap after its first element changed.
  private func sink(_ heap: inout [Int], _ readers: [RunReader]) {
    var place = 0
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2] where child < heap.count {
        if precedes(readers[heap[child]].record, readers[heap[least]].record) { least = child }
      }
      if least == place { return }
      heap.swapAt(place, least)
      place = least
    }
  }
}

/// Whether line `a` comes before line `b`: by key, then in reading order.
private func precedes(_ a: LineSorter.Record, _ b: LineSorter.Record) -> Bool {
  (a.high, a.low, a.order) < (b.high, b.low, b.order)
}

/// Reads the lines of a run in order.
private struct RunReader {
  /// The current line.
  private(set) var record = LineSorter.Record(high: 0, low: 0, order: 0, count: 0)
  private var rest: Range<Int>
  private var window: [UInt8] = []
  private var position = 0

  /// Bytes read at a time.
  private static let windowSize = 65_536

  init(_ run: Range<Int>) { rest = run }

  /// The text of the current line.
  var line: ArraySlice<UInt8> { window[position - record.byteCount..<position] }

  /// Advances to the next line; false at the end.
  mutating func advance(in file: borrowing UnnamedFile) throws(SystemError) -> Bool {
    guard try need(LineSorter.Record.headerSize, in: file) else { return false }
    record = window.header(at: position)
    position += LineSorter.Record.headerSize
    guard try need(record.byteCount, in: file) else { return false }
    position += record.byteCount
    return true
  }

  /// Reads until the window has `count` bytes; false if the run ends first.
  private mutating func need(
    _ count: Int, in file: borrowing UnnamedFile
  ) throws(SystemError) -> Bool {
    if window.count - position >= count { return true }
    if window.count - position + rest.count < count { return false }
    window.removeFirst(position)
    position = 0
    let missing = max(Self.windowSize, count) - window.count
    let taken = min(missing, rest.count)
    window += try file.bytes(at: rest.lowerBound, count: taken)
    rest = rest.lowerBound + taken..<rest.upperBound
    return true
  }
}

extension LineSorter.Record {
  /// Bytes that a record takes in the file before its text.
  fileprivate static let headerSize = 37
}

extension [UInt8] {
  fileprivate mutating func append(header record: LineSorter.Record) {
    for number in [record.high, record.low, record.order, record.count] { append(number, bytes: 8) }
    append(UInt64(record.byteCount), bytes: 4)
    append(record.isWritten ? 1 : 0)
  }

  fileprivate func header(at start: Int) -> LineSorter.Record {
    var record = LineSorter.Record(
      high: number(at: start, bytes: 8), low: number(at: start + 8, bytes: 8),
      order: number(at: start + 16, bytes: 8), count: number(at: start + 24, bytes: 8))
    record.byteCount = Int(number(at: start + 32, bytes: 4))
    record.isWritten = self[start + 36] == 1
    return record
  }

  /// Appends a number of bytes in little-endian order.
  private mutating func append(_ number: UInt64, bytes: Int) {
    for byte in 0..<bytes { append(UInt8(truncatingIfNeeded: number >> UInt64(8 * byte))) }
  }

  private func number(at start: Int, bytes: Int) -> UInt64 {
    (0..<bytes).reduce(0) { $0 | UInt64(self[start + $1]) << UInt64(8 * $1) }
  }
}

extension UInt64 {
  /// The sum, or the largest number if it overflows.
  func saturatingSum(_ other: UInt64) -> UInt64 {
    let (sum, isTooMuch) = addingReportingOverflow(other)
    return isTooMuch ? .max : sum
  }
}
