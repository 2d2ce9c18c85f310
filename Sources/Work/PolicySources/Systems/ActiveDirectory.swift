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
  static let silent = [
    "LockoutDuration", "LockoutObservationWindow", "LockoutThreshold", "MaxPasswordAge",
    "MinPasswordAge", "PasswordHistoryCount", "ReversibleEncryptionEnabled", "Precedence",
    "AppliesTo",
  ]

  /// What the silent properties say.
  static let silence = "for whom or how long it holds"
}

/// Reads the objects of `Get-ADDefaultDomainPasswordPolicy` and `Get-ADFineGrainedPasswordPolicy`.
enum ActiveDirectoryReader {
  /// The value and the place of each property of an object.
  private typealias Properties = [String: (value: JSON, place: SourcePlace)]

  static func read(_ value: JSON, into draft: inout Draft) throws(Refusal) {
    let elements = value.array ?? [value]
    let objects = elements.compactMap(\.object)
    guard !objects.isEmpty, objects.count == elements.count else {
      throw Refusal("MinPasswordLength", "expected objects with MinPasswordLength")
    }
    for (index, object) in objects.enumerated() {
      let at = value.array == nil ? "/" : "/\(index)/"
      draft.object = value.array == nil ? nil : at
      var properties: Properties = [:]
      for key in object.keys { properties[key] = object[key].map { ($0, .pointer(at + key)) } }
      add(properties, isOnly: objects.count == 1, { .pointer(at + $0) }, &draft)
    }
  }

  /// Reads the same objects in the form `Key : Value`; a key that occurs again begins an object.
  static func read(list text: SourceText, into draft: inout Draft) {
    var objects: [Properties] = [[:]]
    for line in text.lines {
      var rest = line.scalars
      let key = rest.take(while: \.isWord).text
      rest.skipSpace()
      guard !key.isEmpty, rest.take(":") else { continue }
      if objects[objects.count - 1][key] != nil { objects.append([:]) }
      let place = line.place(line.scalars.startIndex)
      objects[objects.count - 1][key] = (.text(rest.trimmed.text), place)
    }
    for object in objects { add(object, isOnly: objects.count == 1, { _ in .start }, &draft) }
  }

  private static func add(
    _ object: Properties, isOnly: Bool, _ missing: (String) -> SourcePlace, _ draft: inout Draft
  ) {
    func at(_ key: String) -> SourcePlace { object[key]?.place ?? missing(key) }
    let (length, complexity) = ("MinPasswordLength", "ComplexityEnabled")
    let least = draft.number(object[length]?.value, length, at(length))
    let isComplex = draft.truth(object[complexity]?.value, complexity, at(complexity))
    for key in ActiveDirectory.silent where object[key] != nil {
      draft.take(
        object[key]?.value, as: SettingForm.activeDirectory[key], key, at(key),
        remark: ActiveDirectory.silence)
    }
    ActiveDirectory(
      least: least ?? 0, isComplex: isComplex, placeOfLength: at(length),
      placeOfComplexity: at(complexity)
    ).add(to: &draft, name: isOnly ? nil : name(of: object))
  }

  /// The name, or the first part of the distinguished name.
  private static func name(of object: Properties) -> String? {
    if let name = object["Name"]?.value.text, !name.isEmpty { return name }
    let first = object["DistinguishedName"]?.value.text?.split(separator: ",").first ?? ""
    let name = first.hasPrefix("DC=") ? String(first.dropFirst(3)) : String(first)
    return name.isEmpty ? nil : name
  }
}
