import Packing
package import Passwords

/// What a filter lets through of some lines.
package struct FilteredLines: Sendable, Concealing {
  /// The lines let through, each with its line end, or their passwords; packed, if that was
  /// asked for.
  package var text = Concealed()
  /// Bytes of the text that are a header and no line let through.
  package var headerByteCount = 0
  /// What each line is told apart by, in order; empty unless that is asked for.
  package var keys: [LineKey] = []
  /// How many they are.
  package var keptCount: UInt64 = 0
  /// What became of all lines.
  package var lines = LineCounts()
  /// Whether there was no memory to pack the text.
  package var isLost = false

  /// Packs the text.
  mutating func pack(by packer: Packer) {
    guard let packed = packer.pack(text.bytes) else { return isLost = true }
    text = Concealed(bytes: packed)
  }
}
