import Diagnostics
import Glibc

/// Lines from standard input, as they come.
enum StandardInput {
  /// Bytes asked for at once.
  private static let blockSize = 262_144

  /// Bytes of the longest line to be answered, without line end; as in the lists of other commands.
  static let longestLine = 65_536

  /// Bytes of a longer line that are kept, so that it is one still, be the last of them a CR.
  private static let keptBytes = longestLine + 2

  /// Calls `body` with blocks of whole lines, each ending in LF, as soon as they are there, until it
  /// returns false.
  ///
  /// The last line gets its LF if it lacks one. Of a line longer than ``longestLine`` no more is
  /// held, and given, than shows it, however long it is.
  ///
  /// - Parameters:
  ///   - question: What a person at a terminal is asked before each line, which is not shown while it
  ///     is typed; nil where nobody is asked.
  ///   - body: Takes a block; false ends the reading.
  /// - Throws: `SystemError` when the system refuses to read.
  static func forEachBlock(
    asking question: String? = nil, _ body: ([UInt8]) -> Bool
  ) throws(SystemError) {
    let hidden = question.flatMap(HiddenInput.init(asking:))
    defer { hidden?.finish() }
    // A line that has not ended, cut to `keptBytes`, and what was read behind it.
    var block: [UInt8] = []
    while true {
      let start = block.count
      hidden?.ask()
      if try read(into: &block) == 0 { break }
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

  /// Appends what is there, at least one byte; 0 at the end.
  private static func read(into block: inout [UInt8]) throws(SystemError) -> Int {
    let filled = block.count
    block.append(contentsOf: repeatElement(0, count: blockSize))
    while true {
      // SAFETY: `blockSize` bytes stand behind the `filled` ones, and the pointer lives for the call.
      let count = unsafe block.withUnsafeMutableBytes {
        unsafe Glibc.read(0, $0.baseAddress.map { unsafe $0 + filled }, blockSize)
      }
      guard count >= 0 else {
        try Terminal.wait(for: 0, POLLIN)
        continue
      }
      block.removeLast(blockSize - count)
      return count
    }
  }
}

extension ArraySlice<UInt8> {
  /// Whether a line is too long to be answered; what is there of it may be its start only.
  var isOverLong: Bool { count > StandardInput.longestLine }
}

extension [UInt8] {
  /// The lines of a block, without LF or CR LF.
  var lines: [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = startIndex
    for end in indices where self[end] == 10 {
      let stripped = end > start && self[end - 1] == 13 ? end - 1 : end
      lines.append(self[start..<stripped])
      start = end + 1
    }
    return lines
  }
}
