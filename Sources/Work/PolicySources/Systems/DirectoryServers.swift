import PasswordPolicies

/// What the silent settings of directory servers say.
private let directorySilence = "how it is kept, or how long it holds"

/// Reads the entries of OpenLDAP's overlay ppolicy as LDIF.
///
/// | attribute | becomes |
/// | --- | --- |
/// | pwdMinLength, pwdMaxLength | `minlength`, `maxlength`, if pwdCheckQuality is 1 or 2 |
enum OpenLDAPReader {
  /// The attributes that tell such an entry.
  static let marks = [
    "pwdminlength", "pwdmaxlength", "pwdcheckquality", "pwdattribute", "pwdusecheckmodule",
  ]
  private static let read = ["pwdminlength", "pwdmaxlength", "pwdcheckquality"]
  private static let modules = ["pwdcheckmodule", "pwdusecheckmodule", "pwdcheckmodulearg"]
  private static let silent: SilentSettings = [
    "pwdAttribute": nil, "pwdMinAge": .time(.minAge, 86_400, endless: false),
    "pwdMaxAge": .time(.maxAge, 86_400), "pwdInHistory": .history, "pwdExpireWarning": nil,
    "pwdGraceAuthnLimit": nil, "pwdGraceExpiry": nil, "pwdLockout": nil,
    "pwdLockoutDuration": .time(.lockoutDuration, 60),
    "pwdMaxFailure": .threshold(gate: "pwdLockout"), "pwdMaxRecordedFailure": nil,
    "pwdFailureCountInterval": .time(.lockoutWindow, 60), "pwdMustChange": nil,
    "pwdAllowUserChange": nil, "pwdSafeModify": nil, "pwdMinDelay": nil, "pwdMaxDelay": nil,
    "pwdMaxIdle": nil, "pwdPolicySubentry": nil, "pwdGraceLimit": nil,
  ]

  static func read(_ text: SourceText, into draft: inout Draft) throws(Refusal) {
    try draft.addEntries(
      of: text, where: { $0.all.contains { $0.name.lowercased().hasPrefix("pwd") } },
      else: Refusal("pwdMinLength", "no entry has an attribute of ppolicy"), add)
  }

  private static func add(_ entry: Fields, name: String?, to draft: inout Draft) {
    let least = entry.number("pwdMinLength", &draft) ?? 0
    let most = entry.number("pwdMaxLength", &draft) ?? 0
    let quality = entry.number("pwdCheckQuality", &draft) ?? 0
    for field in entry.all {
      let label = field.name.lowercased()
      if !label.hasPrefix("pwd") || read.contains(label) { continue }
      if modules.contains(label) {
        let isOff = label == "pwdusecheckmodule" && entry.isOn(label) == false
        draft.remark(
          isOff ? .notText : .notJudged, field.name, field.place,
          isOff ? "no module judges passwords" : "a module of the server, with rules of its own")
      } else if !entry.remark(on: label, of: silent, directorySilence, &draft) {
        draft.unknown(
          field.name, field.place, "is no attribute of ppolicy that is known here",
          among: ["pwdMinLength", "pwdMaxLength", "pwdCheckQuality"])
      }
    }
    if entry.has("pwdCheckQuality"), quality == 0 {
      if least > 1 || most > 0 {
        draft.remark(
          .note, "pwdCheckQuality", entry.place("pwdCheckQuality"),
          "with 0 OpenLDAP checks nothing, neither pwdMinLength nor pwdMaxLength")
      }
      return draft.add([Alternative()], name: name)
    }
    if !entry.has("pwdCheckQuality") {
      draft.remark(
        .notEnforced, "pwdCheckQuality", .start,
        "it is not set here; without it OpenLDAP checks nothing")
    }
    if least > 1 || most > 0 { draft.remark(.ascii, "OpenLDAP", .start, Unit.bytes) }
    draft.add([Alternative(least: least, most: most > 0 ? most : nil)], name: name)
  }
}

