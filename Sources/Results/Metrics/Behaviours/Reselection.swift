/// What becomes of a policy's passwords when the refused have chosen again.
///
/// Needs two things alone: how common the accepted passwords are, and how many occurrences are
/// refused.
///
///     let after = Reselection(CountSpectrum([5: 1, 3: 1, 1: 2]), refused: 10)
///     after.found(by: 1, .proportional)   // 1/2
///     after.found(by: 1, .convergent)     // 3/4
///     after.found(by: 1, .uniform)        // 3/8
///     after.found(by: 1, .extraneous)     // 1/4
///
/// - Source: see ``Behaviour``; the bracket holds since `u` occurrences add between 0 and `u` to what
///   any guesses find.
package struct Reselection: Hashable, Sendable {
  /// The accepted passwords.
  package let accepted: CountSpectrum
  /// The occurrences of the refused ones.
  package let refused: UInt128
  /// All occurrences.
  package let total: UInt128

  /// Combines both.
  package init(_ accepted: CountSpectrum, refused: UInt128) {
    self.accepted = accepted
    self.refused = refused
    total = sum(accepted.total, refused) ?? .max
  }

  /// The share that the best guesses find under a behaviour; nil if nothing is accepted.
  ///
  /// - Complexity: O(log(levels)).
  package func found(by guesses: UInt64, _ behaviour: Behaviour) -> Fraction? {
    if accepted.distinct == 0 { return nil }
    let mass = accepted.mass(ofTop: guesses)
    switch behaviour {
    case .proportional: return Fraction(mass, accepted.total)
    case .convergent:
      return Fraction(guesses > 0 ? sum(mass, refused) ?? total : 0, total)
    case .uniform:
      // (C + u · k ÷ N) ÷ M.
      let distinct = UInt128(accepted.distinct)
      let guessed = UInt128(min(guesses, accepted.distinct))
      guard let own = product(mass, distinct), let moved = product(refused, guessed),
        let both = sum(own, moved), let base = product(total, distinct)
      else { return Fraction(nearest: share(of: mass, guessed)) }
      return Fraction(both, base)
    case .extraneous: return Fraction(sum(mass, beyond(guesses)) ?? total, total)
    }
  }

  /// The share that guesses find of whatever the refused choose: at least, and at most; nil if
  /// nothing is accepted.
  package func bracket(by guesses: UInt64) -> (least: Fraction, most: Fraction)? {
    guard let least = found(by: guesses, .extraneous), let most = found(by: guesses, .convergent)
    else { return nil }
    return (least, most)
  }

  /// The share that guesses find if the refused differ in what they do; nil if nothing is accepted.
  ///
  /// The guesses are those that are best for the accepted passwords: a mixture does not change their
  /// order. New, unique passwords are guessed after them.
  package func found(by guesses: UInt64, _ mixture: Mixture) -> Fraction? {
    let distinct = UInt128(accepted.distinct)
    if distinct == 0 { return nil }
    let mass = accepted.mass(ofTop: guesses)
    let guessed = min(UInt128(guesses), distinct)
    let (parts, whole) = (mixture.parts, mixture.whole)
    // Over the common denominator `whole · M_P · N · M`.
    guard guesses > 0, let unit = product(accepted.total, distinct),
      let base = product(whole, unit, total), let own = product(mass, whole, unit),
      let proportional = product(refused, parts[0], mass, distinct),
      let convergent = product(refused, parts[1], unit),
      let uniform = product(refused, parts[2], guessed, accepted.total),
      let most = product(parts[3], refused),
      let asked = product(UInt128(guesses) &- guessed, whole),
      let new = product(min(most, asked), unit),
      let all = sum(own, proportional, convergent, uniform, new)
    else { return guesses == 0 ? Fraction(0, 1) : Fraction(nearest: share(by: guesses, mixture)) }
    return Fraction(all, base)
  }

  /// The share that guesses find under a model; nil if nothing is accepted.
  package func found(by guesses: UInt64, _ model: BehaviourModel) -> Fraction? {
    switch model {
    case .pure(let behaviour): found(by: guesses, behaviour)
    case .mixture(let mixture): found(by: guesses, mixture)
    }
  }

  /// The passwords under a behaviour; with ``Behaviour/uniform`` all numbers are multiplied by that
  /// of distinct passwords, which makes them whole.
  ///
  /// - Complexity: O(levels).
  package func spectrum(_ behaviour: Behaviour) -> CountSpectrum {
    var levels = accepted.levels
    guard let top = levels.first else { return accepted }
    switch behaviour {
    case .proportional: break
    case .convergent:
      guard refused > 0 else { break }
      levels[0] = CountSpectrum.Level(
        occurrences: top.occurrences, passwords: top.passwords &- 1)
      levels.insert(
        CountSpectrum.Level(
          occurrences: sum(top.occurrences, refused) ?? .max, passwords: 1), at: 0)
    case .uniform:
      levels = levels.map { level in
        let own = product(level.occurrences, UInt128(accepted.distinct))
        return CountSpectrum.Level(
          occurrences: own.flatMap { sum($0, refused) } ?? .max, passwords: level.passwords)
      }
    case .extraneous:
      let new = UInt64(clamping: refused)
      if let last = levels.last, last.occurrences == 1 {
        let (all, overflow) = last.passwords.addingReportingOverflow(new)
        levels[levels.count - 1] = CountSpectrum.Level(
          occurrences: 1, passwords: overflow ? .max : all)
      } else {
        levels.append(CountSpectrum.Level(occurrences: 1, passwords: new))
      }
    }
    return CountSpectrum(descending: levels)
  }

  /// The new, unique passwords that guesses find after all others.
  private func beyond(_ guesses: UInt64) -> UInt128 {
    guesses <= accepted.distinct ? 0 : min(UInt128(guesses &- accepted.distinct), refused)
  }

  /// The share of ``Behaviour/uniform``, roughly.
  private func share(of mass: UInt128, _ guessed: UInt128) -> Double {
    (Double(mass) + Double(refused) * Double(guessed) / Double(accepted.distinct)) / Double(total)
  }

  /// The share of a mixture, roughly.
  private func share(by guesses: UInt64, _ mixture: Mixture) -> Double {
    let mass = Double(accepted.mass(ofTop: guesses))
    let guessed = Double(min(guesses, accepted.distinct))
    let part = mixture.parts.map { Double($0) / Double(mixture.whole) }
    let (moved, distinct) = (Double(refused), Double(accepted.distinct))
    let chosen =
      part[0] * mass / Double(accepted.total) + part[1] + part[2] * guessed / distinct
    let new = min(Double(guesses) - guessed, part[3] * moved)
    return (mass + moved * chosen + new) / Double(total)
  }
}
