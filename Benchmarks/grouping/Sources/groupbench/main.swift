import CXXHash
import Glibc

// Counts the distinct lines of a file in one of several textbook ways, on one thread.
//
//     groupbench table|partition|lsd|msd FILE
//
// The first line of its output: lines, CPU seconds of the way, CPU seconds of making fingerprints, which
// are part of it, KiB of memory at most beside the text. What finding the lines takes is in neither. Each
// further line: occurrences, and how many distinct lines occur so often.

/// What stands for a line: 12 bytes of its hash, and 4 that are carried along.
///
/// The audit's sightings take 12 bytes for a line of up to 12 ASCII characters, and 20 for another, and
/// both carry the number of a signature. Here each takes 16.
struct Record: BitwiseCopyable {
  var high: UInt64
  var low: UInt32
  /// In a table, the occurrences; elsewhere, what stands for the signature.
  var carried: UInt32

  static func == (a: Record, b: Record) -> Bool { a.high == b.high && a.low == b.low }
  static func < (a: Record, b: Record) -> Bool { (a.high, a.low) < (b.high, b.low) }
}

typealias Records = UnsafeMutableBufferPointer<Record>

/// CPU seconds of this process.
func cpu() -> Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

/// The most memory of this process so far, in KiB.
func peak() -> Int {
  var usage = rusage()
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  return usage.ru_maxrss
}

/// Memory for records, zero; much of it in pages of 2 MiB where the system has them, as the audit's.
func pages(_ count: Int) -> UnsafeMutablePointer<Record> {
  let size = max(count, 1) * MemoryLayout<Record>.stride
  let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
  guard let memory, memory != MAP_FAILED else { fatalError("no memory for \(size) bytes") }
  if size >= 1 << 24 { madvise(memory, size, MADV_HUGEPAGE) }
  return memory.bindMemory(to: Record.self, capacity: count)
}

/// How many distinct lines occur how often.
struct Spectrum {
  private var few = [Int](repeating: 0, count: 1024)
  private var many: [UInt32: Int] = [:]

  mutating func add(_ occurrences: Int) {
    if occurrences < few.count {
      few[occurrences] += 1
    } else {
      many[UInt32(occurrences), default: 0] += 1
    }
  }

  func write() {
    for (occurrences, lines) in few.enumerated() where lines > 0 { print(occurrences, lines) }
    for (occurrences, lines) in many.sorted(by: { $0.key < $1.key }) { print(occurrences, lines) }
  }
}

/// One hash table with open addressing, twice as large as soon as it is 3/4 full.
struct Table {
  private var slots: UnsafeMutablePointer<Record>
  private var mask: Int
  private(set) var count = 0
  /// The leading bits that all fingerprints share, and that choose no place therefore.
  private let shared: UInt64

  init(shared: UInt64) {
    slots = pages(1024)
    mask = 1023
    self.shared = shared
  }

  mutating func add(_ record: Record, _ occurrences: UInt32 = 1) {
    if count > mask / 4 * 3 { grow() }
    var place = Int(truncatingIfNeeded: (record.high << shared) >> 20) & mask
    while slots[place].carried != 0 {
      if slots[place] == record {
        slots[place].carried += occurrences
        return
      }
      place = (place + 1) & mask
    }
    slots[place] = Record(high: record.high, low: record.low, carried: occurrences)
    count += 1
  }

  private mutating func grow() {
    let (old, oldMask) = (slots, mask)
    (slots, mask, count) = (pages(2 * (mask + 1)), 2 * mask + 1, 0)
    for place in 0...oldMask where old[place].carried != 0 { add(old[place], old[place].carried) }
    munmap(old, (oldMask + 1) * MemoryLayout<Record>.stride)
  }

  /// Adds the counts to a spectrum, and empties the table.
  mutating func drain(into spectrum: inout Spectrum) {
    for place in 0...mask where slots[place].carried != 0 {
      spectrum.add(Int(slots[place].carried))
      slots[place].carried = 0
    }
    count = 0
  }
}

/// The lines of a text, without CRLF and without empty ones, which are no passwords.
struct Lines {
  let text: UnsafeRawBufferPointer

  /// Calls `body` with the fingerprint of each line.
  @inline(__always)
  func forEach(_ body: (Record) -> Void) {
    forEachPlace { line in
      let hash = xxh3_128bits(line.baseAddress, line.count, 1)
      body(Record(high: hash.high, low: UInt32(truncatingIfNeeded: hash.low), carried: 1))
    }
  }

  /// Calls `body` with each line.
  @inline(__always)
  func forEachPlace(_ body: (UnsafeRawBufferPointer) -> Void) {
    guard let base = text.baseAddress else { return }
    var start = 0
    while start < text.count {
      let found = memchr(base + start, 0x0A, text.count - start)
      let end = found.map { UnsafeRawPointer($0) - base } ?? text.count
      let length = end - start - (end > start && text[end - 1] == 0x0D ? 1 : 0)
      if length > 0 { body(UnsafeRawBufferPointer(start: base + start, count: length)) }
      start = end + 1
    }
  }
}

/// Adds runs of equal records, which lie beside each other, to a spectrum.
func countRuns(_ records: Records, into spectrum: inout Spectrum) {
  var start = 0
  for index in records.indices
  where index + 1 == records.count || !(records[index] == records[index + 1]) {
    spectrum.add(index + 1 - start)
    start = index + 1
  }
}

