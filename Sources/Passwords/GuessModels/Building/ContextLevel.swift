@_spi(Internal) import Bytes
import Diagnostics
@_spi(Internal) import Files

/// The kept contexts of one length, in ascending order, with the symbols that followed each.
struct ContextLevel {
  /// The symbols of each context, as the digits of a number; see ``WindowCount``.
  private(set) var keys: [UInt64] = []
  /// The occurrences of each context, and how many different symbols followed it, together.
  private(set) var denominators: [UInt64] = []
  /// How much of that goes to the shorter context.
  private(set) var remainders: [UInt64] = []
  /// The place of each context's first symbol, and at last the number of symbols.
  private(set) var firsts: [Int] = [0]
  /// The kept symbols of each context, ascending, and how often they followed it.
  private(set) var symbols: [UInt8] = []
  private(set) var counts: [UInt64] = []

  /// How often a symbol must have followed a context to be kept.
  private let leastCount: UInt64
  /// Whether a context is kept that has no kept symbol.
  private let keepsAll: Bool
  // The present context: its occurrences, its different symbols, and what is kept of them.
  private var present: UInt64?
  private var occurrences: UInt64 = 0
  private var different: UInt64 = 0
  private var kept: UInt64 = 0

  /// Begins the contexts of a length.
  ///
  /// Of contexts with fewer than two symbols, all that followed is kept.
  init(length: Int, leastCount: UInt64) {
    self.leastCount = length < 2 ? 1 : leastCount
    keepsAll = length == 0
  }

  /// The number of contexts.
  var count: Int { keys.count }

  /// The places of a context's symbols.
  func places(of context: Int) -> Range<Int> { firsts[context]..<firsts[context + 1] }

  /// Takes the next window, in ascending order: a context and a symbol.
  mutating func take(_ window: WindowCount) {
    let context = window.window >> WindowCount.symbolBits
    if present != context {
      settle()
      present = context
    }
    occurrences.addClamping(window.count)
    different += 1
    guard window.count >= leastCount else { return }
    kept.addClamping(window.count)
    symbols.append(UInt8(truncatingIfNeeded: window.window & 0x7F))
    counts.append(window.count)
  }

  /// Ends the present context.
  mutating func settle() {
    defer { (occurrences, different, kept) = (0, 0, 0) }
    guard let context = present, symbols.count > firsts[firsts.count - 1] || keepsAll else {
      return
    }
    var denominator = occurrences
    denominator.addClamping(different)
    keys.append(context)
    denominators.append(denominator)
    // Where sums were clamped, no more can be kept than there is.
    remainders.append(max(denominator - min(kept, denominator), different))
    firsts.append(symbols.count)
  }

  /// The place of a context at or after another place; nil if it is not kept.
  ///
  /// - Complexity: O(log distance).
  func place(of key: UInt64, from start: Int = 0) -> Int? {
    var (step, low, high) = (1, start, start)
    while high < keys.count, keys[high] < key {
      low = high + 1
      high += step
      step *= 2
    }
    high = min(high + 1, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low < keys.count && keys[low] == key ? low : nil
  }
}

extension TrainingCounts {
  /// Merges all runs, and finds the kept contexts of each length from 0 on, and what identifies the
  /// counts.
  ///
  /// The counts of shorter windows are the sums of those of longer ones that end alike. So the windows
  /// with the same first symbol, which are in the order of their other symbols, are merged.
  ///
  /// - Parameters:
  ///   - leastCount: How often a symbol must have followed a context of two symbols or more.
  ///   - memory: About how many bytes to take for counts that are not pruned yet.
  ///   - directory: The directory of temporary files.
  /// - Returns: The contexts of each length, and the digest of the longest windows' counts.
  /// - Throws: ``Problem`` if a temporary file fails.
  func levels(
    leastCount: UInt64, memory: Int, directory: String
  ) throws(Problem) -> (levels: [ContextLevel], digest: CountDigest) {
    var cursors: [CountCursor] = []
    for run in runs { cursors.append(try CountCursor(run, 0..<run.count)) }
    var levels: [ContextLevel] = []
    var digest = CountDigest()
    for length in (0..<order).reversed() {
      var merge = CountMerge(cursors, ofLast: length + 1)
      cursors = []
      var level = ContextLevel(length: length, leastCount: leastCount)
      var writer = CountWriter(byteLimit: memory / 4, directory: directory)
      // Where the windows of each first symbol begin.
      var starts = [Int](repeating: 0, count: 129)
      var count = 0
      while let window = try merge.next() {
        level.take(window)
        try writer.append(window)
        starts[Int(window.window >> (WindowCount.symbolBits * UInt64(length))) + 1] += 1
        count += 1
        if length == order - 1 { digest.take(window) }
      }
      level.settle()
      levels.append(level)
      let run = try writer.finish()
      for symbol in 1...128 { starts[symbol] += starts[symbol - 1] }
      for symbol in 0..<128 where starts[symbol] < starts[symbol + 1] {
        cursors.append(try CountCursor(run, starts[symbol]..<starts[symbol + 1]))
      }
    }
    digest.settle()
    return (levels.reversed(), digest)
  }
}

/// Identifies counts of windows, whatever lists, lanes or runs they came from.
struct CountDigest {
  /// The digest, after ``settle()``.
  private(set) var value: UInt64 = 0
  private var block: [UInt64] = []

  private static let blockCount = 1 << 14

  /// Adds a count; in ascending order of windows.
  mutating func take(_ count: WindowCount) {
    block.append(count.window.littleEndian)
    block.append(count.count.littleEndian)
    if block.count >= Self.blockCount { settle() }
  }

  /// Adds numbers that the counts do not state.
  mutating func take(_ numbers: [UInt64]) {
    block += numbers.map(\.littleEndian)
    settle()
  }

  /// Takes in what was added last.
  mutating func settle() {
    if block.isEmpty { return }
    value = xxh3(block.span.raw, seed: value)
    block.removeAll(keepingCapacity: true)
  }
}
