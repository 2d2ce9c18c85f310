/// How many of the refused must choose one and the same password until another of two policies is
/// the better one.
///
/// Both are looked at under the same mixture: a share θ of the refused choose the commonest permitted
/// password, the others choose as the accepted do. What guesses find is linear in θ, so the orders are
/// equal or turn once.
///
///     Flip(first, second, guesses: 10)?.share   // 1/500: the order turns at 0.2 %
///     Flip(first, second, guesses: 10)?.always  // or .first, if it never turns
package struct Flip: Hashable, Sendable {
  /// The share at which both are equal; nil if one is better throughout, or both are equal.
  package let share: Fraction?
  /// The policy of which less is found while the share is below ``share``; nil if both are equal.
  package let before: Side?

  /// One of the two.
  package enum Side: String, Hashable, Sendable {
    case first, second

    var other: Side { self == .first ? .second : .first }
  }

  /// Compares two policies; nil if one accepts nothing.
  package init?(_ first: Reselection, _ second: Reselection, guesses: UInt64) {
    guard let start = first.found(by: guesses, .proportional),
      let otherStart = second.found(by: guesses, .proportional),
      let end = first.found(by: guesses, .convergent),
      let otherEnd = second.found(by: guesses, .convergent)
    else { return nil }
    self.init(proportional: (start, otherStart), convergent: (end, otherEnd))
  }

  /// Compares the shares found of two policies at both ends.
  package init(
    proportional start: (Fraction, Fraction), convergent end: (Fraction, Fraction)
  ) {
    let (atStart, atEnd) = (Self.better(start), Self.better(end))
    before = atStart ?? atEnd
    guard let atStart, let atEnd, atStart != atEnd else {
      share = nil
      return
    }
    if let begin = start.0.distance(to: start.1), let last = end.0.distance(to: end.1),
      let exact = begin.part(ofSumWith: last)
    {
      share = exact
    } else {
      let begin = abs(start.0.value - start.1.value)
      share = Fraction(nearest: begin / (begin + abs(end.0.value - end.1.value)))
    }
  }

  /// The policy that is better whatever the share; nil if the order turns, or both are equal.
  package var always: Side? { share == nil ? before : nil }

  /// The one of which less is found; nil of equals.
  private static func better(_ found: (Fraction, Fraction)) -> Side? {
    found.0 == found.1 ? nil : found.0 < found.1 ? .first : .second
  }
}
