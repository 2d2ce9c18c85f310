package import PasswordPolicies
import Passwords

/// Made-up passwords for tests: that keep each rule of a policy at its edge, and that break exactly one
/// rule each; what cannot be had is said.
///
///     RuleVectors(policy) { password in [[]] }.lines
///
/// The policy's text alone decides which passwords these are.
package struct RuleVectors {
  package private(set) var lines: [Line] = []
  private let policy: Policy
  private let alternatives: [[Policy.Rule]]
  /// The rules of each alternative that a password breaks, lists included.
  private let broken: (String) -> [[RuleID]]
  private let salt: String
  /// The number of the alternative whose lines are made.
  private var number = 0
  private var used: Set<String> = []

  /// A password, or the reason why there is none.
  package struct Line: Hashable, Sendable {
    /// Nil if there is none.
    package let password: String?
    /// The rule that the password breaks; nil if it is accepted.
    package let breaks: RuleID?
    /// The rule, or what else is tried.
    package let about: String
    package let edge: Edge
    /// What is special, or the reason why there is none.
    package let why: String
  }

  /// Where a password is, seen from a rule or from its own ends.
  package enum Edge: String, Sendable { case inside, at, beyond, first, last }

  /// Characters of two, three and four bytes of UTF-8, and of one, one and two units of UTF-16.
  private static let abroad: [Unicode.Scalar] = ["\u{E9}", "\u{20AC}", "\u{1F511}"]
  private static let (composed, decomposed) = ("\u{E9}", "e\u{301}")

  /// Makes the lines of a policy; `broken` returns the rules of each alternative that a password breaks,
  /// as `audit check` finds them.
  package init(_ policy: Policy, broken: @escaping (String) -> [[RuleID]]) {
    self.policy = policy
    self.broken = broken
    alternatives = policy.rulesOfAlternatives
    salt = policy.line()
    for number in alternatives.indices {
      self.number = number
      addLines(of: alternatives[number])
    }
  }

  /// Whether any password complies.
  package var isSatisfiable: Bool { lines.contains { $0.password != nil && $0.breaks == nil } }

  // MARK: Searches

  /// A password that breaks nothing of the alternative but `rule`, if one is named and missed.
  private func search(
    about rule: RuleID? = nil, without lifted: RuleID? = nil, _ wish: Wish,
    refusedByOthers: Bool = false, tries: Int = 1, as name: String,
    accept: (String) -> Bool = { _ in true }
  ) -> String? {
    var conditions = wish.instead
    for other in alternatives[number] where other.id != rule && other.id != lifted {
      conditions += other.conditions
    }
    let permitted = conditions.permitted
    if let forbidden = wish.forbidden {
      conditions = conditions.filter { if case .only = $0 { false } else { true } }
      conditions.append(.only(permitted.union(CodePointSet(only: forbidden))))
    }
    var misses = wish.missed.map { [Constraints($0)] } ?? []
    if refusedByOthers {
      misses += alternatives.indices.filter { $0 != number }.map {
        Constraints(alternatives[$0].flatMap(\.conditions))
      }
    }
    guard
      var space = EdgeSpace(
        conditions, outside: misses, holds: wish.holds, forbidden: wish.forbidden)
    else { return nil }
    for length in wish.length.map({ [$0] }) ?? space.lengths {
      for attempt in 0..<tries {
        guard let found = space.password(of: length, salt: "\(salt)/\(name)/\(attempt)") else {
          break
        }
        if accept(found) { return found }
      }
    }
    return nil
  }

  /// A password that is accepted, or that breaks exactly the rule that it is about.
  private func found(
    _ wish: Wish, about rule: RuleID? = nil, breaks: Bool = false, tries: Int = 12, as name: String
  ) -> String? {
    search(about: rule, wish, refusedByOthers: breaks, tries: tries, as: name) {
      isFit($0, breaking: breaks ? rule : nil)
    }
  }

  /// Whether a password is new, and accepted, or refused by a rule only.
  private func isFit(_ password: String, breaking rule: RuleID?) -> Bool {
    if used.contains(password) { return false }
    let broken = broken(password)
    guard let rule else { return broken[number].isEmpty }
    return broken[number] == [rule] && !broken.contains([])
  }

  private mutating func add(
    _ password: String?, _ about: String, _ edge: Edge, _ why: String, breaks: RuleID? = nil,
    otherwise reason: String? = nil
  ) {
    if let password {
      used.insert(password)
      lines.append(Line(password: password, breaks: breaks, about: about, edge: edge, why: why))
    } else if let reason {
      lines.append(Line(password: nil, breaks: nil, about: about, edge: edge, why: reason))
    }
  }

  // MARK: Lines

  private mutating func addLines(of rules: [Policy.Rule]) {
    let tag = alternatives.count > 1 ? "or[\(number)]." : ""
    add(
      plain(rules), tag + "plain", .inside, "at no edge that can be avoided",
      otherwise: "no password meets the policy")
    for rule in rules {
      if rule.isUncounted {
        add(
          nil, rule.id.text, .beyond, "",
          otherwise: "its values stand in a list or are estimated: bring one")
      } else if case .allowed(let set) = rule.stated.kind {
        addPermitted(rule, set)
      } else {
        for side in Side.sides(of: rule.stated) { addEdges(rule, side) }
      }
    }
    let permitted = rules.flatMap(\.conditions).permitted
    if permitted.contains(" ") {
      let space = CodePointSet(only: " ")
      for (edge, fact) in [(Edge.first, Fact.firstCharacter), (.last, .lastCharacter)] {
        let wish = Wish(instead: [.character(fact, space)])
        let spaced = found(wish, as: "\(number)\(edge)")
        add(spaced, tag + "space", edge, "a space \(edge): is it trimmed?")
      }
    }
    if Self.abroad.allSatisfy(permitted.contains) { addUnicode(tag, rules) }
  }

  /// A password at as few edges as possible.
  private func plain(_ rules: [Policy.Rule]) -> String? {
    var wish = Wish()
    guard var best = found(wish, as: "\(number)plain") else { return nil }
    for rule in rules where !rule.isUncounted {
      for inner in Side.sides(of: rule.stated).compactMap(\.inner) {
        let before = wish
        wish.instead += inner
        if let next = found(wish, as: "\(number)plain") { best = next } else { wish = before }
      }
    }
    return best
  }

  private mutating func addEdges(_ rule: Policy.Rule, _ side: Side) {
    let id = rule.id.text
    let stated = "\(rule.stated.keyword) \(side.number)"
    if let at = side.at {
      add(
        found(at, about: rule.id, as: "\(id)at\(side.name)"), id, .at, "\(stated), reached",
        otherwise: "no password of the policy reaches it")
    }
    if side.beyond.length == 0 {
      return add(nil, id, .beyond, "", otherwise: "only the empty password is shorter")
    }
    let missed = found(
      side.beyond, about: rule.id, breaks: true, tries: alternatives.count > 1 ? 200 : 12,
      as: "\(id)beyond\(side.name)")
    add(
      missed, id, .beyond, "\(stated), missed by one", breaks: rule.id,
      otherwise: missed == nil ? reason(rule, side.beyond) : nil)
  }

  /// Why no password breaks a rule alone.
  private func reason(_ rule: Policy.Rule, _ wish: Wish) -> String {
    if let length = wish.length, length > EdgeSpace.longest {
      return "it has more than \(EdgeSpace.longest) characters"
    }
    for other in alternatives[number] where other.id != rule.id && other.id.name != "allowed" {
      let found = search(
        about: rule.id, without: other.id, wish, refusedByOthers: true, as: other.id.text)
      if found != nil { return "whatever breaks it also breaks \(other.id.text)" }
    }
    if alternatives.count > 1, search(about: rule.id, wish, as: "others") != nil {
      return "whatever breaks it meets another alternative"
    }
    return "whatever breaks it also breaks other rules"
  }

  private mutating func addPermitted(_ rule: Policy.Rule, _ set: PasswordRules.CharacterClass) {
    let id = rule.id.text
    func ascii(_ set: CodePointSet) -> [Unicode.Scalar] {
      Array(set.intersection(.asciiPrintable).text.unicodeScalars)
    }
    var rest = ascii(set.members.intersection(.special))
    if rest.isEmpty {
      add(
        found(Wish(), as: "\(id)only"), id, .at, "permitted characters only",
        otherwise: "the passwords above are all")
    }
    // As many as fit once are what is tried next.
    var most = rest.count
    while let first = rest.first {
      var holding: String?
      for size in (1...max(1, min(most, rest.count))).reversed() where holding == nil {
        most = size
        let wish = Wish(holds: Array(rest.prefix(size)))
        holding = found(wish, tries: 3, as: "\(id)\(rest.count)")
      }
      add(
        holding, id, .at, "permitted special characters",
        otherwise: "no password of the policy holds '\(first)'")
      let held = holding.map { Set($0.unicodeScalars) } ?? [first]
      rest.removeAll(where: held.contains)
    }
    var outside: [Unicode.Scalar] = ["~", " ", "Q", "q", "7"].filter { !set.contains($0) }
    outside += ascii(CodePointSet.special.subtracting(set.members)).prefix(1)
    outside += Self.abroad.prefix(1).filter { !set.contains($0) }
    outside += ascii(CodePointSet.asciiPrintable.subtracting(set.members)).prefix(1)
    var tried: Set<Unicode.Scalar> = []
    var isFound = false
    // The permitted characters are those around the forbidden one.
    for scalar in outside where tried.insert(scalar).inserted {
      let wish = Wish(instead: rule.conditions, forbidden: scalar)
      let refused = found(wish, about: rule.id, breaks: true, as: id + "\(scalar)")
      isFound = isFound || refused != nil
      add(refused, id, .beyond, "\(scalar.notation) is not permitted", breaks: rule.id)
    }
    if !isFound {
      let wish = Wish(instead: rule.conditions, forbidden: outside.first)
      let reason =
        outside.isEmpty ? "it permits everything that is tried" : reason(rule, wish)
      add(nil, id, .beyond, "", otherwise: reason)
    }
  }

  private mutating func addUnicode(_ tag: String, _ rules: [Policy.Rule]) {
    func bounded(_ keyword: Keyword) -> (rule: RuleID, bounds: ClosedRange<Int>)? {
      let rule = rules.first { $0.stated.word == keyword }
      return rule.flatMap { rule in rule.stated.bound.map { (rule.id, $0.bounds) } }
    }
    let (least, most) = (bounded(.minLength), bounded(.maxLength))
    for scalar in Self.abroad {
      let name = scalar.notation
      let wish = Wish(length: least?.bounds.lowerBound, holds: [scalar])
      add(
        found(wish, as: "\(number)\(name)"), tag + "unicode", .at,
        "\(name), \(String(scalar).utf8.count) bytes"
          + (least == nil ? "" : " at the least length"),
        otherwise: "no password of the policy holds \(name)")
    }
    // Of a text composed and decomposed, which differ by one code point, one is too short or too long;
    // without bounds both are accepted.
    let ends = [
      least.map { ($0.rule, $0.bounds.lowerBound - 1) },
      most.map { ($0.rule, $0.bounds.upperBound) },
    ].compactMap(\.self)
    for (rule, length) in ends where length > 0 { addForms(rule.text, rule, length) }
    if ends.isEmpty { addForms(tag + "unicode") }
  }

  /// A text in both forms; of a rule one that keeps it and one that breaks it.
  private mutating func addForms(_ about: String, _ rule: RuleID? = nil, _ length: Int? = nil) {
    let wish = Wish(length: length, holds: Array(Self.composed.unicodeScalars))
    let name = "\(rule?.text ?? "\(number)")forms"
    let found = search(about: rule, wish, tries: 12, as: name) { text in
      let forms = [text, decomposed(text)]
      return forms.allSatisfy { isFit($0, breaking: nil) || isFit($0, breaking: rule) }
        && Set(forms.map { broken($0)[number] }).count == (rule == nil ? 1 : 2)
    }
    guard let found else { return }
    for (text, form) in [(found, "NFC"), (decomposed(found), "NFD")] {
      let isKept = broken(text)[number].isEmpty
      let size = rule == nil ? "" : ": \(text.unicodeScalars.count) code points"
      add(
        text, about, isKept ? .at : .beyond, "\(form) of a pair\(size)",
        breaks: isKept ? nil : rule)
    }
  }

  private func decomposed(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { $0 += $1 == "\u{E9}" ? Self.decomposed : String($1) }
  }
}

