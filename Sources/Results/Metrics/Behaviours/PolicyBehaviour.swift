package import Diagnostics

/// A policy that accepts something, and what becomes of it under each model.
package struct PolicyBehaviour: Sendable {
  /// The policy's name.
  package let name: String
  /// Its number among the policies of the report.
  package let number: Int
  /// Its passwords, and what it refuses.
  package let after: Reselection
  /// The caveats of its numbers.
  package let caveats: [Caveat]

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
  }

  /// The accepted passwords, repetitions included, which decide what may be said of them.
  package var size: SampleSize { SampleSize(after.accepted.total) }
}
