/// The guesses at which a score ends and the next begins.
///
/// A password has score `s` if its guesses reach `s` of the four cuts. A cut counts as reached 5
/// guesses after the number given, as in the reference: a string without any pattern costs one guess
/// more than its power of ten and belongs to the score below.
public struct ScoreCuts: Hashable, Sendable {
  /// The four cuts, ascending.
  public let guesses: [Double]

  private let cuts: SIMD4<Double>

  /// 10³, 10⁶, 10⁸ and 10¹⁰ guesses: attempts online with and without a limit, and offline on a
  /// slow hash and on a fast one.
  public static let standard = ScoreCuts(cuts: [1e3, 1e6, 1e8, 1e10])

  /// Makes cuts.
  ///
  /// - Returns: nil unless there are four, each at least 1 and larger than the one before.
  public init?(_ guesses: [Double]) {
    guard guesses.count == 4, guesses[0] >= 1, guesses[3].isFinite,
      zip(guesses, guesses.dropFirst()).allSatisfy({ $0 < $1 })
    else { return nil }
    self.init(cuts: guesses)
  }

  private init(cuts: [Double]) {
    guesses = cuts
    self.cuts = SIMD4(cuts[0], cuts[1], cuts[2], cuts[3]) + SIMD4(repeating: 5)
  }

  /// The score for so many guesses.
  @inline(__always)
  func score(of guesses: Double) -> Int {
    (guesses >= cuts.x ? 1 : 0) + (guesses >= cuts.y ? 1 : 0) + (guesses >= cuts.z ? 1 : 0)
      + (guesses >= cuts.w ? 1 : 0)
  }
}
