/// Powers and factorials for computing guesses.
///
/// Powers are V8's, with which the reference's results were computed: some are off by one unit in
/// the last place. This decides between sequences whose exact costs are equal.
struct Powers {
  /// The guesses for a stretch of this many characters without a pattern: 10ⁿ, but more for one
  /// character, so that no pattern of the same length costs more.
  let stretch: Cells<Double>
  /// The same for the end of a text of at most 64 characters, by index 64 − length; infinite for
  /// the 16 indices from 64 on.
  let stretchToEnd: Cells<Double>
  /// 10,000ˡ⁻¹ for a sequence of `l` matches: the guesses before an attacker tries this length.
  let growth: Cells<Double>
  /// `l!`: the number of orders of `l` matches.
  let factorial: Cells<Double>

  init() {
    let longest = Text.longest
    stretch = Cells(count: longest + 1, filledWith: .greatestFiniteMagnitude)
    growth = Cells(count: longest + 2, filledWith: .infinity)
    factorial = Cells(count: longest + 2, filledWith: .infinity)
    for exponent in 0...308 {
      var power = Double("1e\(exponent)") ?? .nan
      if exponent.isMultiple(of: 4) {
        let length = exponent / 4 + 1
        growth[length] = Self.lowerGrowths.contains(length - 1) ? power.nextDown : power
      }
      if Self.lowerStretches.contains(exponent) { power = power.nextDown }
      if Self.higherStretches.contains(exponent) { power = power.nextUp }
      stretch[exponent] = power
    }
    stretch[1] = 11
    let longestEnd = Edges.longestText
    stretchToEnd = Cells(count: longestEnd + 16, filledWith: .infinity)
    for length in 1...longestEnd { stretchToEnd[longestEnd - length] = stretch[length] }
    growth[0] = 0
    factorial[0] = 1
    for number in 1..<factorial.count { factorial[number] = factorial[number - 1] * Double(number) }
  }

  /// The exponents for which V8's power of 10 is below the nearest number.
  private static let lowerStretches = [
    26, 36, 42, 70, 95, 96, 136, 142, 191, 218, 232, 242, 244, 260, 279, 284, 290, 294,
  ]
  /// The exponents for which V8's power of 10 is above the nearest number.
  private static let higherStretches = [
    29, 34, 39, 49, 58, 61, 111, 126, 165, 166, 169, 187, 210, 215, 225, 273, 274, 275,
  ]
  /// The exponents for which V8's power of 10,000 is below the nearest number; it is never above.
  private static let lowerGrowths = [9, 24, 34, 58, 61, 65, 71]
}
