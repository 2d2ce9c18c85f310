package import Auditing
import Intake
package import Metrics
package import PasswordPolicies
package import PasswordSpaces
import PasswordStrength
import Passwords
package import Requests

/// The settings of an audit: policies, lists and the facts to report.
package struct AuditSettings: Sendable {
  /// The policies, in the order of the report.
  package var policies: [Policy]
  /// The reading of `max-consecutive` in them.
  package var maxConsecutive = PasswordRules.MaxConsecutiveReading.repeats
  /// Blocklists that passwords are compared with.
  package var blocklists = BlocklistSettings()
  /// The lists to audit.
  package var lists: ListSettings
  /// The settings of the strength estimate.
  package var strength: StrengthSettings
  /// The estimates of strength to make, besides those that policies need.
  package var estimate = StrengthEstimate.combined
  /// Whether a recording without the combined estimate is asked for zxcvbn's guesses instead.
  package var takesRecordedEstimate = false
  /// The attacks to report on.
  package var attacks = Attack.all(rates: Attack.Rate.standard)
  /// The settings for counting distinct passwords; nil to omit them.
  package var distinct: CountingSettings?
  /// Further settings of a scan.
  package var scan = ScanSettings()
  /// Whether the list is known to be the beginning of a longer one.
  package var isHead = false
  /// Whether to count the passwords that each policy permits.
  package var countsSpace = false
  /// The alphabet for comparing keyspaces.
  package var spaceAlphabet = ComparisonAlphabet.ascii
  /// Whether to count entries by the shape of their passwords.
  package var countsShapes = false
  /// Whether different characters are counted.
  package var countsUnique = false
  /// Whether to count habits.
  package var countsHabits = false
  /// The shapes that a report lists.
  package var shapeListing = ShapeListing()
  /// An order of masks.
  package typealias MaskOrder = ShapeListing.Order
  /// The fewest entries of a listed shape by default.
  package static let usualShapeCount = ShapeListing.usualLeast
  /// Whether to report each list separately, too.
  package var separatesLists = false
  /// The number of lanes, including the reader's.
  package var lanes: Int

  /// Makes settings with the defaults of `audit run`.
  package init(
    policies: [Policy], lists: ListSettings,
    strength: StrengthSettings = StrengthSettings(referenceYear: StrengthSettings.currentYear),
    lanes: Int = 1
  ) {
    self.policies = policies
    self.lists = lists
    self.strength = strength
    self.lanes = lanes
  }

  /// Also reports attacks at these rates, each once.
  package mutating func addAttacks(at rates: [Attack.Rate]) {
    var all: [Attack.Rate] = []
    for rate in Attack.Rate.standard + rates where !all.contains(where: { $0.name == rate.name }) {
      all.append(rate)
    }
    attacks = Attack.all(rates: all)
  }

  /// Facts to record besides those that policies and lists need.
  var askedFacts: FactDemand {
    var facts = FactDemand()
    if countsUnique { facts[.uniqueCharacters] = PasswordCounts.uniqueLimit }
    if countsHabits { facts.demandHabits() }
    facts.meter = estimate != .none
    facts.demandGuesses(of: estimate)
    if facts.score {
      let attacks = attacks.map(\.guesses)
      let grid =
        distinct == nil
        ? []
        : AttackCurve.strengthBudgets(besides: attacks, isCombined: estimate == .combined)
      facts.guessBudgets = Set(attacks + grid).sorted()
    }
    return facts
  }

  /// The settings that have several readings, and the readings used, for the manifest.
  package var readings: [String: String] {
    [
      "encoding": lists.reading.stated,
      "length": "code points; a maximal ill-formed part of UTF-8 counts as one",
      "line": "ends at LF; one CR before it is not part of the password",
      "max-consecutive": maxConsecutive.rawValue,
      "strength": strengthReading,
    ]
  }

  /// Sets which shapes a report lists, nil keeping the usual, and whether masks that all policies
  /// refuse are left out.
  package mutating func listShapes(
    ofAtLeast least: UInt64?, masksBy order: MaskOrder?, thatPoliciesLeave isOfPolicies: Bool
  ) {
    shapeListing.isOfPolicies = isOfPolicies
    if let least { shapeListing.least = least }
    if let order { shapeListing.order = order }
  }

  private var strengthReading: String {
    switch estimate {
    case .none: "none"
    case .meter: "four-criteria meter"
    case .zxcvbn: strength.stated + "; four-criteria meter"
    case .combined: "combined with \(GuessModel.name): " + strength.stated + "; four-criteria meter"
    }
  }
}

/// The estimates of strength made of every password.
package enum StrengthEstimate: String, Hashable, Sendable, CaseIterable {
  /// The combined estimate, zxcvbn's guesses and the four-criteria meter.
  case combined
  /// zxcvbn's guesses and the four-criteria meter.
  case zxcvbn
  /// The four-criteria meter.
  case meter
  /// None.
  case none

  /// Whether it makes guesses.
  package var hasGuesses: Bool { self == .combined || self == .zxcvbn }
}

extension FactDemand {
  /// Demands habits, and the kinds of character that rules about them ask for.
  mutating func demandHabits() {
    habits = true
    classes.formUnion([.upper, .digit, .special])
  }

  /// Demands the facts in which an estimate's guesses are recorded, if it makes any.
  mutating func demandGuesses(of estimate: StrengthEstimate) {
    score = estimate.hasGuesses
    if estimate == .combined { combined = true }
  }
}
