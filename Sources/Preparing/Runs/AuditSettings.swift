package import Auditing
package import Findings
package import Keyspaces
package import PasswordRules
import Passwords

/// What an audit is asked: policies, lists and what to find out about them.
package struct AuditSettings: Sendable {
  /// The policies, in the order of the report.
  package var policies: [Policy]
  /// How `max-consecutive` in them was read.
  package var maxConsecutive = PasswordRules.MaxConsecutiveReading.repeats
  /// Blocklists that passwords are compared with.
  package var blocklists = BlocklistSettings()
  /// The lists to audit.
  package var lists: ListSettings
  /// What strength is estimated by.
  package var strength: StrengthReading
  /// Which estimates of strength are made, besides those that policies ask for.
  package var estimate = StrengthEstimate.zxcvbn
  /// Attacks whose success is stated.
  package var attacks = Attack.all(rates: Attack.Rate.standard)
  /// How distinct passwords are counted; nil where they are not.
  package var distinct: CountingSettings?
  /// What a scan is asked besides.
  package var scan = ScanSettings()
  /// Whether the list is known to be the head of a longer one.
  package var isHead = false
  /// Whether the passwords that each policy permits are counted.
  package var countsSpace = false
  /// Which alphabet keyspaces are compared on.
  package var spaceAlphabet = ComparisonAlphabet.ascii
  /// Whether entries are counted by the shape of their passwords.
  package var countsShapes = false
  /// Which examples of refused passwords are kept; nil for none.
  package var examples: ExampleSettings?
  /// Whether each list is reported for itself too.
  package var separatesLists = false
  /// How many audit at once, the reader among them.
  package var lanes: Int

  /// Asks what policies make of lists; everything else as `audit run` does without options.
  package init(
    policies: [Policy], lists: ListSettings,
    strength: StrengthReading = StrengthReading(referenceYear: StrengthReading.currentYear),
    lanes: Int = 1
  ) {
    self.policies = policies
    self.lists = lists
    self.strength = strength
    self.lanes = lanes
  }

  /// Facts to record besides those that policies and lists ask for.
  var strengthFacts: FactDemand {
    var facts = FactDemand()
    facts.meter = estimate != .none
    facts.score = estimate == .zxcvbn
    if facts.score {
      let attacks = attacks.map(\.guesses)
      let grid = distinct == nil ? [] : AttackCurve.strengthBudgets(besides: attacks)
      facts.guessBudgets = Set(attacks + grid).sorted()
    }
    return facts
  }

  /// What could be read in several ways, and how it was: for the manifest.
  package var readings: [String: String] {
    var readings = [
      "encoding": lists.reading.stated,
      "length": "code points; a maximal ill-formed part of UTF-8 counts as one",
      "line": "ends at LF; one CR before it is not part of the password",
      "max-consecutive": maxConsecutive.rawValue,
      "strength": strengthReading,
    ]
    readings["repetition"] = distinct?.stated
    return readings
  }

  private var strengthReading: String {
    switch estimate {
    case .none: "none"
    case .meter: "four-criteria meter"
    case .zxcvbn: strength.stated + "; four-criteria meter"
    }
  }
}

/// Which estimates of strength are made of every password.
package enum StrengthEstimate: String, Hashable, Sendable, CaseIterable {
  /// zxcvbn's guesses and the four-criteria meter.
  case zxcvbn
  /// The four-criteria meter.
  case meter
  /// None.
  case none
}

/// Which examples of refused passwords are kept.
package struct ExampleSettings: Hashable, Sendable {
  /// How many examples are kept of each rule; at least 1.
  package var limit: Int
  /// Whether they are kept as they stand, and not masked.
  package var isPlaintext: Bool

  /// Keeps masked examples, unless something else is said.
  package init(limit: Int, isPlaintext: Bool = false) {
    self.limit = limit
    self.isPlaintext = isPlaintext
  }

  /// Makes what gathers them.
  func collection(
    _ policies: [Policy], compile: (Policy) throws -> PolicyMatcher
  ) rethrows -> ExampleCollection {
    ExampleCollection(
      try policies.map { ($0.name, try compile($0)) }, limit: limit,
      form: isPlaintext ? .plaintext : .shape)
  }
}