/// Reads the password policy of 389 Directory Server, of its configuration or of an entry.
///
/// | attribute | becomes |
/// | --- | --- |
/// | passwordMinLength | `minlength` |
/// | passwordMinDigits, …Alphas, …Uppers, …Lowers, …Specials, …8bit | `at-least` |
/// | passwordMinCategories | `min-classes` |
/// | passwordMaxRepeats | `max-repeating` |
enum Server389Reader {
  private static let beyondASCII = PointSet([0x80...0x10FFFF])
  private static let classes: [(label: String, set: PointSet)] = [
    ("passwordMinDigits", .digit), ("passwordMinAlphas", .upper.union(.lower)),
    ("passwordMinUppers", .upper), ("passwordMinLowers", .lower), ("passwordMinSpecials", .special),
    ("passwordMin8bit", beyondASCII),
  ]
  private static let numbers = ["passwordMinLength", "passwordMinCategories", "passwordMaxRepeats"]
  private static let check = "passwordCheckSyntax"
  /// The attributes that are not judged if they are on or above 0.
  private static let unjudged: [(label: String, text: String)] = [
    ("passwordDictCheck", "cracklib's dictionary"),
    ("passwordPalindrome", "palindromes"),
    ("passwordMaxSequence", "sequences; the nearest rule is 'max-sequential'"),
    ("passwordMaxSeqSets", "sequences that occur twice"),
    (
      "passwordMaxClassChars", "characters of a class in a row; the nearest rule is 'max-class-run'"
    ),
    ("passwordBadWords", "words inside it; the nearest rule is 'context: \"word\" substring'"),
    ("passwordUserAttributes", "values of the user's entry inside it"),
  ]
  private static let silent: SilentSettings = [
    "passwordDictPath": nil,
    "passwordMaxAge": .time(.maxAge, 86_400, endless: false, gate: "passwordExp"),
    "passwordMinAge": .time(.minAge, 86_400, endless: false), "passwordExp": nil,
    "passwordWarning": nil, "passwordHistory": nil,
    "passwordInHistory": SettingForm(
      name: .history, otherwise: 0, gate: "passwordHistory", off: .number(0)),
    "passwordLockout": nil, "passwordMaxFailure": .threshold(gate: "passwordLockout"),
    "passwordUnlock": nil,
    "passwordLockoutDuration": .time(.lockoutDuration, 60, gate: "passwordUnlock"),
    "passwordResetFailureCount": .time(.lockoutWindow, 60, endless: false),
    "passwordChange": nil, "passwordMustChange": nil, "passwordGraceLimit": nil,
    "passwordStorageScheme": nil, "passwordIsGlobalPolicy": nil, "passwordLegacyPolicy": nil,
    "passwordTrackUpdateTime": nil, "passwordAdminDN": nil, "passwordSendExpiringTime": nil,
    "passwordAdminSkipInfoUpdate": nil, "passwordTPRMaxUse": nil, "passwordTPRDelayExpireAt": nil,
    "passwordTPRDelayValidFrom": nil,
  ]
  private static let token = "passwordMinTokenLength"

  /// Whether some labels are those of such a policy, which one number alone is not.
  static func fits(_ labels: some Sequence<String>) -> Bool {
    let known = Set((classes.map(\.label) + numbers + [token]).map { $0.lowercased() })
    return labels.contains { $0 == check.lowercased() } || labels.count(where: known.contains) > 1
  }

  static func read(_ text: SourceText, into draft: inout Draft) throws(Refusal) {
    try draft.addEntries(
      of: text,
      where: { $0.has(check) || (classes.map(\.label) + numbers).contains(where: $0.has) },
      else: Refusal("passwordMinLength", "no entry has such an attribute"), add)
  }

  private static func add(_ entry: Fields, name: String?, to draft: inout Draft) {
    entry.refuseOthers(
      classes.map(\.label) + numbers + unjudged.map(\.label) + silent.map(\.key) + [check, token],
      as: "is no attribute of a policy that is known here", where: { $0.hasPrefix("password") },
      &draft)
    entry.remark(silent, directorySilence, &draft)
    if entry.isOn(check) == false {
      draft.remark(.note, check, entry.place(check), "it is off, so that the server checks nothing")
      return draft.add([Alternative()], name: name)
    }
    if !entry.has(check) {
      draft.remark(
        .notEnforced, check, .start, "it is not set here; the server checks nothing unless it is on"
      )
    }
    var has = classes.compactMap { label, set -> Alternative.Need? in
      let count = entry.number(label, &draft) ?? 0
      return count > 0 ? Alternative.Need(count: count, set: set) : nil
    }
    let kinds = entry.number("passwordMinCategories", otherwise: 3, &draft) ?? 0
    if kinds > 4 { has.append(Alternative.Need(count: 1, set: beyondASCII)) }
    let repeats = entry.number("passwordMaxRepeats", &draft) ?? 0
    let least = entry.number("passwordMinLength", otherwise: 8, &draft)
    for (label, text) in unjudged {
      guard let value = entry[label]?.text, entry.isOn(label) == true || Int(value) ?? 1 > 0,
        !["off", "no", "false", ""].contains(value.lowercased())
      else { continue }
      draft.remark(.notJudged, entry.name(label), entry.place(label), text)
    }
    draft.remark(
      .notJudged, token, entry.place(token),
      "the user's uid, cn, sn, givenName, ou and mail inside it, where they are as long; the nearest "
        + "rule is 'context: username substring'")
    draft.remark(
      .ascii, "389 Directory Server", .start,
      "characters beyond ASCII are a fifth category, and control characters are specials")
    draft.add(
      [
        Alternative(
          least: least ?? 0, has: has, maxRepeating: repeats > 0 ? repeats : nil,
          minClasses: kinds > 0 ? Alternative.Kinds(count: min(kinds, 4)) : nil)
      ], name: name)
  }
}

