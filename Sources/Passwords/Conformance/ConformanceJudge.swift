import BigInt
package import PasswordPolicies
import PasswordSpaces
import Passwords

/// Holds one policy against clauses; each question is asked once, whatever standards ask it.
///
///     var judge = ConformanceJudge(policy)
///     Standard.all.map { judge.conformance(to: $0) }
///
/// A clause about the text says that every password of some conditions also meets others. The judge
/// looks for a password that does not.
package struct ConformanceJudge {
  package let policy: Policy
  private let isListed: (String) -> Bool
  private let alternatives: [Alternative]
  private var search = PasswordSearch()
  private var known: [Standard.Test: Finding] = [:]
  private var livingAlternatives: [Alternative]?
  private var shortestPassword: String??

  /// One alternative of the policy.
  private struct Alternative {
    let rules: [Policy.Rule]
    let conditions: [Condition]
    let constraints: Constraints
    let hasList: Bool

    init(_ rules: [Policy.Rule]) {
      self.rules = rules
      conditions = rules.flatMap(\.conditions)
      constraints = Constraints(conditions)
      hasList = rules.contains { $0.stated.word == .blocklist }
    }

    /// The characters that may be used.
    var permitted: CodePointSet { conditions.permitted }

    /// The same, if it also permitted these characters.
    func permitting(_ set: CodePointSet) -> [Condition] {
      conditions.map { condition in
        switch condition {
        case .only(let some): .only(some.union(set))
        case .count(of: let some, in: 0...0): .count(of: some.subtracting(set), in: 0...0)
        default: condition
        }
      }
    }

    /// The same with nothing but its lengths and characters, and perhaps one rule besides.
    func withoutComposition(but rule: Policy.Rule? = nil) -> [Condition] {
      conditions.filter(\.isOfForm) + (rule?.conditions ?? [])
    }
  }

  /// Makes a judge of a policy; `isListed` says whether a list or a score refuses a password, so that
  /// another one is made up.
  package init(_ policy: Policy, isListed: @escaping (String) -> Bool = { _ in false }) {
    self.policy = policy
    self.isListed = isListed
    alternatives = policy.rulesOfAlternatives.map(Alternative.init)
  }

  /// The policy held against a standard.
  package mutating func conformance(to standard: Standard) -> Conformance {
    var findings: [Finding] = []
    for clause in standard.clauses { findings.append(finding(of: clause)) }
    return Conformance(policy: policy, standard: standard, findings: findings)
  }

  /// What is found of a clause; where nothing else says it, with the standard's own condition, or why nothing
  /// shows.
  package mutating func finding(of clause: Standard.Clause) -> Finding {
    var found = finding(of: clause.test)
    if found.with == nil, found.verdict == .partly || clause.test == .unseen {
      found.with = clause.because
    }
    return found
  }

  /// What is found by a test.
  package mutating func finding(of test: Standard.Test) -> Finding {
    if let known = known[test] { return known }
    let found: Finding
    do throws(KeyspaceProblem) { found = try asked(test) } catch {
      found = .notVisible("too large to decide here")
    }
    known[test] = found
    return found
  }

  private mutating func asked(_ test: Standard.Test) throws(KeyspaceProblem) -> Finding {
    switch test {
    case .unseen: return Finding(.notVisible, .reason)
    case .setting(let name, let demand): return setting(name, demand)
    case .unit(let unit): return self.unit(unit)
    case .minLength(let least, unless: let excused):
      let password = try shortest()
      let rule = lengthRule(for: password)
      guard let password, password.unicodeScalars.count < least else {
        return Finding(.met, .none, rule: rule)
      }
      if let excused, password.unicodeScalars.count >= excused.least,
        try longer(than: excused.roomBelow) == nil
      {
        return Finding(.partly, .accepts(password), rule: rule)
      }
      return Finding(.broken, .accepts(password), rule: rule).also(try rulesBelow(least))
    case .maxLength(let most):
      return accepted(try longer(than: most + 1), rule: policy.rules.first(where: \.isMaximum))
    case .room(let length):
      if let password = try longer(than: length) { return Finding(.met, .accepts(password)) }
      return refused(try plain(length))
    case .noMaximum:
      if try endless() != nil { return Finding(.met, .none) }
      return refused(try plain(try longest() + 1))
    case .hasMaximum: return accepted(try endless())
    case .accepts(let set): return try accepting(set)
    case .noComposition:
      let plain = alternatives.map { $0.withoutComposition() }
      let found = refused(try first(in: plain, outside: alternatives.map(\.conditions)))
      return found.verdict == .met ? found : found.also(try composing(over: plain))
    case .demands(let sets): return try missing(sets.map { .count(of: $0, atLeast: 1) })
    case .demandsKinds(let least, of: let sets):
      return try missing([.kinds(sets, atLeast: least)])
    case .maxRepeating(let most):
      return try missing(PasswordRules.Rule.maxRepeating(most).conditions)
    case .maxClassRun(let most):
      return try missing(PasswordRules.Rule.maxClassRun(most).conditions)
    case .permitsKinds(let least, of: let sets):
      let most = alternatives.map { alternative in
        sets.count { !$0.intersection(alternative.permitted).isEmpty }
      }.max()
      return Finding(
        (most ?? 0) >= least ? .met : .broken, .rule,
        rule: policy.rules.first(where: \.isPermission))
    case .oneOf(let ways): return try takingWay(ways)
    case .bits(let bits, examples: let ways): return try counting(bits, ways)
    case .list(let ofBreaches): return try list(ofBreaches)
    case .wholeComparison: return try wholeComparison()
    case .contextWords:
      return try held(by: policy.source?.possibleLists ?? []) { $0.isContextWords }
    case .userName: return try userName()
    }
  }

  // MARK: Passwords

  /// The first of the shortest passwords of some conditions that none of the others permits.
  private mutating func first(
    in kept: [[Condition]], outside missed: [[Condition]] = [], variant: Int = 0
  ) throws(KeyspaceProblem) -> String? {
    try kept.map { kept throws(KeyspaceProblem) in
      try search.shortest(in: kept, outside: missed, variant: variant)
    }.shortest
  }

  /// The same of passwords that are accepted: none that a list refuses, if there is another.
  private mutating func firstAccepted(
    in kept: [[Condition]], outside missed: [[Condition]] = []
  ) throws(KeyspaceProblem) -> String? {
    let first = try self.first(in: kept, outside: missed)
    guard let first, isListed(first) else { return first }
    for variant in 1...12 {
      if let other = try self.first(in: kept, outside: missed, variant: variant), !isListed(other) {
        return other
      }
    }
    return first
  }

  /// A shortest accepted password.
  private mutating func shortest() throws(KeyspaceProblem) -> String? {
    if let shortestPassword { return shortestPassword }
    let found = try firstAccepted(in: alternatives.map(\.conditions))
    shortestPassword = found
    return found
  }

  /// An accepted password of at least this length.
  private mutating func longer(than length: Int) throws(KeyspaceProblem) -> String? {
    try firstAccepted(in: alternatives.map { $0.conditions + [.fact(.length, atLeast: length)] })
  }

  /// The alternatives that some password meets; all if there is none.
  private mutating func living() throws(KeyspaceProblem) -> [Alternative] {
    if let livingAlternatives { return livingAlternatives }
    var living: [Alternative] = []
    for alternative in alternatives where try search.shortest(in: alternative.conditions) != nil {
      living.append(alternative)
    }
    if living.isEmpty { living = alternatives }
    livingAlternatives = living
    return living
  }

  /// An accepted password so long that there is no end; nil if there is one.
  private mutating func endless() throws(KeyspaceProblem) -> String? {
    let free = alternatives.filter { $0.constraints.longest == nil }
    return try firstAccepted(
      in: free.map { $0.conditions + [.fact(.length, atLeast: $0.constraints.horizon)] })
  }

  /// The length of the longest accepted passwords, where there is an end; 0 if none is accepted.
  private mutating func longest() throws(KeyspaceProblem) -> Int {
    var longest = 0
    for alternative in alternatives {
      var length = alternative.constraints.longest ?? alternative.constraints.horizon
      while length > longest {
        if try search.shortest(
          in: alternative.conditions + [.fact(.length, length...length)]) != nil
        {
          longest = length
        }
        length -= 1
      }
    }
    return longest
  }

  /// A password of a length, made of a shortest accepted one over and over.
  private mutating func plain(_ length: Int) throws(KeyspaceProblem) -> String {
    let scalars = Array((try shortest() ?? "a").unicodeScalars)
    return (0..<length).reduce(into: "") { $0.unicodeScalars.append(scalars[$1 % scalars.count]) }
  }

  // MARK: Tests

  /// Broken if some accepted password does not meet what a clause demands.
  private mutating func missing(_ demanded: [Condition]) throws(KeyspaceProblem) -> Finding {
    accepted(
      try firstAccepted(in: alternatives.map(\.conditions), outside: [demanded]))
  }

  /// Broken by a password that is accepted.
  private func accepted(_ password: String?, rule: Policy.Rule? = nil) -> Finding {
    password.map { Finding(.broken, .accepts($0), rule: rule) } ?? Finding(.met, .none)
  }

  /// Broken by a password that is refused, by the rule that refuses it.
  private func refused(_ password: String?, partly: String? = nil) -> Finding {
    guard let password else { return Finding(.met, .none) }
    let text = Array(password.unicodeScalars)
    let rule = policy.rules.first { $0.stated.refuses(text) }
    return Finding(partly == nil ? .broken : .partly, .refuses(password), with: partly, rule: rule)
  }

  /// The rule on the least length that lets a password through.
  private func lengthRule(for password: String?) -> Policy.Rule? {
    let text = password.map { Array($0.unicodeScalars) }
    return policy.rules.first { rule in
      rule.stated.word == .minLength && text.map { !rule.stated.refuses($0) } != false
    }
  }

  /// The rules on the least length of alternatives that accept a shorter password.
  private mutating func rulesBelow(_ least: Int) throws(KeyspaceProblem) -> [Policy.Rule] {
    var rules: [Policy.Rule] = []
    for alternative in alternatives {
      guard let password = try search.shortest(in: alternative.conditions) else { continue }
      if password.unicodeScalars.count < least {
        rules += alternative.rules.filter { $0.stated.word == .minLength }
      }
    }
    return rules
  }

  /// The rules each of which alone refuses a password over lengths and characters.
  private mutating func composing(
    over plain: [[Condition]]
  ) throws(KeyspaceProblem) -> [Policy.Rule] {
    var rules: [Policy.Rule] = []
    for (place, alternative) in alternatives.enumerated() {
      for rule in alternative.rules
      where rule.conditions.contains(where: { !$0.isOfForm && !$0.isUncounted }) {
        var refusing = plain
        refusing[place] = alternative.withoutComposition(but: rule)
        if try search.shortest(in: plain[place], outside: refusing) != nil { rules.append(rule) }
      }
    }
    return rules
  }

  private mutating func accepting(_ set: CodePointSet) throws(KeyspaceProblem) -> Finding {
    guard try shortest() != nil else {
      return refused(try first(in: [[.only(set), .fact(.length, atLeast: 8)]]))
    }
    if alternatives.allSatisfy({ set.isSubset(of: $0.permitted) }) { return Finding(.met, .none) }
    let password = try first(
      in: alternatives.map { $0.permitting(set) }, outside: alternatives.map(\.conditions))
    guard let password else { return Finding(.met, .none) }
    let permitted = try living().map(\.permitted)
    let isSome = permitted.contains { !$0.intersection(set).isEmpty }
    return refused(password, partly: isSome ? lack(of: set, in: permitted) : nil)
  }

  /// What of a set is not permitted, in words.
  private func lack(of set: CodePointSet, in permitted: [CodePointSet]) -> String {
    let missing = permitted.reduce(CodePointSet()) { $0.union(set.subtracting($1)) }
    if permitted.contains(where: { missing.isSubset(of: $0) }) { return "not in every alternative" }
    let printable = missing.intersection(.asciiPrintable)
    return printable.isEmpty
      ? "all but characters beyond ASCII"
      : "all but some: " + PasswordRules.CharacterClass(printable).description
        + (missing == printable ? "" : ", and characters beyond ASCII")
  }

  private mutating func takingWay(_ ways: [Standard.Way]) throws(KeyspaceProblem) -> Finding {
    guard let password = try outside(ways.filter { !$0.isHidden }) else {
      return Finding(.met, .none)
    }
    let isPartly = ways.contains(where: \.isHidden) ? try outside(ways) == nil : false
    return Finding(
      isPartly ? .partly : .broken, .accepts(password), rule: lengthRule(for: password))
  }

  /// The first accepted password that takes none of some ways.
  private mutating func outside(_ ways: [Standard.Way]) throws(KeyspaceProblem) -> String? {
    try alternatives.map { alternative throws(KeyspaceProblem) in
      let open = ways.filter { !$0.hasList || alternative.hasList }
      return try firstAccepted(in: [alternative.conditions], outside: open.map(\.conditions))
    }.shortest
  }

  private mutating func counting(
    _ bits: Int, _ examples: [Standard.Way]
  ) throws(KeyspaceProblem) -> Finding {
    guard
      let password = try first(in: alternatives.map { $0.conditions + [.only(.asciiPrintable)] })
    else { return Finding(.broken, .count(bits: 0, length: 0, 0)) }
    let length = password.unicodeScalars.count
    var keyspace = try Keyspace(policy, repertoire: .printableASCII)
    let count = try keyspace.count(length: length)
    let found = count.bits ?? 0
    let evidence = Finding.Evidence.count(bits: found, length: length, count)
    if found >= Double(bits) { return Finding(.met, evidence) }
    return try outside(examples) == nil
      ? Finding(
        .partly, evidence, with: "one of the standard's own examples; by exact count it is below")
      : Finding(.broken, evidence)
  }

  /// Met if each alternative has such a rule; `hidden` are parts of the source that may be one.
  private mutating func held(
    by hidden: [String], _ isWanted: (Policy.Rule) -> Bool
  ) throws(KeyspaceProblem) -> Finding {
    let living = try living()
    let rule = living.compactMap { $0.rules.first(where: isWanted) }.first
    let count = living.count { $0.rules.contains(where: isWanted) }
    if count == living.count { return Finding(.met, .rule, rule: rule) }
    if count > 0 { return Finding(.partly, .rule, with: "not in every alternative", rule: rule) }
    return hidden.isEmpty
      ? Finding(.broken, .rule)
      : .notVisible("the system refuses more: " + hidden.inWords)
  }

  private mutating func list(_ ofBreaches: Bool) throws(KeyspaceProblem) -> Finding {
    let found = try held(by: policy.source?.possibleLists ?? []) { $0.stated.word == .blocklist }
    guard ofBreaches, found.verdict == .met,
      try living().contains(where: { !$0.rules.contains(where: \.isOwnList) })
    else { return found }
    return Finding(
      .partly, .rule,
      with: "the built-in list is of common passwords; no list of breaches is named",
      rule: found.rule)
  }

  private mutating func wholeComparison() throws(KeyspaceProblem) -> Finding {
    let living = try living()
    let rules = living.flatMap(\.rules).filter(\.comparesParts)
    if let rule = rules.first { return Finding(.broken, .rule, rule: rule).also(rules) }
    let hidden = policy.source?.possibleLists ?? []
    if !hidden.isEmpty { return .notVisible("how the system compares: " + hidden.inWords) }
    let isIdle = !living.contains(where: \.hasList)
    return Finding(.met, .rule, with: isIdle ? "the policy has no list" : nil)
  }

  private mutating func userName() throws(KeyspaceProblem) -> Finding {
    let living = try living()
    func has(_ relations: [UserNameRelation]) -> (Alternative) -> Bool {
      { alternative in
        relations.contains { alternative.conditions.contains(.unlisted(.userName($0))) }
      }
    }
    if living.allSatisfy(has([.part])) || policy.source?.mayTestNames == true {
      return Finding(.met, .rule)
    }
    return living.contains(where: has([.part, .whole]))
      ? Finding(.partly, .rule, with: "not in every alternative, or not as a part")
      : Finding(.broken, .rule)
  }

  private func unit(_ wanted: Standard.LengthUnit) -> Finding {
    guard let unit = policy.source?.kind.lengthUnit else {
      return .notVisible("what the server counts shows in no policy")
    }
    return Finding(
      unit == wanted ? .met : .broken, .reason,
      with: "lengths count \(unit.rawValue) there"
        + (unit == wanted ? "" : ", which no setting changes"))
  }

  private func setting(_ name: PolicySetting.Name, _ demand: Standard.Demand) -> Finding {
    let settings = policy.source?.settings ?? []
    if name == .lockoutDuration, demand != .some,
      let lock = settings.first(where: { $0.name == .lockoutThreshold }), lock.value == .unlimited
    {
      return Finding(
        .broken, .setting(name, .unlimited, lock.place), with: "nobody is locked out")
    }
    guard let stated = settings.first(where: { $0.name == name }) else {
      return .notVisible(policy.source == nil ? "no policy says" : "this file does not say")
    }
    let verdict = demand.verdict(on: stated.value, isAge: name == .maxAge)
    if verdict == .notVisible {
      return .notVisible("this file says only that nothing is stored reversibly")
    }
    var found = Finding(verdict, .setting(name, stated.value, stated.place))
    if verdict == .met, case .atMost(_, _, _, isDisabling: true) = demand,
      let lock = settings.first(where: { $0.name == .lockoutDuration }), lock.value != .unlimited
    {
      found.with =
        "the lock ends after \(lock.value.words(of: lock.name)), "
        + "where the standard asks for disabling"
    }
    return found
  }
}

