import Diagnostics
package import Metrics
package import PasswordPolicies
import PasswordSpaces
import Workers

/// One policy with everything that a report contains about it.
///
/// A class, since it has many members, and a report of hundreds of policies reads them thousands of
/// times: each look at an element of an array of structs would copy, and retain, all of them.
package final class PolicyOverview: Sendable {
  /// The name of its section or file.
  package let name: String
  /// Its canonical text.
  package let text: String
  /// Where it came from.
  package let source: Manifest.Policy.Source
  /// Entries that break no rule.
  package let compliant: Part
  /// Its rules in the order of the policy's text, with the entries they refuse.
  package let rules: [RuleRow]
  /// The compliant entries; nil if there are none.
  package let survivors: Survivors?
  /// The least length that any alternative permits; nil if none states one.
  package let minLength: Int?
  /// What decides how exact the share found in a day is.
  package let kind: StatedError.Kind
  /// The counts, of which few policies need all.
  private let found: PolicyFindings
  /// Their upper ends; nil if they are exact.
  private let most: PolicyFindings?
  /// Its keyspace; nil if not requested or not countable.
  package let space: PolicySpace?
  /// What guesses find of compliant passwords; nil unless distinct ones were counted.
  let guessed: Guessed?
  /// The same in exact metrics; nil by a folded tally.
  package var guessing: PolicyGuessing? { guessed?.exact }
  /// By how much the policy may differ from the text of another system, in sentences without a full
  /// stop; none if it was written in our language.
  package let notes: [String]

  /// The most policies with charts of their own.
  package static let mostCharted = 12

  /// One rule and the entries it refuses.
  package struct RuleRow: Hashable, Sendable {
    fileprivate let rule: Policy.Rule
    /// The rules that may refuse as many, if a folded tally does not tell; none for a certain one.
    fileprivate var rivals: [Policy.Rule] = []
    /// Entries that break it.
    package let any: Part
    /// Entries that break it and no other.
    package let only: Part
    /// Of these, the entries that a day's attack finds; nil without an estimate.
    package let onlyFound: Part?

    /// The rule's id in tables.
    package var id: RuleID { rule.id }
    /// The rule as the policy writes it.
    package var text: String { told(\.text) }
    // Made anew each time, since hundreds of policies have thousands of rules, of which few are
    // shown in words.
    /// The rule in a word or two: `length`.
    package var brief: String { told(\.brief) }
    /// The rule in words: `at least 8 characters`.
    package var words: String { told(\.words) }

    /// Whether it is certain that this rule is meant, and not another one.
    package var isCertain: Bool { rivals.isEmpty }

    private func told(_ words: (Policy.Rule) -> String) -> String {
      rivals.isEmpty ? words(rule) : ([rule] + rivals).map(words).joined(separator: " or ")
    }

    /// The same row, of which another rule may be meant.
    fileprivate func or(_ others: [RuleRow]) -> RuleRow {
      var row = self
      row.rivals = others.map(\.rule)
      return row
    }

    /// The rule as the policy writes it, after its id if there are alternatives or several of a
    /// kind.
    package var label: String {
      escaped(id.isNumbered ? "\(id)  \(text)" : text)
    }
  }

  /// The compliant entries.
  package struct Survivors: Sendable {
    /// Their median length; nil if a folded tally does not tell it.
    package let medianLength: Int?
    /// Their strength; nil if it was not estimated.
    package let strength: StrengthOverview?
    /// Those that some blocklist of the run holds; nil without blocklists.
    package let listed: Part?
    /// Those that relate to their user's name; nil if no list names users.
    package let related: Part?
    /// Their number, which decides what may be said of them.
    package let size: SampleSize

    /// Whether there are enough of them to state shares.
    package var isStated: Bool { size.permitsShares }
  }

  /// The overview of each policy; every array is in the order of the policies.
  static func each(
    _ records: [Manifest.Policy], _ findings: Findings, spaces: [PolicySpace?]?,
    _ guessed: [Guessed]?
  ) -> [PolicyOverview] {
    let (found, base) = (findings.policies, FindingsBase(findings))
    let most = findings.ofMost?.policies
    precondition(
      records.count == found.count && spaces?.count ?? found.count == found.count
        && guessed?.count ?? found.count == found.count,
      "a part for each policy")
    let unusual = findings.list.unusual
    return findings.workers.map(Array(found.indices)) { index in
      PolicyOverview(
        records[index], found[index], most?[index], of: base, space: spaces?[index],
        guessed?[index], unusual: unusual)
    }
  }

  /// Makes the overview of a policy; `upper` has the upper ends of all counts, nil if they are exact,
  /// and `unusual` entries have characters beyond printable ASCII.
  private init(
    _ record: Manifest.Policy, _ found: PolicyFindings, _ upper: PolicyFindings?,
    of base: FindingsBase, space: PolicySpace?,
    _ guessed: Guessed?, unusual: UInt64
  ) {
    let entries = found.entries(of: base.entries)
    name = found.name
    text = record.rules
    source = record.source
    compliant = Part(found.compliant, of: entries)
      .upTo(upper.map { Part($0.compliant, of: entries) })
    let day = base.attacks.filter { $0.time == .day }.headline
    let rows = Self.rows(found, entries, base, day)
    rules = upper.map { zip(rows, Self.rows($0, entries, base, day)).map { $0.upTo($1) } } ?? rows
    survivors =
      (upper ?? found).compliant == 0
      ? nil : Survivors(found, upTo: upper, base)
    let lengths = found.policy.alternatives.map(\.minLength)
    minLength = lengths.contains(nil) ? nil : lengths.compactMap(\.self).min()
    kind = StatedError.Kind(found.policy)
    self.found = found
    most = upper
    self.space = space
    self.guessed = guessed
    notes =
      Self.notes(on: record.system, Part(unusual, of: entries))
      + (found.policy.audience.map { audience in
        ["\(audience.words): shares are of \(counted(entries, "known password")) of these accounts"]
      } ?? [])
  }

  private static func notes(on system: PolicySource?, _ unusual: Part) -> [String] {
    guard let system else { return [] }
    var notes = system.differences.map { "the system \($0)" }
    if system.differsBeyondASCII {
      let most = unusual.count == 0 ? "none" : "at most \(unusual.grouped)"
      notes.append(
        "exact in printable ASCII only, so \(most) of \(grouped(unusual.total)) passwords can "
          + "differ")
    }
    return notes
  }

  private static func rows(
    _ found: PolicyFindings, _ entries: UInt64, _ base: FindingsBase, _ day: Attack?
  ) -> [RuleRow] {
    let (any, only) = (found.violation, found.violationOnly)
    return found.rules.indices.map { rule in
      RuleRow(
        rule: found.rules[rule], any: Part(any[rule], of: entries),
        only: Part(only[rule], of: entries),
        onlyFound: day.flatMap { found.found(onlyBreaking: rule, by: $0, of: base.guessBudgets) }
          .map { Part($0, of: only[rule]) })
    }
  }

  /// Entries that break a rule.
  package var violating: Part { compliant.rest }

  /// Whether it is a preset for passwords beside a second factor.
  package var isBesideFactor: Bool {
    if case .preset(let id) = source { return Preset.isBesideFactor(id) }
    return false
  }

  /// The policy itself.
  package var policy: Policy { found.policy }

  /// How those that comply keep its rules; nil if habits were not counted, or if a folded tally does
  /// not tell.
  package var habits: PolicyHabits? { most == nil ? PolicyHabits(found, rules) : nil }

  /// Entries by the number of rules they break, from 0.
  package var broken: [Part] {
    let total = compliant.total
    let least = found.violationsPerEntry.map { Part($0, of: total) }
    guard let most else { return least }
    return zip(least, most.violationsPerEntry).map { $0.upTo(Part($1, of: total)) }
  }

  /// The sets of rules that entries break, given by their indices, the commonest first, as far as
  /// reported individually; and the entries of all others.
  package var sets: (told: [(rules: [Int], part: Part)], other: Part) {
    let total = compliant.total
    let (sets, other) = found.violationSets(of: total)
    let most = most?.violationSets(of: total)
    let told = sets.enumerated().map { number, set in
      (
        rules: rules.indices.filter(set.contains),
        part: Part(set.count, of: total)
          .upTo(most.map { Part($0.sets[number].count, of: total) })
      )
    }
    return (told, Part(other, of: total).upTo(most.map { Part($0.other, of: total) }))
  }

  /// The pairs of rules that most entries break together, as the policy writes them (`minlength: 8 with
  /// required: digit`), the commonest first; at most three, without pairs that no entry breaks.
  package var topPairs: [(texts: String, part: Part)] {
    let most = most?.violationPairs
    return found.violationPairs.enumerated().sorted { $0.element.count > $1.element.count }
      .prefix(3).filter { $0.element.count > 0 }.map { number, pair in
        (
          "\(found.rules[pair.first].text) with \(found.rules[pair.second].text)",
          Part(pair.count, of: compliant.total)
            .upTo(most.map { Part($0[number].count, of: compliant.total) })
        )
      }
  }

  /// The rule that refuses most, of equals the first; nil if none refuses anything.
  ///
  /// If a folded tally does not tell, all are named that may be the one.
  package var topRule: RuleRow? {
    guard let top = rules.max(by: { $0.any.count < $1.any.count }), top.any.most > 0 else {
      return nil
    }
    let rivals = rules.filter { $0.id != top.id && !$0.any.isExact || !top.any.isExact }
      .filter { $0.id != top.id && $0.any.most >= top.any.count && $0.any.most > 0 }
    return rivals.isEmpty ? top : top.or(rivals)
  }

  /// The name, with the number of compliant passwords if shares of them need it.
  package var nameWithSize: String {
    name + (survivors?.size.suffix(", of ") ?? "")
  }

  /// The day since which the policy is in force, such as `2024-03-01`; nil if it does not say.
  package var since: String? { found.policy.since }

  /// The accounts for which it is in force; nil if it does not say.
  package var audience: Audience? { found.policy.audience }

  /// When and for whom it is in force: `in force for everyone since 2024-03-01`; nil if it does not say.
  package var inForce: String? {
    if audience == nil, since == nil { return nil }
    return (audience?.words ?? "in force") + (since.map { " since \($0)" } ?? "")
  }

  /// The shortest random strings that it permits; nil if unknown, or if none complies.
  package var random: RandomStrings? {
    (space?.keyspace).flatMap { keyspace in
      RandomStrings(keyspace) { cost in
        self.rules.first { $0.id == cost.rule }?.words
          ?? (cost.text.isEmpty ? cost.rule.text : cost.text)
      }
    }
  }

  /// Whether so many passwords comply that shares stand without their number.
  package var isOfMany: Bool { survivors?.size.permitsGuessing == true }

  /// The share of compliant passwords that is found in a day, in whole per cent: `34 %`, `34 % of
  /// 882`, `too few`; nil without an estimate, or if nothing complies.
  package var foundInDay: String? {
    guard let survivors, let part = survivors.strength?.headline?.part else { return nil }
    return part.isStated ? part.estimatedPercent + survivors.size.suffix(" of ") : "too few"
  }

  /// Whether passwords comply, but too few to state shares of them.
  package var isTooSmall: Bool { survivors?.isStated == false }
}

