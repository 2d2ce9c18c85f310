import Diagnostics
import PasswordPolicies

/// What a reader collects: the policies of a source as alternatives, and remarks.
struct Draft {
  /// The policies, each with its name in the source.
  var policies: [(name: String?, alternatives: [Alternative], object: String?)] = []
  /// The pointer of the object being read, of several in an array: `/1/`.
  var object: String?
  /// The remarks, each once.
  private(set) var remarks: [Remark] = []
  private var known: Set<Remark> = []
  /// The settings, each with the number of policies before its own.
  private var settings: [(policy: Int, setting: PolicySetting)] = []
  private var expressions = 0

  /// The largest number that readers take; larger ones mean nothing to any of the systems.
  static let largest = 1_000_000_000

  /// Adds a remark, unless there is one with the same kind, part and place.
  mutating func remark(_ kind: Remark.Kind, _ part: String, _ place: SourcePlace, _ text: String) {
    if known.insert(Remark(kind, part, at: place, "")).inserted {
      remarks.append(Remark(kind, part, at: place, text))
    }
  }

  /// Sets what the policy says that is added next, or was added last; the last of a name counts.
  mutating func set(_ setting: PolicySetting) { settings.append((policies.count, setting)) }

  /// Takes the setting that a part states, and remarks that the part is not about the text.
  ///
  /// Without a text of its own only what is no value of the setting is remarked on.
  mutating func take(
    _ written: JSON?, as form: SettingForm?, _ part: String, _ place: SourcePlace,
    remark text: String? = nil
  ) {
    var texts = text.map { [$0] } ?? []
    if let form, let written, written != .null {
      if let value = form.value(of: written) {
        set(PolicySetting(form.name, value, part: part, at: place))
      } else {
        texts.append("expected \(form.expectation), so that no \(form.name.rawValue) is known")
      }
    }
    if !texts.isEmpty { remark(.notText, part, place, texts.joined(separator: "; ")) }
  }

  /// Whether there is a remark on a part at a place.
  func hasRemark(on part: String, _ place: SourcePlace) -> Bool {
    Remark.Kind.allCases.contains { known.contains(Remark($0, part, at: place, "")) }
  }

  /// Adds a remark on a name that is not known, cut at 40 characters, with the nearest one.
  mutating func unknown(
    _ name: String, _ place: SourcePlace, _ text: String, among names: [String] = [],
    so consequence: String = ""
  ) {
    let short = String(String.UnicodeScalarView(name.unicodeScalars.prefix(40)))
    let begun = names.first { $0.utf8.count > 4 && short.lowercased().hasPrefix($0) }
    let similar = (nearest(to: short, among: names) ?? begun).map { "; did you mean '\($0)'?" }
    let rest = consequence.isEmpty ? "" : (similar == nil ? "; " : " ") + consequence
    remark(.cannot, short, place, "'\(short)' \(text)\(similar ?? "")\(rest)")
  }

  private static let mostExpressions = 100

  /// Reads an expression, and takes its remarks; nil with a remark if the source has too many, as each
  /// takes its time.
  ///
  /// `place` gives the place of an offset in it.
  mutating func expression(
    _ pattern: some Sequence<Unicode.Scalar>, _ mode: ExpressionMode, _ dialect: ExpressionDialect,
    ignoresCase: Bool = false, isNegated: Bool = false, at place: (Int) -> SourcePlace
  ) -> PasswordExpression? {
    expressions += 1
    guard expressions <= Self.mostExpressions else {
      remark(.cannot, "many", place(0), "more than \(Self.mostExpressions) expressions")
      return nil
    }
    let expression = PasswordExpression(
      Array(pattern), mode, dialect, ignoresCase: ignoresCase, isNegated: isNegated, at: place)
    for one in expression.remarks { remark(one.kind, one.part, one.place, one.text) }
    return expression
  }

  /// The alternatives of an expression for the whole password, as one list; none if it cannot be read.
  mutating func alternatives(
    of pattern: some Sequence<Unicode.Scalar>, _ dialect: ExpressionDialect,
    at place: (Int) -> SourcePlace
  ) -> [[Alternative]] {
    expression(pattern, .full, dialect, at: place)?.alternatives.map { [$0] } ?? []
  }

  /// Adds a policy.
  mutating func add(_ alternatives: [Alternative], name: String? = nil) {
    policies.append((name, alternatives, object))
  }