extension Finding {
  /// The same, with the other rules that break the clause.
  fileprivate func also(_ rules: [Policy.Rule]) -> Finding {
    let others = rules.map(\.text).reduce(into: [String]()) { others, text in
      if text != rule?.text, !others.contains(text) { others.append(text) }
    }
    var found = self
    if !others.isEmpty { found.with = "the clause is broken by \(others.inWords), too" }
    return found
  }
}

extension [String?] {
  /// The first of the shortest.
  fileprivate var shortest: String? {
    compactMap(\.self).min { $0.unicodeScalars.count < $1.unicodeScalars.count }
  }
}

extension Condition {
  /// Whether it is about lengths, or which characters may be used.
  fileprivate var isOfForm: Bool {
    switch self {
    case .fact(.length, _), .only, .count(of: _, in: 0...0): true
    default: false
    }
  }
}

extension Standard.Demand {
  /// The verdict on a value that a file states.
  fileprivate func verdict(on value: PolicySetting.Value, isAge: Bool) -> Standard.Verdict {
    let isUnlimited = value == .unlimited
    let number: Double =
      switch value {
      case .number(let stated): stated
      case .flag(let flag): flag ? 1 : 0
      case .unlimited: .infinity
      }
    switch self {
    case .none: return number == (isAge ? .infinity : 0) ? .met : .broken
    case .some: return isUnlimited ? .broken : .met
    case .unlimited: return isUnlimited ? .met : .broken
    case .mustNot(let isEnough): return number != 0 ? .broken : isEnough ? .met : .notVisible
    case .atLeast(let least): return number >= Double(least) ? .met : .broken
    case .atMost(let most, let never, let over, isDisabling: _):
      return isUnlimited ? never : number <= Double(most) ? .met : over
    }
  }
}

