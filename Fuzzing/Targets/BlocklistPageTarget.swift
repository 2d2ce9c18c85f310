import Blocklists

/// Fuzzes compiled blocklists by changing whole words of their first page.
///
/// The first byte chooses a sound file and the filling behind its page. Every ten bytes after it
/// change one of the page's 512 words: two bytes choose the word and the change, eight are its
/// operand. Then the file gets the size that the page states, if that is at most a mebibyte, and
/// correct checksums, so that only the checks of the words themselves protect a look-up.
func fuzzBlocklistPage(_ input: [UInt8]) {
  guard let first = input.first else { return }
  let sound = soundFiles[Int(first) % soundFiles.count]
  var file = CompiledFile(sound.bytes)
  var change = input.dropFirst()
  while change.count >= 10 {
    let head = change.prefix(2).map(Int.init)
    let operand = change.dropFirst(2).prefix(8).reversed().reduce(0 as UInt64) {
      $0 << 8 | UInt64($1)
    }
    change = change.dropFirst(10)
    // Half of the changes hit the words that give the layout.
    let word = head[1] & 1 == 0 ? head[0] % 16 : head[0] << 1 | head[1] >> 1 & 1
    switch head[1] >> 2 & 3 {
    case 0: file[word] = operand
    case 1: file[word] = file[word] &+ UInt64(bitPattern: Int64(Int8(truncatingIfNeeded: operand)))
    case 2: file[word] ^= 1 << (operand & 63)
    default: file[word] = file[Int(operand % 512)]
    }
  }
  let isChanged = file.bytes != sound.bytes
  if first & 0x10 == 0 { file.resize(filling: first & 0x20 == 0 ? 0 : first) }
  if first & 0x40 == 0 { file.mend() }
  lookUp(sound.values, in: file.bytes, isSound: !isChanged)
}

/// The bytes of a compiled blocklist of format 1, by its words.
struct CompiledFile {
  /// All bytes.
  private(set) var bytes: [UInt8]

  /// Takes at least a page.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// A word of the first page.
  subscript(word: Int) -> UInt64 {
    get { bytes[8 * word..<8 * word + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) } }
    set {
      for byte in 0..<8 {
        bytes[8 * word + byte] = UInt8(truncatingIfNeeded: newValue >> UInt64(8 * byte))
      }
    }
  }

  /// Where text, values, table of checksums and file end; nil beyond a mebibyte.
  private var layout: (text: Range<Int>, values: Int, table: Int, end: Int)? {
    let (places, text) = (self[9], self[10])
    guard places <= 1 << 17, text <= 1 << 20 else { return nil }
    let values = (4096 + Int(text) + 63) / 64 * 64
    let table = values + 8 * Int(places) + 64
    let blocks = (table - values + (1 << 20) - 1) >> 20
    return (4096..<4096 + Int(text), values, table, table + 8 * blocks)
  }

  /// Gives the file the size that its page states.
  mutating func resize(filling byte: UInt8) {
    guard let end = layout?.end else { return }
    if end < bytes.count { bytes.removeLast(bytes.count - end) }
    bytes += [UInt8](repeating: byte, count: end - bytes.count)
  }

  /// Corrects every checksum: those of the blocks, of their table, of the text and of the page.
  mutating func mend() {
    if let layout, layout.end <= bytes.count {
      for (block, start) in stride(from: layout.values, to: layout.table, by: 1 << 20).enumerated()
      {
        let sum = checksum(of: bytes[start..<min(start + 1 << 20, layout.table)])
        self[layout.table / 8 + block] = sum
      }
      self[11] = checksum(of: bytes[layout.text])
      self[12] = checksum(of: bytes[layout.table...])
    }
    self[511] = checksum(of: bytes[..<4088])
  }
}
