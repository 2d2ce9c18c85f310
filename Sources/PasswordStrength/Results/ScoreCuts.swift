/// The numbers of guesses at which one score ends and the next begins.
///
/// A password has score `s` if its guesses reach `s` of the four cuts. As in the reference, a cut
/// is reached 5 guesses after the stated number: a password without patterns costs one guess more
/// than its power of ten, and gets the lower score.
public struct ScoreCuts: Hashable, Sendable {
  /// The four cuts, ascending.
  public let guesses: [Double]

  private let cuts: SIMD4<Double>

  /// 10³, 10⁶, 10⁸ and 10¹⁰ guesses: online attempts with and without a limit, and offline attempts
  /// on a slow and on a fast hash.
  public static let standard = ScoreCuts(cuts: [1e3, 1e6, 1e8, 1e10])

  /// Makes cuts.
  ///
  /// - Returns: Nil unless there are four cuts, each at least 1 and larger than the previous one.
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

  /// The score for a number of guesses.
  @inline(__always)
  func score(of guesses: Double) -> Int {
    (guesses >= cuts.x ? 1 : 0) + (guesses >= cuts.y ? 1 : 0) + (guesses >= cuts.z ? 1 : 0)
      + (guesses >= cuts.w ? 1 : 0)
  }
}
