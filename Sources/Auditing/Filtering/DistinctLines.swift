package import Diagnostics
import Passwords

/// Keeps the first line of each password among the lines that pass a filter, in reading order or
/// with the commonest password first.
///
///     var lines = try DistinctLines(.asRead, memory: 1 << 30, directory: "/tmp")
///     write(try lines.take(filtered))
///     try lines.finish { write($0) }
///
/// Passwords are compared by 128 bits of a hash with a secret seed. In reading order, as long as
/// memory suffices, lines are written immediately and their text is not kept.
package struct DistinctLines: ~Copyable, Sendable {
  /// The order of the written lines.
  package enum Order: Hashable, Sendable {
    /// Reading order.
    case asRead
    /// The commonest password first; among equals, the one read first.
    case byCount
  }

  private let order: Order
  private let limit: Int
  /// The directory of the temporary files.
  package let directory: String
  private var lines: LineSorter
  /// Indices of lines in memory, by key: 0 if none, otherwise the index plus one.
  private var slots: [UInt32]
  private var taken: UInt64 = 0
  /// Lines that were written.
  package private(set) var writtenCount: UInt64 = 0

  /// The size of the blocks of text that are passed on.
  private static let blockSize = 1 << 18
  /// With less memory, the file would have more runs than lines.
  package static let leastMemory = 16 << 20

  /// Makes a filter that has seen no lines.
  ///
  /// - Parameters:
  ///   - order: The order of the written lines.
  ///   - memory: The bytes to use, at least ``leastMemory``. The rest spills, with its text, to an
  ///     unnamed temporary file.
  ///   - directory: The directory of that file.
  /// - Throws: `SystemError` if the file cannot be made.
  package init(_ order: Order, memory: Int, directory: String) throws(SystemError) {
    self.order = order
    // Arrays grow by doubling, and the old array exists until the new one is filled.
    limit = max(Self.leastMemory, memory) / 3
    self.directory = directory
    lines = try LineSorter(in: directory)
    slots = Array(repeating: 0, count: 1 << 12)
  }

  /// Takes lines, in order.
  ///
  /// - Returns: The text that can be written immediately.
  /// - Throws: `SystemError` if the file cannot be written.
  package mutating func take(_ filtered: FilteredLines) throws(SystemError) -> [UInt8] {
    let text = filtered.text.bytes
    var start = filtered.headerByteCount
    var output = Array(text[..<start])
    for key in filtered.keys {
      let line = text[start..<start + Int(key.byteCount)]
      start += Int(key.byteCount)
      let slot = slot(of: key)
      if slots[slot] > 0 {
        lines.count(key.weight, of: Int(slots[slot]) - 1)
        continue
      }
      var record = LineSorter.Record(
        high: key.high, low: key.low, order: taken, count: key.weight)
      taken += 1
      slots[slot] = UInt32(lines.records.count + 1)
      if order == .asRead, !lines.hasSpilled {
        record.isWritten = true
        lines.append(record, [])
        output += line
        writtenCount += 1
      } else {
        lines.append(record, line)
      }
      if lines.records.count * 2 > slots.count { grow() }
      if lines.memory + slots.count * 4 > limit || lines.records.count == Int(Int32.max) {
        try lines.spill()
        slots = Array(repeating: 0, count: 1 << 12)
      }
    }
    return output
  }

  /// Writes the lines that had to wait for the end.
  package mutating func finish(
    _ write: ([UInt8]) throws(SystemError) -> Void
  ) throws(SystemError) {
    slots = []
    if order == .asRead, !lines.hasSpilled { return }
    var sorted = try LineSorter(in: directory)
    let (order, limit) = (order, limit)
    // Lines with the same password are adjacent: keeps the first, with the count of all.
    var current: (record: LineSorter.Record, line: [UInt8])?
    func handOn() throws(SystemError) {
      guard let (record, line) = current, !record.isWritten else { return }
      var placed = record
      (placed.high, placed.low) = (order == .byCount ? .max - record.count : 0, record.order)
      sorted.append(placed, line)
      if sorted.memory > limit { try sorted.spill() }
    }
    try lines.drain { (record, line) throws(SystemError) in
      if let (first, _) = current, first.high == record.high, first.low == record.low {
        current?.record.count = first.count.saturatingSum(record.count)
        return
      }
      try handOn()
      current = (record, Array(line))
    }
    try handOn()
    var block: [UInt8] = []
    var count: UInt64 = 0
    try sorted.drain { (_, line) throws(SystemError) in
      block += line
      count += 1
      if block.count >= Self.blockSize {
        try write(block)
        block.removeAll(keepingCapacity: true)
      }
    }
    writtenCount += count
    try write(block)
  }

  /// The slot of a key, or a free slot for it.
  private func slot(of key: LineKey) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: key.low) & mask
    while slots[slot] > 0 {
      let record = lines.records[Int(slots[slot]) - 1]
      if record.high == key.high, record.low == key.low { return slot }
      slot = (slot + 1) & mask
    }
    return slot
  }

  private mutating func grow() {
    slots = Array(repeating: 0, count: slots.count * 2)
    for (index, record) in lines.records.enumerated() {
      let slot = slot(of: LineKey(high: record.high, low: record.low, weight: 0, byteCount: 0))
      slots[slot] = UInt32(index + 1)
    }
  }
}
