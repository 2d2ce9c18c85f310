/// The shares of some passwords that numbers of guesses find: a line of a figure.
package struct GuessingCurve: Sendable {
  /// The passwords: a policy's name, or `all passwords`.
  package let name: String
  /// Its points, by ascending guesses.
  package let points: [Point]

  /// The share found with a number of guesses.
  package struct Point: Sendable {
    /// Log₁₀ of the guesses.
    package let decades: Double
    /// The guesses in words: `10^6.5`.
    package let guesses: String
    /// The share found.
    package let share: Double
  }
}

extension StrengthOverview {
  /// The shares found by so many guesses, by the estimate.
  package func curve(_ name: String) -> GuessingCurve {
    let points = foundByDecades.map { found in
      let halves = wholeNumber(2 * found.decades)
      return GuessingCurve.Point(
        decades: found.decades, guesses: "10^\(halves / 2)\(halves % 2 == 0 ? "" : ".5")",
        share: found.part.share)
    }
    return GuessingCurve(name: name, points: points)
  }
}
