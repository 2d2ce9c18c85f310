/// A chunk on its way to a lane, and what the lane must know of its list.
package struct Parcel: Sendable {
  /// The text.
  package let chunk: Chunk
  /// How many chunks of the list came before.
  package let number: Int
  /// What the lines are read as.
  package let layout: LineLayout
  /// Whether the first line is a header.
  package let hasHeader: Bool
  /// Who wants the account; nil where a line is a password and nothing else.
  package let desk: LayoutDesk?

  /// Puts a parcel together; ``LayoutDesk/parcel(_:)`` does so for a list.
  package init(chunk: Chunk, number: Int, layout: LineLayout, hasHeader: Bool, desk: LayoutDesk?) {
    self.chunk = chunk
    self.number = number
    self.layout = layout
    self.hasHeader = hasHeader
    self.desk = desk
  }
}
