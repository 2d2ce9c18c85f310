package import Auditing
import Intake
import PasswordPolicies
import Passwords
import Requests

extension PreparedReading {
  /// The identity of everything that the tally of this reading depends on: the lists and how they
  /// are read, and the recipe, which describes blocklists and the scorer by their contents.
  ///
  /// - Parameter version: The version of the program, whose tables determine facts.
  /// - Returns: The identity to store in a checkpoint.
  package func identity(version: String) -> RunIdentity {
    var identity = RunIdentity()
    identity.state("program version", version)
    identity.state(
      "list", each: lists.inputs.map { "\($0.byteCount.map { "\($0)" } ?? "unknown") \($0.name)" })
    identity.state(settings.lists)
    identity.state(rulebook.recipe)
    identity.state("shapes", "\(settings.countsShapes)")
    identity.state(
      "policy", each: rulebook.policies.map { "\($0.name)\n\($0.text(.canonical))" })
    identity.state("reading of max-consecutive", settings.maxConsecutive.rawValue)
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
}

extension LayoutRequest.Choice {
  /// The stable name of the layout.
  fileprivate var spelling: String {
    switch self {
    case .stated(.plain): "plain"
    case .stated(.counted(let place)): "counted:\(place.rawValue)"
    case .stated(.user): "user:password"
    case .stated(.userHash): "user:hash:password"
    case .stated(.userHashFirst): "user:hash:password:first"
    case .stated(.john): "john:show"
    case .stated(.saltedHash): "hash:salt:password"
    case .stated(.hash(let end)): "hash:password:\(end.rawValue)"
    case .stated(.table(let column, let user)):
      "csv:\(column)" + (user.map { ",user=\($0)" } ?? "")
    case .counted: "counted"
    case .table(let column, let user):
      "csv by \(column.spelling)" + (user.map { ", user by \($0.spelling)" } ?? "")
    case .auto: "auto"
    }
  }
}

extension LayoutRequest.Column {
  /// The stable name of the column.
  fileprivate var spelling: String {
    switch self {
    case .name(let name): "name:\(name)"
    case .number(let number): "number:\(number)"
    }
  }
}
