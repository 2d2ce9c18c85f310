package import Metrics
import PasswordPolicies
package import Passwords

/// A grid of policies for the list of a folded tally: the ends of what each refuses and leaves.
package struct FoldedSweep: Sendable {
  /// The label of the list.
  package let dataset: String
  /// The ends of what guesses find.
  package let guessing: FoldedGuessing
  /// The policies, in the order of the grid, then those beside it.
  package let rows: [Row]
  /// The measure of risk by which policies are compared; a folded tally tells no medians.
  package let measure: SweepReport.Measure
  /// Whether all lists were read to their ends.
  package let isComplete: Bool
  /// Why numbers may be less than they look, each on one line.
  package var warnings: [String] = []
  /// How near the shares found in a day come to attacks; nil without an estimate.
  package let errors: StatedErrors?

  /// A policy with its ends.
  package struct Row: Sendable {
    /// The policy and its place.
    package let cell: SweepReport.GridCell
    /// The ends of what guesses find.
    package let bounds: GuessingBounds
    /// Whether no other policy is surely better.
    package fileprivate(set) var isBest = false

    /// Joins a policy with its ends.
    package init(_ cell: SweepReport.GridCell, _ bounds: GuessingBounds) {
      self.cell = cell
      self.bounds = bounds
    }

    /// The passwords that the policy refuses.
    package var refused: Part {
      Part(bounds.accepted.lowerBound, of: bounds.total)
        .upTo(Part(bounds.accepted.upperBound, of: bounds.total)).rest
    }

    /// The accepted passwords that the commonest ones find; nil of too few.
    package func found(by guesses: UInt64) -> Part? { bounds.part(foundBy: guesses) }

    /// The accepted passwords that are found in a day; nil of too few, or without an estimate.
    package var foundInDay: Part? {
      guard bounds.permitsGuessing, let found = bounds.foundInDay else { return nil }
      return bounds.part(found, isRough: true)
    }

    /// What is found by a measure.
    package func found(by measure: SweepReport.Measure) -> Part? {
      switch measure {
      case .day: foundInDay
      case .ten: found(by: 10)
      case .thousand: found(by: 1000)
      case .median: nil
      }
    }

    /// Whether it is surely no worse than another policy, and surely better in one respect.
    fileprivate func beats(_ other: Row, by measure: SweepReport.Measure) -> Bool {
      guard let own = found(by: measure), let others = other.found(by: measure) else {
        return false
      }
      let cost = (own: refused.mostShare, other: other.refused.share)
      let loss = (own: own.mostShare, other: others.share)
      return cost.own <= cost.other && loss.own <= loss.other
        && (cost.own < cost.other || loss.own < loss.other)
    }

    /// Whether surely enough passwords are accepted to compare the policy with others.
    package var isCompared: Bool {
      SampleSize(bounds.accepted.lowerBound).permitsGuessing
        && !cell.isBesideFactor
    }
  }

  /// Combines policies with their ends.
  ///
  /// - Complexity: O(policies²).
  package init(
    dataset: String, _ rows: [Row], _ guessing: FoldedGuessing, by measure: SweepReport.Measure,
    lines: LineCounts, isComplete: Bool = true
  ) {
    self.dataset = dataset
    self.guessing = guessing
    self.isComplete = isComplete
    self.measure = measure
    errors = guessing.estimate.map { StatedErrors($0, of: .day, in: lines) }
    let compared = rows.filter(\.isCompared)
    self.rows = rows.map { row in
      var row = row
      row.isBest =
        row.isCompared && row.found(by: measure) != nil
        && !compared.contains { $0.beats(row, by: measure) }
      return row
    }
  }

  /// Whether it says what is found in a day.
  package var hasEstimate: Bool { guessing.estimate != nil }

  /// The number of passwords, repetitions included.
  package var entries: UInt64 { guessing.whole.total }

  /// The policies that no other one surely beats, by what they refuse at least.
  package var front: [Row] {
    rows.filter(\.isBest).sorted { $0.refused.share < $1.refused.share }
  }

  /// What the numbers are, in sentences.
  package var sentences: [String] {
    [
      "Answered from a folded tally: each number is exact between its ends.",
      measure.sentence(
        by: errors?.brief(rows.map { ($0.cell.name, $0.cell.kind) }) ?? "no estimate"),
      "Found by ten, by 1,000: the share of what is accepted that so many of the commonest passwords "
        + "find, known from one half and measured on the other; of 1,000 or more.",
      "A policy is beaten only if another one is better with its whole interval.",
    ]
  }
}