  /// A whole number; nil with a remark if the value is none within the limits.
  mutating func number(
    _ value: JSON?, _ part: String, _ place: SourcePlace, from low: Int = 0, to high: Int = largest
  ) -> Int? {
    var digits: String?
    switch value {
    case .number(let text), .text(let text): digits = text
    default: break
    }
    let text = digits.map { Array($0.unicodeScalars)[...].trimmed.text } ?? ""
    let isWhole = text.utf8.first != UInt8(ascii: "+")
    if isWhole, let number = Int(text), number >= low, number <= high { return number }
    let limits = high == Self.largest ? "of \(low) or more" : "from \(low) to \(high)"
    let range = low < -Self.largest ? "" : " \(limits)"
    remark(.cannot, part, place, "expected a whole number\(range), found \(Self.kind(of: value))")
    return nil
  }

  /// A truth value; false with a remark if the value is none, false if there is none.
  mutating func truth(_ value: JSON?, _ part: String, _ place: SourcePlace) -> Bool {
    switch value {
    case nil, .null: return false
    case .truth(let truth): return truth
    case .number(let text) where Double(text) == 0: return false
    case .number(let text) where Double(text) == 1: return true
    case .text(let text):
      switch Array(text.unicodeScalars)[...].trimmed.text.lowercased() {
      case "true": return true
      case "false": return false
      default: break
      }
    default: break
    }
    remark(.cannot, part, place, "expected true or false, found \(Self.kind(of: value))")
    return false
  }

  private static func kind(of value: JSON?) -> String {
    switch value {
    case nil: "nothing"
    case .null: "null"
    case .truth: "a truth value"
    case .number: "another number"
    case .text(let text): text.isEmpty ? "nothing" : "a text"
    case .array: "an array"
    case .object: "an object"
    case .expression: "an expression; write its value"
    }
  }

  /// The reading: the policies, with remarks on what these do not say.
  func finished(_ kind: SourceKind) -> SourceReading {
    var draft = self
    let isReadable = !policies.isEmpty && !remarks.contains { $0.kind == .cannot }
    var made: [SourceReading.NamedPolicy] = []
    for (index, (name, alternatives, object)) in policies.enumerated() {
      if alternatives.isEmpty, isReadable {
        draft.remark(.note, name ?? "policy", .start, "no password can meet the policy")
      }
      if let rules = draft.rules(of: alternatives.isEmpty ? [.nobody] : alternatives) {
        // What stands after the last policy is its own.
        let own = settings.filter { min($0.policy, policies.count - 1) == index }.map(\.setting)
        let last = own.indices.filter { at in
          !own[(at + 1)...].contains { $0.name == own[at].name }
        }
        made.append(
          SourceReading.NamedPolicy(
            name: name, alternatives: rules, object: object, settings: last.map { own[$0] }))
      }
    }
    return SourceReading(kind: kind, policies: made, remarks: draft.remarks)
  }

  private mutating func rules(of alternatives: [Alternative]) -> [PasswordRules]? {
    if alternatives.contains(where: { !$0.words.isEmpty }) {
      remark(.ascii, "context", .start, "words are compared in any case and width")
    }
    do throws(Refusal) {
      var inexact: [PasswordRules.Rule] = []
      let rules = try alternatives.map { one throws(Refusal) in try one.rules(inexact: &inexact) }
      let ruleCount = Policy(name: "", alternatives: rules, location: Location(file: "")).rules
        .count
      if ruleCount > PolicyMatcher.mostRules {
        throw Refusal(
          "many",
          "\(ruleCount) rules in \(rules.count) alternatives, where a policy has at most "
            + "\(PolicyMatcher.mostRules)")
      }
      for rule in inexact {
        remark(.ascii, "\(rule)", .start, "the source's set differs beyond printable ASCII")
      }
      return rules
    } catch {
      remark(.cannot, error.part, error.place, error.reason)
      return nil
    }
  }
}

/// What systems count as a length, in the words of remarks.
enum Unit {
  static let bytes = "lengths count bytes of UTF-8"
  static let utf16 = "lengths count UTF-16 units, two for a character beyond U+FFFF"
}

/// Keys with values, in the order in which the keys first occurred.
struct OrderedSettings<Value> {
  private(set) var keys: [String] = []
  private var values: [String: Value] = [:]

  /// The keys with their last values.
  var pairs: [(key: String, value: Value)] {
    keys.compactMap { key in values[key].map { (key, $0) } }
  }

  /// The last value of a key.
  subscript(key: String) -> Value? { values[key] }

  /// Whether a key occurs.
  func has(_ key: String) -> Bool { values[key] != nil }

  /// Sets the value of a key.
  mutating func set(_ key: String, _ value: Value) {
    if values.updateValue(value, forKey: key) == nil { keys.append(key) }
  }
}

extension OrderedSettings: Equatable where Value: Equatable {}
extension OrderedSettings: Hashable where Value: Hashable {}
extension OrderedSettings: Sendable where Value: Sendable {}
