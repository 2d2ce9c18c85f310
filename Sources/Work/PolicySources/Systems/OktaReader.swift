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
    let isOne = value.array?.count ?? 1 == 1
    try draft.each(of: value, else: Refusal("complexity", "expected a policy")) {
      policy, draft throws(Refusal) in
      if let type = policy["type"], type.text != "PASSWORD" { return }
      try read(policy, isOne ? nil : policy["name"]?.text, &draft)
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
    let isComplex = fields.truth("useADComplexityRequirements", &draft)
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
      for other in fields.all {
        switch other.name {
        case "breachedProtection":
          draft.remark(.notJudged, other.name, other.place, "breached passwords")
        case "age", "lockout", "recovery", "delegation":
          draft.remark(
            .notText, other.name, other.place, "how long it holds, or how one gets in again")
          for own in fields.inner(other.name).all {
            draft.take(own.value, as: SettingForm.okta[own.name], own.name, own.place)
          }
        default: break
        }
      }
      if inner.object == nil { throw Refusal(key, at: fields.place(key), "expected an object") }
      fields = fields.inner(key)
    }
    return fields
  }

  private static func remark(on fields: Fields, _ draft: inout Draft) {
    let user = "excludeUsername"
    if fields.truth(user, otherwise: .truth(true), &draft) {
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
