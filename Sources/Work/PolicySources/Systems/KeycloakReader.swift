import PasswordPolicies

/// Reads a password policy of Keycloak: names with values in parentheses, joined by ` and `.
enum KeycloakReader {
  /// The policies that are numbers, with their defaults.
  private static let counts: [(name: String, number: Int, set: PointSet?)] = [
    ("length", 8, nil), ("maxLength", 64, nil), ("upperCase", 1, .upper), ("lowerCase", 1, .lower),
    ("digits", 1, .digit), ("specialChars", 1, .special),
  ]

  /// The policies that are not judged, each with what it refuses.
  private static let unjudged = [
    ("notUsername", "whether it is the user's name"),
    ("notEmail", "whether it is the user's e-mail address"),
    (
      "notContainsUsername",
      "the user's name inside it, in any case (its first versions asked whether the name contains the "
        + "password); the nearest rule is 'context: username substring'"
    ),
    ("passwordBlacklist", "a list on the server; the nearest rule is 'blocklist: \"file\" fold'"),
    ("passwordDenylist", "a list on the server; the nearest rule is 'blocklist: \"file\" fold'"),
  ]

  /// The policies that are not about the text of a password.
  private static let silent = [
    "passwordHistory", "forceExpiredPasswordChange", "hashAlgorithm", "hashIterations",
    "maxAuthAge", "passwordAge", "recoveryCodesWarningThreshold",
  ]

  /// The names of all policies.
  static let names = counts.map(\.name) + unjudged.map(\.0) + silent + ["regexPattern"]

  /// Reads realms as JSON; one without a policy accepts everything.
  static func read(_ value: JSON, into draft: inout Draft) throws(Refusal) {
    let isOne = value.array?.count ?? 1 == 1
    try draft.each(of: value, else: Refusal("passwordPolicy", "expected a realm")) {
      realm, draft throws(Refusal) in
      let place = realm.place("passwordPolicy")
      let policy = realm["passwordPolicy"] ?? .null
      if policy.text == nil, !policy.isEmpty {
        throw Refusal("passwordPolicy", at: place, "expected a text")
      }
      readLockout(realm, &draft)
      let name = isOne ? nil : realm["realm"]?.text
      try read(policy.text ?? "", at: place, name: name, into: &draft)
    }
  }

  /// Reads what a realm says of locking accounts.
  private static func readLockout(_ realm: Fields, _ draft: inout Draft) {
    let (isOn, factor, isFinal) = ("bruteForceProtected", "failureFactor", "permanentLockout")
    guard let protects = realm[isOn] else { return }
    if protects.isEmpty {
      draft.set(PolicySetting(.lockoutThreshold, .unlimited, part: isOn, at: realm.place(isOn)))
      return
    }
    let key = realm[factor] == nil ? isOn : factor
    draft.take(
      realm[factor] ?? .text(""), as: SettingForm.keycloak[factor], key, realm.place(key))
    if realm[isFinal]?.isEmpty == false, realm["maxTemporaryLockouts"]?.isEmpty != false {
      draft.set(
        PolicySetting(.lockoutDuration, .unlimited, part: isFinal, at: realm.place(isFinal)))
      return
    }
    // The first lock, which is the shortest, lasts for the increment, or for the longest wait.
    let waits = ["waitIncrementSeconds", "maxFailureWaitSeconds"]
    guard waits.allSatisfy({ realm[$0] != nil }) else { return }
    func minutes(_ key: String) -> Double {
      let value = realm[key].flatMap { SettingForm.keycloak[key]?.value(of: $0) }
      return if case .number(let number)? = value { number } else { -1 }
    }
    guard let shortest = waits.min(by: { minutes($0) < minutes($1) }) else { return }
    draft.take(
      realm[shortest], as: SettingForm.keycloak[shortest], shortest, realm.place(shortest))
  }