/// What a search asks for, beside the rules.
private struct Wish {
  /// What is asked in place of the rule that a line is about.
  var instead: [Condition] = []
  /// The conditions of which one is broken; nil if nothing must be.
  var missed: [Condition]?
  var length: Int?
  /// Characters that occur, in this order.
  var holds: [Unicode.Scalar] = []
  /// A character in the middle that is otherwise not permitted.
  var forbidden: Unicode.Scalar?
}

/// An end of a rule: what is asked to reach it, and to miss it by one.
private struct Side {
  var name = ""
  var number = 1
  /// What a password keeps that is not at this end; nil if all are.
  var inner: [Condition]?
  /// What a password asks that is at the end; nil if another end says it.
  var at: Wish?
  var beyond: Wish

  /// The ends of a rule.
  static func sides(of rule: PasswordRules.Rule) -> [Side] {
    let kept = rule.conditions
    guard let bound = rule.bound else {
      var inner: [Condition]?
      if case .count(of: let set, in: _)? = kept.first { inner = [.count(of: set, atLeast: 2)] }
      let at = Wish(instead: kept, missed: inner)
      return [Side(inner: inner, at: at, beyond: Wish(missed: kept))]
    }
    let (least, most) = (bound.bounds.lowerBound, bound.bounds.upperBound)
    func side(
      _ name: String, _ number: Int, inner: ClosedRange<Int>?, next: Int, beyond: ClosedRange<Int>
    ) -> Side {
      let inner = inner.map(bound.within).flatMap { $0.isEmpty ? nil : $0 }
      var side = Side(
        name: name, number: number, inner: inner, at: Wish(instead: kept, missed: inner),
        beyond: Wish(instead: bound.within(beyond), missed: kept))
      if bound.keyword == .minLength || bound.keyword == .maxLength {
        (side.at, side.beyond) = (Wish(length: number), Wish(length: next))
      } else if name == "most", least == most {
        side.at = nil
      }
      return side
    }
    var sides: [Side] = []
    if least > 0 {
      let inner = least < most ? least + 1...most : nil
      sides.append(side("least", least, inner: inner, next: least - 1, beyond: least - 1...most))
    }
    if most < .max {
      let inner = least < most ? least...most - 1 : nil
      sides.append(side("most", most, inner: inner, next: most + 1, beyond: least...most + 1))
    }
    return sides
  }
}
