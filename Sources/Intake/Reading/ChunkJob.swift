/// A chunk queued for a lane, with the layout of its list.
package struct ChunkJob: Sendable {
  /// The text.
  package let chunk: Chunk
  /// The number of earlier chunks of the list.
  package let number: Int
  /// The layout of the lines.
  package let layout: LineLayout
  /// The end of the lines that come before the passwords: a header, and what a program writes
  /// before it; 0 if there are none.
  package let headerEnd: Int
  /// Receives the account of the chunk, unless each line is just a password.
  package let detector: LayoutDetector

  /// Makes a job; ``LayoutDetector/job(_:)`` makes those of a list.
  package init(
    chunk: Chunk, number: Int, layout: LineLayout, headerEnd: Int = 0, detector: LayoutDetector
  ) {
    self.chunk = chunk
    self.number = number
    self.layout = layout
    self.headerEnd = headerEnd
    self.detector = detector
  }
}
