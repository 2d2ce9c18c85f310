/// The first cells of a line, as ranges.
struct LineCells {
  /// The number of cells, at most ``most``; a line with more counts as that.
  private(set) var count = 0
  private var starts = SIMD8<Int>(repeating: 0)
  /// The end of the line.
  private let end: Int

  /// More cells than any form needs to be told apart.
  static let most = 6

  init(_ text: Span<UInt8>, end: Int, separator: UInt8) {
    self.end = end
    count = 1
    var place = 0
    while place < end, count < Self.most {
      if text[place] == separator {
        starts[count] = place + 1
        count += 1
      }
      place += 1
    }
    // The sixth cell ends with the line, or with what follows; its end is not asked for.
  }

  subscript(index: Int) -> Range<Int> {
    starts[index]..<(index + 1 < count ? starts[index + 1] - 1 : end)
  }

  /// Whether all cells behind one are empty, so that only separators follow.
  func isBlank(after index: Int, _ text: Span<UInt8>) -> Bool {
    index + 1 >= count || (starts[index + 1]..<end).allSatisfy { text[$0] == 0x3A }
  }
}