/// Reads what `ipa pwpolicy-show` prints, or the attributes of such an entry.
///
/// With one of libpwquality's settings FreeIPA asks that library, and judges lengths by it.
enum FreeIPAReader {
  /// What is printed, the attribute, and the setting of libpwquality.
  private static let settings: [(label: String, attribute: String, setting: String)] = [
    ("Max repeat", "ipaPwdMaxRepeat", "maxrepeat"),
    ("Max sequence", "ipaPwdMaxSequence", "maxsequence"),
    ("Dictionary check", "ipaPwdDictCheck", "dictcheck"),
    ("User check", "ipaPwdUserCheck", "usercheck"),
    ("Digit credit", "ipaPwdDcredit", "dcredit"), ("Uppercase credit", "ipaPwdUcredit", "ucredit"),
    ("Lowercase credit", "ipaPwdLcredit", "lcredit"), ("Other credit", "ipaPwdOcredit", "ocredit"),
  ]
  private static let length = ["Min length", "krbPwdMinLength"]
  private static let classes = ["Character classes", "krbPwdMinDiffChars"]
  private static let silent: SilentSettings = [
    "Max lifetime (days)": .time(.maxAge, 1),
    "Min lifetime (hours)": .time(.minAge, 24, endless: false), "History size": .history,
    "Max failures": .threshold(),
    "Failure reset interval": .time(.lockoutWindow, 60, endless: false),
    "Lockout duration": .time(.lockoutDuration, 60), "Grace login limit": nil, "Priority": nil,
    "krbMaxPwdLife": .time(.maxAge, 86_400),
    "krbMinPwdLife": .time(.minAge, 86_400, endless: false), "krbPwdHistoryLength": .history,
    "krbPwdMaxFailure": .threshold(),
    "krbPwdFailureCountInterval": .time(.lockoutWindow, 60, endless: false),
    "krbPwdLockoutDuration": .time(.lockoutDuration, 60), "passwordGraceLimit": nil,
    "cosPriority": nil,
  ]
  /// The labels that belong to the entry.
  private static let entry = ["group", "cn", "dn", "objectclass"]

  /// Whether labels are those of such a policy.
  static func fits(_ labels: some Sequence<String>) -> Bool {
    let found = Set(labels)
    let attributes = [length[1], classes[1]] + settings.map(\.attribute)
    if attributes.contains(where: { found.contains($0.lowercased()) }) { return true }
    let printed =
      ["Group", length[0], classes[0]] + settings.map(\.label) + silent.prefix(4).map(\.key)
    return printed.count { found.contains($0.lowercased()) } > 1
  }

  static func read(_ text: SourceText, into draft: inout Draft) throws(Refusal) {
    let names = length + classes + settings.flatMap { [$0.label, $0.attribute] }
    let others = silent.map(\.key)
    try draft.addEntries(
      of: text, where: { (names + others).contains(where: $0.has) },
      else: Refusal("Min length", "expected a line that begins 'Min length:'")
    ) { entry, name, draft throws(Refusal) in
      entry.refuseOthers(
        names, besides: others + Self.entry, as: "is nothing of a policy that is known here", &draft
      )
      try add(entry, name: name, to: &draft)
    }
  }

