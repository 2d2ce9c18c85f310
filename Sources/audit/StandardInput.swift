import Diagnostics
import Glibc

/// Lines from standard input, as they come.
enum StandardInput {
  /// Bytes asked for at once.
  private static let blockSize = 262_144

  /// Calls `body` with blocks of whole lines, each ending in LF, as soon as they are there, until it
  /// returns false.
  ///
  /// The last line gets its LF if it lacks one. A line is held whole, however long.
  static func forEachBlock(_ body: ([UInt8]) -> Bool) throws(SystemError) {
    var block: [UInt8] = []
    while true {
      let count = try read(into: &block)
      if count == 0 { break }
      guard let end = block.suffix(count).lastIndex(of: 10) else { continue }
      let rest = Array(block[(end + 1)...])
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
