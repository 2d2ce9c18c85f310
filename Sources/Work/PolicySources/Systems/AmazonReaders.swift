import PasswordPolicies

/// Reads the password policy of an AWS account.
enum IAMReader {
  private static let numbers = ["MinimumPasswordLength"]
  private static let classes: [(key: String, set: PointSet)] = [
    ("RequireUppercaseCharacters", .upper), ("RequireLowercaseCharacters", .lower),
    ("RequireNumbers", .digit), ("RequireSymbols", PointSet("!@#$%^&*()_+-=[]{}|'")),
  ]
  private static let silent: SilentSettings = [
    "AllowUsersToChangePassword": nil, "ExpirePasswords": nil,
    "MaxPasswordAge": SettingForm(name: .maxAge, least: 1),
    "PasswordReusePrevention": SettingForm(name: .history), "HardExpiry": nil,
  ]
  /// Tab and Latin-1, as the model of the service says.
  private static let allowed = PointSet([9...9, 0x20...0xFF])

  static func read(_ value: JSON, into draft: inout Draft) throws(Refusal) {
    guard let object = (value.array?.first ?? value).object,
      let policy = (object["PasswordPolicy"] ?? .object(object)).object
    else { throw Refusal("MinimumPasswordLength", "expected an object with a password policy") }
    read(Fields(policy, at: object.has("PasswordPolicy") ? "/PasswordPolicy/" : "/"), into: &draft)
  }

  /// Reads the members of a policy.
  static func read(_ fields: Fields, name: String? = nil, into draft: inout Draft) {
    let least = fields.number("MinimumPasswordLength", otherwise: 6, from: 1, to: 128, &draft)
    let has = fields.needs(classes, &draft)
    fields.remark(silent, "how long it holds, or for whom", &draft)
    let expires = "ExpirePasswords"
    if fields[expires] == .truth(false) {
      draft.set(
        PolicySetting(.maxAge, .unlimited, part: fields.name(expires), at: fields.place(expires)))
    }
    fields.refuseOthers(numbers + classes.map(\.key), &draft)
    draft.add([Alternative(least: least ?? 6, most: 128, has: has, allowed: allowed)], name: name)
  }
}

/// Reads the password policy of a user pool of Amazon Cognito.
enum CognitoReader {
  private static let symbols = PointSet("^$*.[]{}()?\"!@#%&/\\,><':;|_~`=+- ")
  private static let classes: [(key: String, set: PointSet)] = [
    ("RequireUppercase", .upper), ("RequireLowercase", .lower), ("RequireNumbers", .digit),
    ("RequireSymbols", symbols),
  ]
  private static let silent: SilentSettings = [
    "PasswordHistorySize": SettingForm(name: .history), "TemporaryPasswordValidityDays": nil,
  ]

  /// The policy and its pointer, from an answer of the service or a template.
  static func policy(in value: JSON) -> (policy: JSON.Object, pointer: String)? {
    for path in [
      ["UserPool", "Policies", "PasswordPolicy"], ["Policies", "PasswordPolicy"],
      ["PasswordPolicy"], ["Properties", "Policies", "PasswordPolicy"], [],
    ] {
      var inner = (value.array?.first ?? value).object
      for step in path { inner = inner?[step]?.object }
      if let inner, inner.has("MinimumLength") {
        return (inner, "/" + path.map { "\($0)/" }.joined())
      }
    }
    return nil
  }

  static func read(_ value: JSON, into draft: inout Draft) throws(Refusal) {
    guard let (policy, pointer) = policy(in: value) else {
      throw Refusal("MinimumLength", "no password policy with MinimumLength")
    }
    read(Fields(policy, at: pointer), into: &draft)
  }

  /// Reads the members of a policy.
  static func read(_ fields: Fields, name: String? = nil, into draft: inout Draft) {
    let least = fields.number("MinimumLength", otherwise: 8, from: 6, to: 99, &draft)
    let has = fields.needs(classes, &draft)
    fields.remark(silent, "how long it holds, or for whom", &draft)
    fields.refuseOthers(["MinimumLength"] + classes.map(\.key), &draft)
    var one = Alternative(least: least ?? 8, most: 256, has: has, allowed: .printable)
    one.first = one.first.subtracting(PointSet(" "))
    one.last = one.last.subtracting(PointSet(" "))
    draft.add([one], name: name)
  }
}
