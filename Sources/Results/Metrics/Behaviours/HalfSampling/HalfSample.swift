import Bytes
import Glibc

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
  /// - Complexity: O(occurrences), at most a nanosecond each; of a password, up to 16,384.
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

extension SplitMix64 {
  /// Coins are thrown for as many occurrences; of more, one is below a two-hundredth of the spread.
  private static let mostThrown: UInt64 = 1 << 14

  /// Keeps half of the lines of some passwords, and gives how many passwords keep how many.
  ///
  /// Of more than ``mostThrown`` occurrences a number with the same mean and spread, rounded.
  fileprivate mutating func keepHalf(
    of passwords: UInt64, occurring occurrences: UInt64, _ give: (UInt64, UInt64) -> Void
  ) {
    if occurrences <= Self.mostThrown {
      OccurrenceFolds.draw(occurrences, passwords, bits: 1, &self) { fold, kept, passwords in
        if fold == 0, kept > 0 { give(kept, passwords) }
      }
      return
    }
    let half = Double(occurrences) / 2
    for _ in 0..<passwords {
      // Box and Muller.
      let radius = (-2 * log(1 - share())).squareRoot()
      let number = half + (half / 2).squareRoot() * radius * cos(2 * .pi * share())
      give(UInt64(exactly: max(number.rounded(), 1)).map { min($0, occurrences) } ?? occurrences, 1)
    }
  }
}
