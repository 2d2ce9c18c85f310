import ArgumentParser
import Diagnostics
import Jobs
import Metrics
import PasswordSpaces
import Passwords

/// The options for the effect of a policy on the space of passwords.
struct SpaceOptions: ParsableArguments {
  @Flag(
    name: .customLong("space"),
    help: ArgumentHelp(
      """
      Count the passwords that each policy permits and what each rule costs: policy.csv, \
      keyspace.csv and rule_cost.csv.
      """))
  var isOn = false

  @Option(
    name: .customLong("alphabet"),
    help: ArgumentHelp(
      """
      With --space, what policies are compared on: ascii (strings of printable ASCII, the default), \
      policy (of all that each policy permits), or unicode (the same, against all of Unicode).
      """, valueName: "alphabet", visibility: .further))
  var alphabet: ComparisonAlphabet?

  /// The alphabet on which passwords are counted; nil if they are not.
  var counted: ComparisonAlphabet? { isOn ? alphabet ?? .ascii : nil }

  func validate() throws {
    if alphabet != nil, !isOn { throw ValidationError("--alphabet goes with --space.") }
  }

  @Flag(
    name: .customLong("head-only"),
    help: ArgumentHelp(
      """
      Mark guessing metrics as bounds, because the list is the top of a longer one. Also detected \
      from the data.
      """, visibility: .further))
  var isHead = false
}

extension ComparisonAlphabet: Choice {}

/// The options for listing shapes of passwords.
struct ShapeOptions: ParsableArguments {
  @Option(
    name: .customLong("min-shape-count"),
    help: ArgumentHelp(
      "With shapes: list shapes and masks of this many passwords or more; a rare one may be one "
        + "person's (default: \(ShapeListing.usualLeast)).", valueName: "n"))
  var least: UInt64?

  @Option(
    name: .customLong("mask-order"),
    help: ArgumentHelp(
      "With shapes: the order of shapes.hcmask, count (passwords found; the default) or yield "
        + "(passwords found for each one tried).", valueName: "order", visibility: .further))
  var order: ShapeListing.Order?

  /// The first of these options that was given; nil for none.
  var given: String? {
    least != nil ? "--min-shape-count" : order != nil ? "--mask-order" : nil
  }

  /// What was given; masks that all of the named policies refuse are left out.
  func settings(_ policies: PolicyOptions) -> ShapeListing {
    var listing = ShapeListing()
    listing.isOfPolicies = policies.isGiven
    if let least { listing.least = least }
    if let order { listing.order = order }
    return listing
  }
}

extension ShapeListing.Order: Choice {}

/// The options by which a run fails, for pipelines.
struct ThresholdOptions: ParsableArguments {
  @Option(
    name: .customLong("fail-under"),
    help: ArgumentHelp(
      "Exit with 1 if some policy accepts a smaller share of the passwords, such as 50%.",
      valueName: "percent"),
    transform: typedShare)
  var least: TypedShare?

  @Option(
    name: .customLong("fail-over"),
    help: ArgumentHelp(
      "Exit with 1 if some policy accepts a larger share of the passwords: a gate for leaked "
        + "passwords, which a policy should refuse. 5% and 5 are the same.",
      valueName: "percent", visibility: .further),
    transform: typedShare)
  var most: TypedShare?

  @Flag(
    name: .customLong("fail-listed"),
    help: ArgumentHelp(
      "Exit with 1 if a password that some policy accepts is on a blocklist.", visibility: .further)
  )
  var refusesListed = false

  /// What a run must keep to.
  var gates: Gates {
    Gates(least: least?.percent, most: most?.percent, refusesListed: refusesListed)
  }

  /// Notes that a number was probably meant as a fraction.
  func tellDoubts() {
    for (option, share) in [("--fail-under", least), ("--fail-over", most)] {
      if let share, share.isProbablyFraction {
        Terminal.tell(.doubtfulShare(option, share))
      }
    }
  }

  /// The options' names and what they ask for, for whoever misses one.
  private static let all = """
    --fail-under N% (fewer are accepted), --fail-over N% (more are), --fail-listed (one of them is on \
    a blocklist)
    """

  /// The error for an unknown option that begins like one of these, which is not answered with its
  /// opposite; nil if there is none.
  static func misspelled(in arguments: [String]) -> ValidationError? {
    let names =
      ["--fail", "--fail-under", "--fail-over", "--fail-listed"]
      + (arguments.starts(with: ["rules", "clauses"]) ? ["--fail-on"] : [])
    let typed = arguments.prefix { $0 != "--" }.map { String($0.prefix { $0 != "=" }) }
    return typed.first { $0.hasPrefix("--fail") && !names.contains($0) }.map {
      ValidationError("Unknown option '\($0)'. A run can fail by \(all).")
    }
  }
}

/// Reads a share, and keeps how it was typed.
@Sendable private func typedShare(_ text: String) throws -> TypedShare {
  TypedShare(text: text, percent: try typed(Quantity.percent)(text))
}

/// A share as it was typed.
struct TypedShare {
  let text: String
  let percent: Double

  /// Whether it is at most 1 and has no sign of a percentage.
  var isProbablyFraction: Bool { percent > 0 && percent <= 1 && !text.contains("%") }
}

extension Problem {
  /// A threshold that hardly any list misses.
  fileprivate static func doubtfulShare(_ option: String, _ share: TypedShare) -> Problem {
    let percent = (share.percent * 10_000).rounded() / 100
    let whole = Int(exactly: percent).map { "\($0)" } ?? "\(percent)"
    return Problem(
      "doubtful-share", "\(option) \(share.text) is \(share.text) %, not a fraction",
      remedy: "For \(whole) % say \(option) \(whole)%; for this share say \(share.text)%.", .note)
  }
}

extension AuditSettings {
  /// Takes the options that reports of lists and of tallies share.
  mutating func take(
    _ distinct: DistinctOptions, _ refused: BehaviourOptions, _ space: SpaceOptions,
    _ listing: ShapeListing, _ threshold: ThresholdOptions, _ standards: StandardOptions
  ) {
    self.distinct = distinct.settings
    behaviours = refused.selection
    isHead = space.isHead
    self.space = space.counted
    shapeListing = listing
    gates = threshold.gates
    self.standards = standards.chosen
  }
}
