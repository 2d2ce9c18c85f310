package import Diagnostics
import PasswordStrength

/// Counts the windows of passwords, in bounded memory: the training of a guess model.
///
///     var counter = try PasswordCounter(order: 6, memory: 1 << 28, directory: "/tmp")
///     try counter.add("abc123".utf8.span, 7)
///     let counts = try counter.finish()
///
/// A lane has one. When its memory is full, the counts go, sorted, into a temporary file. The counts of
/// several lanes are merged later, and are the same as those of one.
package struct PasswordCounter: ~Copyable, Sendable {
  private let order: Int
  private let mask: UInt64
  private let first: UInt64
  private var table: WindowTable
  private var runs: [CountRun] = []
  private var file: CountFile?
  private var written = 0
  private let directory: String
  /// The windows of the present password.
  private var windows: [UInt64] = Array(repeating: 0, count: LongestPassword.windows)
  /// How many passwords were added, each as often as it was counted.
  private var lines: UInt64 = 0
  /// How many were longer than ``LongestPassword/codePoints``, and were not added.
  private var overLong: UInt64 = 0

  /// Begins to count.
  ///
  /// - Parameters:
  ///   - order: The number of symbols in a window, from 1 to 6: those of a context, and one more.
  ///   - memory: The most memory, in bytes; the least is about 200 KB.
  ///   - directory: The directory of temporary files.
  /// - Throws: ``Problem`` if the system refuses memory.
  package init(order: Int, memory: Int, directory: String) throws(Problem) {
    precondition(ModelSettings.orders.contains(order), "an order from 1 to 6")
    self.order = order
    self.directory = directory
    mask = WindowCount.mask(ofLast: order)
    first = (0..<order).reduce(0) { window, _ in window << 7 | UInt64(ModelSymbol.start) }
    // To empty a full table takes one and a half times its bytes.
    table = try WindowTable(byteLimit: memory / 5 * 2)
  }

  /// Adds a password.
  ///
  /// - Parameters:
  ///   - password: The bytes; each maximal ill-formed part counts as one character.
  ///   - occurrences: How often it counts; at least 1.
  /// - Throws: ``Problem`` if counts cannot be spilled.
  /// - Complexity: O(length); about 0.2 microseconds for typical passwords.
  package mutating func add(
    _ password: Span<UInt8>, _ occurrences: UInt64 = 1
  ) throws(Problem) {
    if occurrences == 0 { return }
    guard let count = takeWindows(of: password) else { return overLong.addClamping(occurrences) }
    if table.isFull { try spill() }
    for index in 0..<count { try table.add(windows[index], occurrences) }
    lines.addClamping(occurrences)
  }

  /// Finds the windows of a password, and their number; nil if it is too long.
  @inline(__always)
  private mutating func takeWindows(of password: Span<UInt8>) -> Int? {
    var (window, count) = (first, 0)
    guard password.count < LongestPassword.windows else { return takeUnicodeWindows(of: password) }
    for index in password.indices {
      let byte = password[index]
      guard byte < 0x80 else { return takeUnicodeWindows(of: password) }
      take(ModelSymbol.of(UInt32(byte)), &window, &count)
    }
    take(ModelSymbol.end, &window, &count)
    return count
  }

  private mutating func takeUnicodeWindows(of password: Span<UInt8>) -> Int? {
    var symbols: [UInt8] = []
    UTF8Units.forEachScalar(in: password) { symbols.append(ModelSymbol.of($0)) }
    guard symbols.count < LongestPassword.windows else { return nil }
    var (window, count) = (first, 0)
    for symbol in symbols + [ModelSymbol.end] { take(symbol, &window, &count) }
    return count
  }

  @inline(__always)
  private mutating func take(_ symbol: UInt8, _ window: inout UInt64, _ count: inout Int) {
    window = (window << WindowCount.symbolBits | UInt64(symbol)) & mask
    table.prefetch(window)
    windows[count] = window
    count &+= 1
  }

  /// Writes the counts to the temporary file, sorted, and empties the table.
  @inline(never)
  private mutating func spill() throws(Problem) {
    let file: CountFile
    if let open = self.file { file = open } else { file = try CountFile(in: directory) }
    self.file = file
    let counts = table.takeSorted(bits: 7 * order)
    try file.write(counts, at: written)
    runs.append(.file(file, written..<written + counts.count))
    written += counts.count
  }

  /// Ends the counting.
  package consuming func finish() -> TrainingCounts {
    let rest = table.takeSorted(bits: 7 * order)
    return TrainingCounts(
      order: order, runs: runs + (rest.isEmpty ? [] : [.memory(rest)]), lines: lines,
      overLong: overLong)
  }
}

/// What was counted; parts of a list merge into the counts of the whole.
package struct TrainingCounts: Sendable {
  /// The number of symbols in a window.
  package let order: Int
  /// The counts, each run in ascending order.
  private(set) var runs: [CountRun]
  /// How many passwords were added, each as often as it was counted.
  package private(set) var lines: UInt64
  /// How many passwords were left out since they are too long.
  package private(set) var overLong: UInt64
  /// How many were left out since they are empty.
  package private(set) var empty: UInt64 = 0

  init(order: Int, runs: [CountRun], lines: UInt64, overLong: UInt64) {
    self.order = order
    self.runs = runs
    self.lines = lines
    self.overLong = overLong
  }

  /// Counts lines of lists that were left out before.
  package mutating func leftOut(empty: UInt64, overLong: UInt64) {
    self.empty.addClamping(empty)
    self.overLong.addClamping(overLong)
  }

  /// Adds the counts of another part; both have the same order.
  package mutating func merge(_ other: TrainingCounts) {
    precondition(order == other.order, "windows of one length")
    runs += other.runs
    lines.addClamping(other.lines)
    overLong.addClamping(other.overLong)
    empty.addClamping(other.empty)
  }
}
