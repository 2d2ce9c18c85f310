/// Passes lines of UTF-8 unchanged, and converts other lines from a single-byte encoding.
struct LineFallback {
  /// The most bytes of a line that are kept to check whether the line is UTF-8.
  ///
  /// Longer lines are never audited, and conversion does not shorten lines, so they need no check.
  private static let longestLine = 1 << 20

  /// The UTF-8 of the bytes from 0x80 on.
  private let table: [[UInt8]]
  /// An unfinished line.
  private var line: [UInt8] = []
  /// Whether the line was too long to be kept and is passed unchanged.
  private var isGiant = false

  /// The number of lines that were not UTF-8.
  private(set) var converted: UInt64 = 0

  init(_ table: [[UInt8]]) { self.table = table }

  mutating func convert(_ piece: [UInt8], into text: inout [UInt8]) {
    line += piece
    if isGiant {
      guard let end = line.firstIndex(of: 0x0A) else {
        text += line
        return line.removeAll(keepingCapacity: true)
      }
      text += line[...end]
      line.removeSubrange(...end)
      isGiant = false
    }
    guard let last = line.lastIndex(of: 0x0A) else {
      if line.count > Self.longestLine {
        isGiant = true
        text += line
        line.removeAll(keepingCapacity: true)
      }
      return
    }
    appendLines(line[...last], to: &text)
    line.removeSubrange(...last)
  }

  mutating func finish(into text: inout [UInt8]) {
    appendLine(line[...], to: &text)
    line = []
  }

  private mutating func appendLines(_ lines: ArraySlice<UInt8>, to text: inout [UInt8]) {
    if isWellFormed(lines) {
      text += lines
      return
    }
    for line in lines.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
      appendLine(line, to: &text)
      text.append(0x0A)
    }
  }

  private mutating func appendLine(_ line: ArraySlice<UInt8>, to text: inout [UInt8]) {
    if isWellFormed(line) {
      text += line
      return
    }
    converted += 1
    for byte in line {
      if byte < 0x80 { text.append(byte) } else { text += table[Int(byte) - 0x80] }
    }
  }
}

/// Whether bytes are UTF-8 (Unicode 16, table 3-7).
private func isWellFormed(_ bytes: ArraySlice<UInt8>) -> Bool {
  unsafe bytes.withUnsafeBufferPointer { bytes in
    var index = 0
    while index < bytes.count {
      let byte = unsafe bytes[index]
      index += 1
      if byte < 0x80 { continue }
      let more: Int
      var second: ClosedRange<UInt8> = 0x80...0xBF
      switch byte {
      case 0xC2...0xDF: more = 1
      case 0xE0: (more, second) = (2, 0xA0...0xBF)
      case 0xED: (more, second) = (2, 0x80...0x9F)
      case 0xE1...0xEF: more = 2
      case 0xF0: (more, second) = (3, 0x90...0xBF)
      case 0xF4: (more, second) = (3, 0x80...0x8F)
      case 0xF1...0xF3: more = 3
      default: return false
      }
      // SAFETY: all indices are below the count.
      guard bytes.count - index >= more, unsafe second.contains(bytes[index]) else { return false }
      for place in index + 1..<index + more where unsafe !(0x80...0xBF).contains(bytes[place]) {
        return false
      }
      index += more
    }
    return true
  }
}