  /// Reads the text of a policy that stands at a place.
  static func read(
    _ policy: String, at place: SourcePlace, name: String?, into draft: inout Draft
  ) throws(Refusal) {
    try read(Array(policy.unicodeScalars)[...], at: place, line: nil, name: name, &draft)
  }

  /// Reads a line that is a policy.
  static func read(_ text: SourceText, into draft: inout Draft) throws(Refusal) {
    let line = try text.onlyLine()
    try read(line.scalars, at: .start, line: line, name: nil, &draft)
  }

  /// Reads a policy; in a line, its parts have places of their own.
  private static func read(
    _ policy: Scalars, at place: SourcePlace, line: SourceText.Line?, name: String?,
    _ draft: inout Draft
  ) throws(Refusal) {
    var found = OrderedSettings<Part>()
    for part in parts(of: policy) {
      let at = line?.place(part.startIndex) ?? place
      var rest = part
      let key = rest.take { $0 != "(" }.trimmed.text
      if !rest.isEmpty, rest.last != ")" {
        draft.remark(
          .cannot, String(key.prefix(40)), at,
          "expected ')' at the end of '\(key.prefix(40))'; Keycloak splits at ' and ', inside "
            + "expressions too")
        continue
      }
      found.set(key, Part(value: rest.isEmpty ? nil : rest.dropFirst().dropLast(), place: at))
    }
    var reading = Policy()
    for (key, part) in found.pairs { reading.take(key, part, line, &draft) }
    if reading.hasLength || !reading.has.isEmpty {
      draft.remark(
        .ascii, "Keycloak", place,
        Unit.utf16
          + (reading.has.isEmpty
            ? ""
            : "; letters and digits of every script count, and both halves of a character beyond "
              + "U+FFFF are special"))
    }
    let simple = Alternative(least: reading.least, most: reading.most, has: reading.has)
    draft.add(try Alternative.conjunction([[simple]] + reading.expressions), name: name)
  }

  /// The parts between ` and `, without white space around them.
  private static func parts(of policy: Scalars) -> [Scalars] {
    if policy.trimmed.isEmpty { return [] }
    var (parts, start, index): ([Scalars], Int, Int) = ([], policy.startIndex, policy.startIndex)
    while index < policy.endIndex {
      if policy[index] == " ", policy[index...].begins(with: " and ") {
        parts.append(policy[start..<index].trimmed)
        index += 5
        start = index
      } else {
        index += 1
      }
    }
    return parts + [policy[start...].trimmed]
  }

  /// The value of a policy, nil if it has no parentheses, and its place.
  private struct Part {
    let value: Scalars?
    let place: SourcePlace
  }

  /// What the parts say so far.
  private struct Policy {
    var least = 0
    var most: Int?
    var has: [Alternative.Need] = []
    var expressions: [[Alternative]] = []
    var hasLength: Bool { least > 0 || most != nil }

    mutating func take(
      _ key: String, _ part: Part, _ line: SourceText.Line?, _ draft: inout Draft
    ) {
      if let count = counts.first(where: { $0.name == key }) {
        var number: Int? = count.number
        if let value = part.value {
          number = draft.number(.text(value.text), key, part.place, from: .min)
        }
        guard let number else { return }
        if let set = count.set {
          if number > 0 { has.append(Alternative.Need(count: number, set: set)) }
        } else if key == "length" {
          least = max(number, 0)
        } else {
          most = number
        }
      } else if key == "regexPattern" {
        let pattern = part.value ?? []
        expressions += draft.alternatives(of: pattern, .java) { offset in
          line?.place(pattern.startIndex + offset) ?? part.place
        }
      } else if let (name, text) = unjudged.first(where: { $0.0 == key }) {
        draft.remark(.notJudged, name, part.place, text)
      } else if silent.contains(key) {
        draft.take(
          .text(part.value?.text ?? ""), as: SettingForm.keycloak[key], key, part.place,
          remark: "how it is kept, or how long it holds")
      } else {
        draft.unknown(
          key, part.place, "is no policy of Keycloak that is known here", among: names)
      }
    }
  }
}
