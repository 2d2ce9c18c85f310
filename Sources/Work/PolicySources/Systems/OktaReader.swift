import PasswordPolicies

/// Reads password policies of Okta.
enum OktaReader {
  /// The 32 symbols without the space.
  private static let symbols = PointSet.special.subtracting(PointSet(" "))
  private static let classes: [(key: String, set: PointSet)] = [
    ("minLowerCase", .lower), ("minUpperCase", .upper), ("minNumber", .digit),
    ("minSymbol", symbols),
  ]
  private static let others = [
    "minLength", "excludeUsername", "excludeFirstName", "excludeLastName", "excludeAttributes",
    "dictionary", "oelStatement", "useADComplexityRequirements",
    "maxConsecutiveRepeatingCharacters",
  ]

  /// Reads one policy or several; those of other types are none about passwords.
  static func read(_ value: JSON, into draft: inout Draft) throws(Refusal) {
    let policies = value.array ?? [value]
    for (index, policy) in policies.enumerated() {
      guard let policy = policy.object else { throw Refusal("complexity", "expected a policy") }
      if let type = policy["type"], type.text != "PASSWORD" { continue }
      let name = policies.count > 1 ? policy["name"]?.text : nil
      draft.object = value.array == nil ? nil : "/\(index)/"
      try read(Fields(policy, at: value.array == nil ? "/" : "/\(index)/"), name, &draft)
    }
  }

  private static func read(
    _ policy: Fields, _ name: String?, _ draft: inout Draft
  ) throws(Refusal) {
    let fields = try complexity(of: policy, &draft)
    var one = Alternative(
      least: fields.number("minLength", otherwise: 8, &draft) ?? 0,
      has: classes.compactMap { key, set in
        fields.number(key, otherwise: 1, &draft).flatMap {
          $0 > 0 ? Alternative.Need(count: $0, set: set) : nil
        }
      })
    let key = "useADComplexityRequirements"
    let isComplex = draft.truth(fields[key], key, fields.place(key))
    let repeats = "maxConsecutiveRepeatingCharacters"
    if fields[repeats]?.isEmpty == false,
      let number = fields.number(repeats, otherwise: 0, from: 1, &draft)
    {
      one.runs = [Alternative.Need(count: number + 1, set: .all)]
    }
    remark(on: fields, &draft)
    fields.refuseOthers(classes.map(\.key) + others, &draft)
    draft.remark(
      .ascii, "Okta", .pointer(fields.pointer),
      "letters of every script count as upper or lower case; the unit of the length is not documented"
    )
    // `min-classes` would count the space as a symbol.
    let kinds =
      isComplex ? [try Alternative.atLeast(3, of: classes.map(\.set), Alternative())] : []
    draft.add(try Alternative.conjunction([[one]] + kinds), name: name)
  }

  /// The object with the numbers, inside `settings`, `password` and `complexity`.
  private static func complexity(
    of policy: Fields, _ draft: inout Draft
  ) throws(Refusal) -> Fields {
    var fields = policy
    for key in ["settings", "password", "complexity"] {
      guard let inner = fields[key] else { continue }
      for other in fields.object.keys {
        switch other {
        case "breachedProtection":
          draft.remark(.notJudged, other, fields.place(other), "breached passwords")
        case "age", "lockout", "recovery", "delegation":
          draft.remark(
            .notText, other, fields.place(other), "how long it holds, or how one gets in again")
          let own = Fields(
            fields[other]?.object ?? JSON.Object(), at: "\(fields.pointer)\(other)/")
          for key in own.object.keys {
            draft.take(own[key], as: SettingForm.okta[key], key, own.place(key))
          }
        default: break
        }
      }
      guard let object = inner.object else {
        throw Refusal(key, at: fields.place(key), "expected an object")
      }
      fields = Fields(object, at: "\(fields.pointer)\(key)/")
    }
    return fields
  }

  private static func remark(on fields: Fields, _ draft: inout Draft) {
    let user = "excludeUsername"
    if draft.truth(fields[user] ?? .truth(true), user, fields.place(user)) {
      draft.remark(
        .notJudged, user, fields.place(user),
        "parts of the user's name of four characters or more; the nearest rule is "
          + "'context: username substring'")
    }
    let common = fields["dictionary"]?.object?["common"]?.object?["exclude"]
    for (key, value, text) in [
      ("excludeFirstName", fields["excludeFirstName"], "the user's own name"),
      ("excludeLastName", fields["excludeLastName"], "the user's own name"),
      ("excludeAttributes", fields["excludeAttributes"], "the user's own name"),
      (
        "dictionary", common,
        "Okta's list of common passwords; the nearest rule is 'blocklist: default exact'"
      ),
      ("oelStatement", fields["oelStatement"], "words that an expression forbids"),
    ] where value.map({ !$0.isEmpty }) == true {
      draft.remark(.notJudged, key, fields.place(key), text)
    }
  }
}
