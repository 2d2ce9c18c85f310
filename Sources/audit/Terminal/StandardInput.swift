import Diagnostics
import Files
import Glibc
import Preparing

/// Reads lines from standard input as they arrive.
enum StandardInput {
  /// Bytes requested at a time.
  private static let blockSize = 262_144

  /// Bytes kept of a longer line: enough to show that it is over-long, even if the last one is a
  /// CR.
  private static let keptBytes = longestAnsweredLine + 2

  /// Calls `body` with blocks of whole lines, each ending in LF, as soon as they arrive, until it
  /// returns false.
  ///
  /// The last line gets an LF if it lacks one. A line longer than ``longestAnsweredLine`` is cut to a few
  /// bytes more than that, however long it is.
  ///
  /// - Parameters:
  ///   - question: The prompt before each line at a terminal, where typed text is not shown; nil
  ///     for no prompt.
  ///   - body: Takes a block; false ends the reading.
  /// - Throws: ``InputProblem`` if the system refuses to read.
  static func forEachBlock(
    asking question: String? = nil, _ body: ([UInt8]) -> Bool
  ) throws(InputProblem) {
    let hidden = question.flatMap(HiddenInput.init(asking:))
    defer { hidden?.finish() }
    // An unfinished line, cut to `keptBytes`, and the bytes read after it.
    var block: [UInt8] = []
    while true {
      let start = block.count
      hidden?.ask()
      if try take(&block) == 0 { break }
      if start == keptBytes {
        block.removeSubrange(start..<(block[start...].firstIndex(of: 10) ?? block.count))
      }
      guard let end = block[start...].lastIndex(of: 10) else {
        block.removeLast(max(0, block.count - keptBytes))
        continue
      }
      let rest = Array(block[(end + 1)...].prefix(keptBytes))
      block.removeSubrange((end + 1)...)
      if !body(block) { return }
      block = rest
    }
    if !block.isEmpty { _ = body(block + [10]) }
  }

  /// Appends available bytes, at least one; 0 at the end.
  private static func take(_ block: inout [UInt8]) throws(InputProblem) -> Int {
    do { return try read(into: &block) } catch { throw InputProblem(fault: error) }
  }

  private static func read(into block: inout [UInt8]) throws(SystemError) -> Int {
    let filled = block.count
    block.append(contentsOf: repeatElement(0, count: blockSize))
    while true {
      // SAFETY: `blockSize` bytes follow the `filled` ones, and the pointer lives for the call.
      let count = unsafe block.withUnsafeMutableBytes {
        unsafe Glibc.read(0, $0.baseAddress.map { unsafe $0 + filled }, blockSize)
      }
      guard count >= 0 else {
        try waitUntilReady(0, for: POLLIN)
        continue
      }
      block.removeLast(blockSize - count)
      return count
    }
  }
}

/// Standard input could not be read.
struct InputProblem: Diagnosable {
  let fault: SystemError
  var location: Location? { Location(file: "<stdin>") }
  var found: String { "cannot read: \(fault)" }
  var expected: String? { nil }
  var remedy: String? { "Pipe the lines in, as in 'audit check --rules policy.txt < list.txt'." }
}
