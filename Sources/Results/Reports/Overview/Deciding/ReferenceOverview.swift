import Metrics

/// A published policy that stands on a map to compare with: its refusals, and what it leaves.
struct ReferenceOverview: Sendable {
  private let name: String
  private let compliant: Part
  private let found: Part

  /// Reads the counts; nil without an estimate.
  init?(_ reference: Reference, of base: FindingsBase, estimate: GuessEstimate?) {
    guard let day = base.attacks.filter({ $0.time == .day }).headline, let estimate,
      let found = reference.found(by: day, of: base.guessBudgets)
    else { return nil }
    name = reference.name
    compliant = Part(reference.compliant, of: base.entries)
    self.found = Part(
      found, of: reference.compliant, isOfCompliant: true, isRough: estimate.source == .combined)
  }

  /// Its place on a map; nil if too few passwords comply.
  var place: PolicyMap.Place? {
    let size = SampleSize(compliant.count)
    guard size.permitsGuessing else { return nil }
    return PolicyMap.Place(
      [name], number: -1, refused: compliant.rest.share, left: found.share,
      leftWords: found.percent, size: size, standing: .reference)
  }
}
