package import Auditing
import Blocklists
import Intake
import PasswordRules
import PasswordStrength
import Passwords

extension PreparedReading {
  /// The identity of everything that the tally of this reading depends on.
  ///
  /// - Parameter version: The version of the program, whose tables determine facts.
  /// - Returns: The identity to store in a checkpoint.
  package func identity(version: String) -> RunIdentity {
    var identity = RunIdentity()
    identity.state("program version", version)
    identity.state(
      "list", each: lists.inputs.map { "\($0.byteCount.map { "\($0)" } ?? "unknown") \($0.name)" })
    identity.state(settings.lists)
    identity.state(rulebook.recipe.demand)
    identity.state("user bits", plan.criteria.users.map { "\($0.first)" } ?? "none")
    identity.state("blocklist", each: rulebook.blocklists.identities)
    identity.state(
      "policy", each: rulebook.policies.map { "\($0.name)\n\($0.text(.canonical))" })
    identity.state("reading of max-consecutive", settings.maxConsecutive.rawValue)
    if rulebook.recipe.demand.score { identity.state(settings.strength) }
    identity.state("shapes", "\(settings.countsShapes)")
    identity.state("context word", each: settings.strength.contextWords)
    return identity
  }
}

extension RunIdentity {
  /// Adds the settings for reading the lists' bytes and lines.
  fileprivate mutating func state(_ lists: ListSettings) {
    state("encoding", lists.reading.encoding?.rawValue ?? "auto")
    state("fallback", lists.reading.fallback?.rawValue ?? "none")
    state("limit of bytes", lists.reading.maxBytes.map { "\($0)" } ?? "none")
    state("layout", lists.layout.choice.spelling)
    state("separator", lists.layout.separator.map { "\($0)" } ?? "usual")
    state("decoding of $HEX", lists.layout.decodesHex.map { "\($0)" } ?? "usual")
  }

  /// Adds the facts to pack, which determine the recipe.
  fileprivate mutating func state(_ demand: FactDemand) {
    state("character class", each: demand.classes.sorted().map(\.spelling))
    state(
      "counted class",
      each: demand.counts.sorted { $0.key < $1.key }.map { "\($0.key.spelling) to \($0.value)" })
    state("longest run", "\(demand.longestRun)")
    state("longest sequence", "\(demand.longestSequence)")
    state("longest run of a class", "\(demand.longestClassRun)")
    state("list bits", "\(demand.lists)")
    state("meter", "\(demand.meter)")
    state("score", "\(demand.score)")
    state("guess budget", each: demand.guessBudgets.map { "\($0)" })
  }

  /// Adds the settings of the strength estimate.
  fileprivate mutating func state(_ strength: StrengthReading) {
    state("reference year", "\(strength.referenceYear)")
    state("score cut", each: strength.cuts.guesses.map { "\($0)" })
  }
}

extension CodePointSet {
  /// The members as numbers: bits of ASCII, and bits of the kinds beyond.
  fileprivate var spelling: String {
    "\(String(ascii, radix: 16))+\(String(beyond.rawValue, radix: 16))"
  }
}

extension LayoutRequest.Choice {
  /// The stable name of the layout.
  fileprivate var spelling: String {
    switch self {
    case .stated(.plain): "plain"
    case .stated(.counted(let place)): "counted:\(place.rawValue)"
    case .stated(.user): "user:password"
    case .stated(.userHash): "user:hash:password"
    case .stated(.saltedHash): "hash:salt:password"
    case .stated(.hash(let end)): "hash:password:\(end.rawValue)"
    case .stated(.table(let column)): "csv:\(column)"
    case .counted: "counted"
    case .table(.name(let name)): "csv by name:\(name)"
    case .table(.number(let number)): "csv by number:\(number)"
    case .auto: "auto"
    }
  }
}
