import CInstructions
import Diagnostics
import Glibc

/// Counts of windows in memory, by hashing.
///
/// Adding to a large table waits for memory, so the places of all windows of a password are
/// prefetched first.
@safe struct WindowTable: ~Copyable, @unchecked Sendable {
  // SAFETY: `calloc` gave `mask + 1` zeroed places, whose numbers are trivial; freed in `deinit`, or
  // when the places are replaced. Only the owner of the table, which cannot be copied, refers to them.
  private var places: UnsafeMutablePointer<WindowCount>
  private var mask: Int
  private var shift: UInt64
  /// The number of different windows.
  private(set) var count = 0
  /// The most places that the table may have.
  private let mostPlaces: Int

  private static let fewestBits = 12

  /// Makes an empty table of at most so many bytes, and 64 KB at least.
  init(byteLimit: Int) throws(Problem) {
    let bits = Self.fewestBits
    let most = max(byteLimit / MemoryLayout<WindowCount>.stride, 1 << bits)
    mostPlaces = 1 << (Int.bitWidth - 1 - most.leadingZeroBitCount)
    mask = 1 << bits - 1
    shift = UInt64(64 - bits)
    unsafe places = try Self.places(1 << bits)
  }

  deinit { unsafe free(places) }

  private static func places(
    _ count: Int
  ) throws(Problem) -> UnsafeMutablePointer<WindowCount> {
    guard let memory = unsafe calloc(count, MemoryLayout<WindowCount>.stride) else {
      throw .noMemory(byteCount: count * MemoryLayout<WindowCount>.stride)
    }
    return unsafe memory.bindMemory(to: WindowCount.self, capacity: count)
  }

  /// Whether the table has to be emptied before windows of another password are added.
  var isFull: Bool {
    mask + 1 == mostPlaces && count + LongestPassword.windows > (mask + 1) / 4 * 3
  }

  /// The place at which the search for a window begins.
  @inline(__always)
  private func home(of window: UInt64) -> Int {
    Int(truncatingIfNeeded: (window &* 0x9E37_79B9_7F4A_7C15) &>> shift)
  }

  /// Prefetches the place of a window.
  @inline(__always)
  func prefetch(_ window: UInt64) {
    // SAFETY: the address is not read, and within the table.
    unsafe prefetch_line(places + home(of: window))
  }

  /// Adds occurrences, at least one, of a window.
  @inline(__always)
  mutating func add(_ window: UInt64, _ occurrences: UInt64) throws(Problem) {
    var place = home(of: window)
    while true {
      // SAFETY: `place` is at most `mask`.
      if unsafe places[place].count == 0 {
        unsafe places[place] = WindowCount(window: window, count: occurrences)
        count &+= 1
        if count > (mask &+ 1) / 4 &* 3, mask &+ 1 < mostPlaces { try grow() }
        return
      }
      if unsafe places[place].window == window {
        return unsafe places[place].count.addClamping(occurrences)
      }
      place = (place &+ 1) & mask
    }
  }

  @inline(never)
  private mutating func grow() throws(Problem) {
    let (old, oldMask) = unsafe (places, mask)
    unsafe places = try Self.places(2 * (mask + 1))
    mask = 2 * mask + 1
    shift -= 1
    for index in 0...oldMask where unsafe old[index].count > 0 {
      // SAFETY: both tables have the places that their masks say.
      var place = unsafe home(of: old[index].window)
      while unsafe places[place].count > 0 { place = (place + 1) & mask }
      unsafe places[place] = unsafe old[index]
    }
    unsafe free(old)
  }

  /// Takes all windows out of the table, in ascending order.
  ///
  /// Takes the bytes of twice as many windows while it sorts.
  ///
  /// - Parameter bits: The bits that windows have.
  /// - Returns: The windows.
  mutating func takeSorted(bits: Int) -> [WindowCount] {
    let (count, mask) = (count, mask)
    var sorted = unsafe [WindowCount](unsafeUninitializedCapacity: count) { room, used in
      for index in 0...mask where unsafe places[index].count > 0 {
        // SAFETY: as many places are in use as the array has room for.
        unsafe room.initializeElement(at: used, to: places[index])
        used += 1
      }
    }
    sortByRadix(&sorted, bits: bits)
    unsafe places.update(repeating: WindowCount(window: 0, count: 0), count: mask + 1)
    self.count = 0
    return sorted
  }
}

/// Sorts windows by 11 of their bits at a time, from the lowest on.
private func sortByRadix(_ windows: inout [WindowCount], bits: Int) {
  var scratch = [WindowCount](repeating: WindowCount(window: 0, count: 0), count: windows.count)
  for shift in stride(from: UInt64(0), to: UInt64(bits), by: 11) {
    var starts = [Int](repeating: 0, count: 2049)
    for each in windows { starts[Int(each.window >> shift & 2047) + 1] += 1 }
    for digit in 1...2048 { starts[digit] += starts[digit - 1] }
    for each in windows {
      let digit = Int(each.window >> shift & 2047)
      scratch[starts[digit]] = each
      starts[digit] += 1
    }
    swap(&windows, &scratch)
  }
}

/// A run of symbols, and how often it occurred.
///
/// The symbols are the digits of a number to the base 128, the first one the highest, so that
/// numbers in ascending order are contexts in order, each with its symbols in order. Six symbols take
/// 42 bits.
struct WindowCount: BitwiseCopyable, Hashable {
  /// The symbols.
  var window: UInt64
  /// The number of occurrences; 0 for none.
  var count: UInt64

  /// The bits of a symbol.
  static let symbolBits: UInt64 = 7

  /// The mask of the last symbols of a window.
  static func mask(ofLast symbols: Int) -> UInt64 { 1 << (symbolBits * UInt64(symbols)) &- 1 }
}

extension UInt64 {
  /// Adds a number; the largest number stands for all larger ones.
  mutating func addClamping(_ other: UInt64) {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    self = isTooLarge ? .max : sum
  }
}
