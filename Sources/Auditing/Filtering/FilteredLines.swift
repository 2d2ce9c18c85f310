import Packing
package import Passwords

/// The lines of a chunk that pass a filter.
package struct FilteredLines: Sendable, Concealing {
  /// The passing lines with their line ends, or their passwords; packed if requested.
  package var text = Concealed()
  /// The number of passing lines.
  package var keptCount: UInt64 = 0
  /// The counts of all lines.
  package var lines = LineCounts()
  /// Whether there was too little memory to pack the text.
  package var isLost = false

  /// Makes a result without passing lines.
  package init() {}

  /// Packs the text.
  mutating func pack(by packer: Packer) {
    guard let packed = packer.pack(text.bytes) else { return isLost = true }
    text = Concealed(bytes: packed)
  }
}