extension Standard.Way {
  /// What a password meets that takes it, beside the list.
  fileprivate var conditions: [Condition] {
    [.fact(.length, atLeast: minLength)] + demands.map { .count(of: $0, atLeast: 1) }
      + (minKinds > 0 ? [.kinds(PasswordRules.Rule.Kinds.ascii.sets, atLeast: minKinds)] : [])
  }
}

extension PasswordRules.Rule {
  /// Whether it refuses a password, lists and scores aside.
  fileprivate func refuses(_ password: [Unicode.Scalar]) -> Bool {
    let fault = fault(in: password)
    if let bound { return fault.number.map { !bound.bounds.contains($0) } ?? false }
    if word == .required { return fault.number == 0 }
    return !fault.positions.isEmpty
  }
}

extension Policy.Rule {
  fileprivate var isMaximum: Bool {
    conditions.contains {
      if case .fact(.length, let bounds) = $0 { bounds.upperBound < .max } else { false }
    }
  }

  fileprivate var isPermission: Bool {
    conditions.contains { if case .only = $0 { true } else { false } }
  }

  fileprivate var isContextWords: Bool {
    conditions.contains {
      switch $0 {
      case .unlisted(.context), .unlisted(.contextParts): true
      default: false
      }
    }
  }

  /// Whether it names a list other than the built-in one.
  fileprivate var isOwnList: Bool {
    conditions.contains {
      if case .unlisted(.blocklist(.file, _)) = $0 { true } else { false }
    }
  }

  /// Whether it looks for a value within a password.
  fileprivate var comparesParts: Bool {
    conditions.contains { condition in
      switch condition {
      case .unlisted(.blocklist(_, let comparison)): !comparison.conforms
      case .unlisted(.contextParts): true
      case .unlisted(.userName(let relation)): relation != .whole
      default: false
      }
    }
  }
}