extension PolicyOverview.RuleRow {
  /// The row between two ends: this one has the lower numbers.
  fileprivate func upTo(_ upper: PolicyOverview.RuleRow) -> PolicyOverview.RuleRow {
    PolicyOverview.RuleRow(
      rule: rule, any: any.upTo(upper.any), only: only.upTo(upper.only),
      onlyFound: onlyFound?.upTo(upper.onlyFound))
  }
}

extension PolicyOverview.Survivors {
  /// The passwords that comply with a policy; `upper` has the upper ends, nil if all is exact.
  fileprivate init(_ found: PolicyFindings, upTo upper: PolicyFindings?, _ base: FindingsBase) {
    func without(_ others: (PasswordCounts) -> UInt64) -> Part {
      func part(_ found: PolicyFindings) -> Part {
        let (count, others) = (found.compliant, others(found.passwords))
        return Part(count &- min(others, count), of: count, isOfCompliant: true)
      }
      return part(found).upTo(upper.map(part))
    }
    // A row of a folded tally does not tell in which half its passwords are.
    medianLength = upper == nil ? found.passwords.lengths.medianIndex : nil
    strength = StrengthOverview(
      found.passwords.strength, of: found.compliant,
      upTo: upper.map { ($0.passwords.strength, $0.compliant) }, isOfCompliant: true,
      attacks: base.attacks, budgets: base.guessBudgets)
    listed = base.lists.isEmpty ? nil : without(\.unlisted)
    related = base.relations.isEmpty ? nil : without(\.unrelated)
    size = SampleSize(found.compliant)
  }
}

/// The shares of some passwords that numbers of guesses find: a line of a figure.
package struct GuessingCurve: Sendable {
  /// The passwords: a policy's name, or `all passwords`.
  package let name: String
  /// Its points, by ascending guesses.
  package let points: [Point]

  /// The share found with a number of guesses.
  package struct Point: Sendable {
    /// Log₁₀ of the guesses.
    package let decades: Double
    /// The guesses in words: `10^6.5`.
    package let guesses: String
    /// The share found.
    package let share: Double
  }
}

extension StrengthOverview {
  /// The shares found by so many guesses, by the estimate.
  package func curve(_ name: String) -> GuessingCurve {
    let points = foundByDecades.map { found in
      let halves = wholeNumber(2 * found.decades)
      return GuessingCurve.Point(
        decades: found.decades, guesses: "10^\(halves / 2)\(halves % 2 == 0 ? "" : ".5")",
        share: found.part.share)
    }
    return GuessingCurve(name: name, points: points)
  }
}
