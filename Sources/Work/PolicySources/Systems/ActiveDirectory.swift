import PasswordPolicies

/// The policy that Active Directory judges by, whichever text shows it.
///
/// | source's key | becomes |
/// | --- | --- |
/// | MinPasswordLength, MinimumPasswordLength | `minlength` |
/// | ComplexityEnabled, PasswordComplexity | `min-classes: 3 unicode` |
/// | none | `maxlength: 256` |
struct ActiveDirectory {
  var least: Int
  var isComplex: Bool
  var placeOfLength = SourcePlace.start
  var placeOfComplexity = SourcePlace.start

  /// Adds the policy with its remarks.
  func add(to draft: inout Draft, name: String? = nil) {
    if isComplex {
      draft.remark(
        .notJudged, "account and display name", placeOfComplexity,
        "the account's name, and parts of the display name of three characters or more, in any case; "
          + "the nearest rule is 'context: username substring'")
    }
    let tables =
      "; letters beyond ASCII are sorted by Unicode's general categories here, by Windows' own tables "
      + "there"
    draft.remark(.ascii, "Active Directory", placeOfLength, Unit.utf16 + (isComplex ? tables : ""))
    let kinds = isComplex ? Alternative.Kinds(count: 3, isUnicode: true) : nil
    draft.add([Alternative(least: least, most: 256, minClasses: kinds)], name: name)
  }

  /// Adds a remark that a text does not show whether complexity is required.
  static func remarkOnMissingComplexity(at place: SourcePlace, _ text: String, _ draft: inout Draft)
  {
    draft.remark(
      .notJudged, "complexity", place,
      "\(text) does not show whether complexity is required; 'secedit /export' does")
  }

  /// The properties of the cmdlets' objects that are not about the text of a password.
  static let silent: SilentSettings = [
    "LockoutDuration": .minutes(.lockoutDuration, 0...0),
    "LockoutObservationWindow": .minutes(.lockoutWindow, nil), "LockoutThreshold": .threshold(),
    "MaxPasswordAge": .days(.maxAge, 0...0), "MinPasswordAge": .days(.minAge, nil),
    "PasswordHistoryCount": SettingForm(name: .history),
    "ReversibleEncryptionEnabled": SettingForm(name: .reversible, writing: .truth),
    "Precedence": nil, "AppliesTo": nil,
  ]

  /// What the silent properties say.
  static let silence = "for whom or how long it holds"
}

/// Reads the objects of `Get-ADDefaultDomainPasswordPolicy` and `Get-ADFineGrainedPasswordPolicy`.
enum ActiveDirectoryReader {
  static func read(_ value: JSON, into draft: inout Draft) throws(Refusal) {
    let elements = value.array ?? [value]
    let refusal = Refusal("MinPasswordLength", "expected objects with MinPasswordLength")
    if elements.isEmpty || elements.contains(where: { $0.object == nil }) { throw refusal }
    try draft.each(of: value, else: refusal) { object, draft in
      add(object, isOnly: elements.count == 1, &draft)
    }
  }

  /// Reads the same objects in the form `Key : Value`; a key that occurs again begins an object.
  static func read(list text: SourceText, into draft: inout Draft) {
    var objects = [Fields()]
    for line in text.lines {
      var rest = line.scalars
      let key = rest.take(while: \.isWord).text
      rest.skipSpace()
      guard !key.isEmpty, rest.take(":") else { continue }
      if objects[objects.count - 1].has(key) { objects.append(Fields()) }
      let place = line.place(line.scalars.startIndex)
      objects[objects.count - 1].set(key, .text(rest.trimmed.text), at: place)
    }
    for object in objects { add(object, isOnly: objects.count == 1, &draft) }
  }

  private static func add(_ object: Fields, isOnly: Bool, _ draft: inout Draft) {
    let (length, complexity) = ("MinPasswordLength", "ComplexityEnabled")
    let least = draft.number(object[length], length, object.place(length))
    let isComplex = object.truth(complexity, &draft)
    object.remark(ActiveDirectory.silent, ActiveDirectory.silence, &draft)
    ActiveDirectory(
      least: least ?? 0, isComplex: isComplex, placeOfLength: object.place(length),
      placeOfComplexity: object.place(complexity)
    ).add(to: &draft, name: isOnly ? nil : name(of: object))
  }

  /// The name, or the first part of the distinguished name.
  private static func name(of object: Fields) -> String? {
    if let name = object["Name"]?.text, !name.isEmpty { return name }
    let first = object["DistinguishedName"]?.text?.split(separator: ",").first ?? ""
    let name = first.hasPrefix("DC=") ? String(first.dropFirst(3)) : String(first)
    return name.isEmpty ? nil : name
  }
}
