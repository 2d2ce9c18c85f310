import Diagnostics
import Findings
import Keyspaces
import PasswordRules

/// Everything that a report tells people, as values: the text summary prints them and the page draws
/// them, so that both say the same.
///
/// Policies are put together once with all that is known of them, whichever part found it.
package struct Overview: Sendable {
  /// What was read and how it was understood.
  let manifest: Manifest
  /// Passwords audited, each as often as it occurs.
  let entries: UInt64
  /// Distinct passwords; nil unless they were counted.
  let distinct: Part?
  /// One for each policy, in the order given.
  let policies: [PolicyOverview]
  /// How strong all passwords are; nil where that was not judged.
  let strength: StrengthOverview?
  /// What blocklists hold; nil without any.
  let blocklists: BlocklistsOverview?
  /// How long all passwords are.
  let lengths: LengthOverview
  /// What all passwords are made of.
  let composition: CompositionOverview
  private let list: ListFindings
  /// Guessing without a policy; nil unless distinct passwords were counted.
  let whole: PolicyGuessing?
  /// What it means that a password occurs again; nil unless distinct passwords were counted.
  let weights: Weights?
  /// Whether keyspaces were asked for.
  let hasSpace: Bool

  /// Shapes that people are told; `audit.csv` has more.
  private static let mostShapes = 10

  /// Puts together what the parts of a report know.
  init(
    _ manifest: Manifest, _ findings: Findings, space: [PolicySpace]?, guessing: GuessingFindings?
  ) {
    self.manifest = manifest
    entries = findings.entries
    distinct = findings.distinctCount.map { Part($0, of: findings.entries) }
    strength = StrengthOverview(
      findings.list.strength, of: findings.entries, attacks: findings.attacks,
      budgets: findings.guessBudgets)
    lengths = LengthOverview(findings.list.lengths, entries: findings.entries)
    composition = CompositionOverview(findings)
    list = findings.list
    blocklists = BlocklistsOverview(manifest.blocklists, findings)
    whole = guessing?.whole
    weights = guessing?.weights
    hasSpace = space != nil

    // Policies that could not be counted are missing among the keyspaces, which are in order.
    var spaces = (space ?? [])[...]
    let all = strength
    policies = findings.policies.indices.map { index in
      let found = findings.policies[index]
      var own: PolicySpace?
      if let next = spaces.first, next.keyspace.policy.name == found.name {
        own = next
        spaces.removeFirst()
      }
      return PolicyOverview(
        manifest.policies[index], found, of: findings, all: all, space: own,
        guessing: guessing?.policies[index])
    }
  }

  /// The commonest shapes of passwords; empty unless they were counted.
  ///
  /// - Complexity: O(shapes), so for whoever shows them.
  var shapes: [(text: String, part: Part)] {
    let bins = list.commonestShapes(of: entries)?.bins ?? []
    return bins.dropLast().prefix(Self.mostShapes).map { ($0.name, Part($0.count, of: entries)) }
  }

  /// Every caveat that some number bears, once: those of keyspaces, then those of guessing.
  var caveats: [Caveat] {
    (policies.flatMap { $0.space?.keyspace.caveats ?? [] } + (whole?.caveats ?? [])
      + policies.flatMap { $0.guessing?.caveats ?? [] }).unique
  }
}
