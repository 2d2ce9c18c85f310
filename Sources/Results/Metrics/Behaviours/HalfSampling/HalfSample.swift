import Bytes

/// A list with about half of its lines: each line is kept with a probability of ½.
///
///     let half = HalfSample(of: joint, seed: 7)
///     half.spectrum(acceptedBy: 0)     // of the first policy
///     half.total                       // about half of the list's lines
///
/// A password of `c` occurrences keeps as many as `c` coins show heads, so passwords that are rare may
/// vanish. Drawing lines with replacement would shift what guesses find by many times its spread.
package struct HalfSample: Sendable {
  /// The occurrences that were kept.
  package let total: UInt128
  /// The numbers of occurrences that passwords have now, the largest first.
  private let counts: [UInt64]
  /// For each class, the places in ``counts`` with the passwords.
  private let classes: [[(place: Int, passwords: UInt64)]]
  private let joint: JointSpectrum

  /// Draws a sample.
  ///
  /// - Complexity: O(Σ min(passwords, 64) + groups · occurrences), up to 200 occurrences a group.
  package init(of joint: JointSpectrum, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var kept = [[UInt64: UInt64]](repeating: [:], count: joint.classes.count)
    for group in joint.groups {
      random.keepHalf(of: group.passwords, occurring: group.occurrences) {
        kept[group.number][$0, default: 0] &+= $1
      }
    }
    counts = Set(kept.flatMap(\.keys)).sorted(by: >)
    let places = Dictionary(
      uniqueKeysWithValues: counts.enumerated().map { ($0.element, $0.offset) })
    classes = kept.map { own in
      own.compactMap { count, passwords in places[count].map { ($0, passwords) } }
    }
    total = kept.reduce(into: UInt128(0)) { sum, own in
      for (count, passwords) in own { sum &+= UInt128(count) &* UInt128(passwords) }
    }
    self.joint = joint
  }

  /// The kept passwords that a policy accepts, given by its number among the judged ones.
  package func spectrum(acceptedBy policy: Int) -> CountSpectrum {
    var passwords = [UInt64](repeating: 0, count: counts.count)
    for (number, own) in classes.enumerated() where joint.accepts(policy, number) {
      for (place, count) in own { passwords[place] &+= count }
    }
    return CountSpectrum(
      descending: zip(counts, passwords).map {
        CountSpectrum.Level(occurrences: UInt128($0), passwords: $1)
      })
  }
}

extension HalfSample {
  /// The number of passwords to expect with each number of occurrences, from 1.
  ///
  /// - Complexity: O(levels · occurrences).
  package static func expectation(of spectrum: CountSpectrum) -> [UInt64: Double] {
    var expected: [UInt64: Double] = [:]
    for level in spectrum.levels {
      let count = UInt64(clamping: level.occurrences)
      for (kept, share) in HalfShares(of: count).shares.enumerated() where kept > 0 {
        expected[UInt64(kept), default: 0] += share * Double(level.passwords)
      }
    }
    return expected
  }
}

/// The probabilities that so many of some occurrences are kept.
struct HalfShares {
  /// By the number kept, from 0.
  let shares: [Double]

  /// Computes `C(n, k) ÷ 2ⁿ` from the middle outwards, where it is largest.
  init(of occurrences: UInt64) {
    let n = Int(clamping: occurrences)
    var shares = [Double](repeating: 0, count: n + 1)
    shares[n / 2] = 1
    for kept in stride(from: n / 2 - 1, through: 0, by: -1) {
      shares[kept] = shares[kept + 1] * Double(kept + 1) / Double(n - kept)
    }
    for kept in stride(from: n / 2 + 1, through: n, by: 1) {
      shares[kept] = shares[kept - 1] * Double(n - kept + 1) / Double(kept)
    }
    // The small ones first, so that little is lost.
    let sum = shares.sorted().reduce(0, +)
    self.shares = shares.map { $0 / sum }
  }
}

extension SplitMix64 {
  /// From here on passwords that occur equally often are drawn together.
  private static let many: UInt64 = 64
  /// Up to here, by occurrences.
  private static let mostTogether: UInt64 = 200

  /// Keeps half of the lines of some passwords, and gives how many passwords keep how many.
  fileprivate mutating func keepHalf(
    of passwords: UInt64, occurring occurrences: UInt64, _ give: (UInt64, UInt64) -> Void
  ) {
    guard passwords > Self.many, occurrences < Self.mostTogether else {
      for _ in 0..<passwords {
        let kept = half(of: occurrences)
        if kept > 0 { give(kept, 1) }
      }
      return
    }
    // Binomial draws, each from the passwords that are left.
    var (left, rest) = (passwords, 1.0)
    for (kept, share) in HalfShares(of: occurrences).shares.enumerated() {
      if left == 0 { break }
      let isLast = kept == Int(occurrences)
      let drawn = isLast ? left : binomial(left, min(share / rest, 1))
      if drawn > 0, kept > 0 { give(UInt64(kept), drawn) }
      left &-= drawn
      rest -= share
      if rest <= 0 { break }
    }
  }
}
