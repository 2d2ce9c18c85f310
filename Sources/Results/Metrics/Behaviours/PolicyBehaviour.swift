package import Diagnostics

/// A policy that accepts something, and what becomes of it under each model.
package struct PolicyBehaviour: Sendable {
  /// The policy's name.
  package let name: String
  /// Its number among the policies of the report.
  package let number: Int
  /// Its passwords, and what it refuses.
  package let after: Reselection
  /// The letters beside its numbers.
  package let caveats: [Caveat]
  /// The shares that an attacker finds who has seen half of the accepted passwords.
  private let halfKnown: AttackCurve?

  /// Takes a policy; nil if it accepts nothing.
  ///
  /// - Complexity: O(levels).
  init?(_ guessing: PolicyGuessing, number: Int, of total: UInt128) {
    let spectrum = guessing.spectrum
    guard spectrum.distinct > 0 else { return nil }
    name = guessing.policy ?? ""
    self.number = number
    after = Reselection(spectrum, refused: total &- min(total, spectrum.total))
    caveats = (guessing.caveats + [.behaviour]).unique
    halfKnown = guessing.curves.first { $0.attacker == .heldOut }
  }

  /// The accepted passwords, repetitions included, which decide what may be said of them.
  package var size: SampleSize { SampleSize(after.accepted.total) }

  /// The share found by guesses that are ordered by one half of the accepted passwords and measured
  /// on the other; nil of a single password.
  ///
  /// It is the same for a model as ``Reselection`` computes it, with this share of the accepted in
  /// place of the best that can be done.
  func heldOut(by guesses: UInt64, _ model: BehaviourModel) -> Double? {
    guard let share = halfKnown?.share(after: guesses) else { return nil }
    let total = Double(after.total)
    let (own, moved) = (Double(after.accepted.total) / total, Double(after.refused) / total)
    let guessed = min(Double(guesses), Double(after.accepted.distinct))
    let new = Double(guesses) - guessed
    func part(_ behaviour: Behaviour) -> Double {
      switch model {
      case .pure(let only): only == behaviour ? 1 : 0
      case .mixture(let mixture): mixture.part(of: behaviour).value
      }
    }
    let chosen =
      part(.proportional) * share + part(.convergent)
      + part(.uniform) * guessed / Double(after.accepted.distinct)
    return own * share + moved * chosen + min(new / total, part(.extraneous) * moved)
  }
}