  private static func add(
    _ entry: Fields, name: String?, to draft: inout Draft
  ) throws(Refusal) {
    func first(_ labels: [String]) -> String { labels.first(where: entry.has) ?? labels[0] }
    let least = entry.number(first(length), &draft) ?? 0
    let kinds = entry.number(first(classes), &draft) ?? 0
    entry.remark(silent, directorySilence, &draft)
    var base = Alternative(least: least)
    if kinds > 0 {
      base.minClasses = Alternative.Kinds(count: min(kinds, 4))
      let label = first(classes)
      if kinds > 4 { base.has.append(.init(count: 1, set: PointSet([0x80...0x10FFFF]))) }
      draft.remark(
        .notJudged, entry.name(label), entry.place(label),
        "a character three times in a row takes one class away")
      draft.remark(.ascii, "FreeIPA", .start, "characters beyond ASCII are a fifth class")
    }
    var quality = PwqualitySettings()
    quality.system = "libpwquality of FreeIPA"
    var isAsked = false
    for key in ["dictcheck", "usercheck"] { quality.set(key, 0) }
    for (printed, attribute, key) in settings {
      guard let label = [printed, attribute].first(where: entry.has) else { continue }
      let isSwitch = key == "dictcheck" || key == "usercheck"
      let number =
        isSwitch
        ? entry.isOn(label) == true ? 1 : 0
        : entry.number(label, from: -1_000_000, &draft) ?? 0
      if number != 0 { quality.set(key, number, at: entry.place(label)) }
      isAsked = isAsked || number != 0
    }
    guard isAsked else { return draft.add([base], name: name) }
    quality.set("minlen", least)
    base.least = 0
    draft.add(
      try Alternative.conjunction([[base], try quality.policy(&draft)]), name: name)
  }
}

/// Reads what programs print of the policy of a domain: `nxc --pass-pol`, enum4linux, samba-tool.
///
/// Their lines may begin with the protocol, the host and its port, or with `[+]`.
enum PassPolReader {
  private static let length = "minimum password length:"
  private static let complexity = [
    "password complexity flags:", "domain password complex:", "domain_password_complex:",
    "password complexity:",
  ]
  private static let silent = [
    "password history length:", "maximum password age", "minimum password age",
    "reset account lockout", "locked account duration", "account lockout",
    "forced log off time:", "domain refuse password change:", "domain password store cleartext:",
    "domain password lockout admins:", "domain password no clear change:",
    "domain password no anon change:", "store plaintext passwords:",
  ]

  /// Whether a line names such a policy.
  static func fits(_ line: Scalars) -> Bool {
    complexity.contains { value(of: $0, in: line) != nil }
      || line.contains("Dumping password info for domain")
  }

  /// The first word after a label, in lower case, and the label as written up to its colon; nil if the
  /// line does not have it.
  private static func value(
    of label: String, in line: Scalars
  ) -> (word: String, label: String)? {
    guard let first = label.unicodeScalars.first else { return nil }
    for index in line.indices where line[index].lower == first {
      guard index == line.startIndex || line[index - 1].isSpace else { continue }
      var rest = line[index...]
      guard rest.take(label, anyCase: true) else { continue }
      rest.skipSpace()
      return (
        rest.prefix { !$0.isSpace }.text.lowercased(),
        line[index...].prefix(64).prefix { $0 != ":" }.trimmed.text
      )
    }
    return nil
  }

  static func read(_ text: SourceText, into draft: inout Draft) throws(Refusal) {
    var (least, complex): ((Int?, SourcePlace)?, (Bool, SourcePlace)?) = (nil, nil)
    for line in text.lines {
      let place = line.place(line.scalars.startIndex)
      if let (word, label) = value(of: length, in: line.scalars) {
        let number = word == "none" ? 0 : draft.number(.text(word), label, place)
        if let known = least, known.0 != number {
          throw Refusal(
            label, at: place, "another length than before; give one domain's policy at a time")
        }
        least = (number, place)
      } else if let (word, _) = complexity.lazy.compactMap({ value(of: $0, in: line.scalars) })
        .first
      {
        // Of the flags, the last one.
        complex = (["1", "on", "true", "enabled"].contains(word) || isFlags(word), place)
      } else if let (_, label) = silent.lazy.compactMap({ value(of: $0, in: line.scalars) }).first {
        draft.remark(.notText, label, place, ActiveDirectory.silence)
      }
    }
    guard let least else {
      throw Refusal("Minimum password length", "expected a line with 'Minimum password length:'")
    }
    if complex == nil { ActiveDirectory.remarkOnMissingComplexity(at: least.1, "the text", &draft) }
    ActiveDirectory(
      least: least.0 ?? 0, isComplex: complex?.0 ?? false, placeOfLength: least.1,
      placeOfComplexity: complex?.1 ?? .start
    ).add(to: &draft)
  }

  private static func isFlags(_ word: String) -> Bool {
    word.utf8.count == 6 && word.utf8.allSatisfy { $0 == 0x30 || $0 == 0x31 } && word.last == "1"
  }
}