/// Moves records into the order of `bits` bits of `high`, those behind `skipped` leading ones.
///
/// - Returns: Where each part begins, and the end.
func scatter(
  _ from: Records, _ to: UnsafeMutablePointer<Record>, skipped: UInt64, bits: UInt64
) -> [Int] {
  let shift = 64 - skipped - bits
  let mask: UInt64 = (1 << bits) - 1
  var starts = [Int](repeating: 0, count: (1 << Int(bits)) + 1)
  for record in from { starts[Int((record.high >> shift) & mask) + 1] += 1 }
  for part in 1..<starts.count { starts[part] += starts[part - 1] }
  var places = starts
  places.withUnsafeMutableBufferPointer { places in
    for record in from {
      let part = Int((record.high >> shift) & mask)
      to[places[part]] = record
      places[part] += 1
    }
  }
  return starts
}

/// The part between two places.
func part(_ base: UnsafeMutablePointer<Record>, _ from: Int, _ to: Int) -> Records {
  Records(start: base + from, count: to - from)
}

/// One table for all lines, filled while they are read.
func byTable(_ lines: Lines, into spectrum: inout Spectrum) {
  var table = Table(shared: 0)
  lines.forEach { table.add($0) }
  table.drain(into: &spectrum)
}

/// 256 parts by the first 8 bits, filled while lines are read; then a table for each.
func byPartition(_ lines: Lines, into spectrum: inout Spectrum) {
  // As many as lines of some three bytes, since pages that nothing touches take no memory.
  var depths = [Int](repeating: lines.text.count / 3 / 256 + 1024, count: 256)
  var parts = depths.map { pages($0) }
  var counts = [Int](repeating: 0, count: 256)
  lines.forEach { record in
    let index = Int(record.high >> 56)
    if counts[index] == depths[index] {
      let larger = pages(2 * depths[index])
      larger.update(from: parts[index], count: counts[index])
      munmap(parts[index], depths[index] * MemoryLayout<Record>.stride)
      (parts[index], depths[index]) = (larger, 2 * depths[index])
    }
    parts[index][counts[index]] = record
    counts[index] += 1
  }
  var table = Table(shared: 8)
  for index in 0..<256 {
    for record in part(parts[index], 0, counts[index]) { table.add(record) }
    table.drain(into: &spectrum)
    munmap(parts[index], depths[index] * MemoryLayout<Record>.stride)
  }
}

/// All records of the lines, and memory for as many.
func gather(_ lines: Lines) -> (Records, other: UnsafeMutablePointer<Record>) {
  var count = 0
  let records = pages(lines.text.count / 2 + 1)
  lines.forEach {
    records[count] = $0
    count += 1
  }
  return (part(records, 0, count), pages(count))
}

/// Sorts by the leading 44 bits, the last 11 of them first, and then what has these in common.
func byLSDSort(_ lines: Lines, into spectrum: inout Spectrum) {
  var (from, other) = gather(lines)
  for skipped: UInt64 in [33, 22, 11, 0] {
    _ = scatter(from, other, skipped: skipped, bits: 11)
    let old = from.baseAddress
    from = part(other, 0, from.count)
    if let old { other = old }
  }
  var start = 0
  for index in from.indices
  where index + 1 == from.count || from[index].high >> 20 != from[index + 1].high >> 20 {
    if index > start { insertionSort(Records(rebasing: from[start...index])) }
    start = index + 1
  }
  countRuns(from, into: &spectrum)
}

/// Sorts by the first 8 bits, each part by the next 8, and the rest by insertion.
func byMSDSort(_ lines: Lines, into spectrum: inout Spectrum) {
  let (from, other) = gather(lines)
  guard let base = from.baseAddress else { return }
  let starts = scatter(from, other, skipped: 0, bits: 8)
  for (start, end) in zip(starts, starts.dropFirst()) {
    let inner = scatter(part(other, start, end), base + start, skipped: 8, bits: 8)
    for (first, last) in zip(inner, inner.dropFirst()) {
      let small = part(base, start + first, start + last)
      insertionSort(small)
      countRuns(small, into: &spectrum)
    }
  }
}

/// Sorts few records, or many that are mostly equal.
func insertionSort(_ records: Records) {
  for index in records.indices.dropFirst() {
    let record = records[index]
    var place = index
    while place > 0, record < records[place - 1] {
      records[place] = records[place - 1]
      place -= 1
    }
    records[place] = record
  }
}

let ways = ["table": byTable, "partition": byPartition, "lsd": byLSDSort, "msd": byMSDSort]
guard CommandLine.arguments.count == 3, let way = ways[CommandLine.arguments[1]],
  let file = fopen(CommandLine.arguments[2], "r")
else {
  print("usage: groupbench table|partition|lsd|msd FILE")
  exit(64)
}
fseek(file, 0, SEEK_END)
let size = ftell(file)
rewind(file)
let text = UnsafeMutableRawPointer.allocate(byteCount: size + 16, alignment: 64)
guard fread(text, 1, size, file) == size else { exit(1) }
let lines = Lines(text: UnsafeRawBufferPointer(start: text, count: size))

/// Runs a way, and prints what it takes and finds.
func measure(_ way: (Lines, inout Spectrum) -> Void, _ lines: Lines) {
  let began = cpu()
  var (count, bytes, sum): (Int, Int, UInt64) = (0, 0, 0)
  lines.forEachPlace {
    count += 1
    bytes += $0.count
  }
  let found = cpu()
  lines.forEach { sum ^= $0.high }
  let (hashed, before) = (cpu(), peak())
  var spectrum = Spectrum()
  way(lines, &spectrum)
  let (finding, hashing, all) = (found - began, hashed - found, cpu() - hashed)
  // The sums are printed so that the compiler does not leave their loops out.
  print(count, all - finding, hashing - finding, peak() - before, bytes, sum)
  spectrum.write()
}

measure(way, lines)
