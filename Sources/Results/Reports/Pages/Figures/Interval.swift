/// What figures say of intervals, which only folded tallies have.
enum Interval {
  /// The name of hatched bars in legends.
  static let words = "between the ends"
  /// What captions add.
  static let caption = " Bars are solid to the least that a share may be, and hatched to the most."

  /// The legend's entry; none if all shares are exact.
  static func legend(_ parts: some Sequence<Part>) -> [(fill: Fill, words: String)] {
    parts.allSatisfy(\.isExact) ? [] : [(.hatch, words)]
  }

  /// The addition to a caption; empty if all shares are exact.
  static func caption(_ parts: some Sequence<Part>) -> String {
    parts.allSatisfy(\.isExact) ? "" : caption
  }
}
