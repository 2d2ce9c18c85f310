import PasswordPolicies

/// Reads what .NET asks of passwords: ASP.NET Core Identity's `PasswordOptions`, in C# or JSON, that of
/// ASP.NET Identity 2, and the data annotations of a property that is called password.
///
/// | attribute | becomes |
/// | --- | --- |
/// | `StringLength(20, MinimumLength = 8)`, `Length(8, 20)`, `MinLength(8)`, `MaxLength(20)` | `minlength`, `maxlength` |
/// | `RegularExpression(@"…")` | the expression, for the whole password |
/// | `Required` | a character that is no white space |
enum DotNetReader {
  /// The settings of Identity, with their values where they are not set: in ASP.NET Core, and in version 2.
  private static let settings: [(name: String, value: Int, old: Int, set: PointSet?)] = [
    ("RequiredLength", 6, 0, nil), ("RequiredUniqueChars", 1, 0, nil),
    ("RequireDigit", 1, 0, .digit),
    ("RequireLowercase", 1, 0, .lower), ("RequireUppercase", 1, 0, .upper),
    ("RequireNonAlphanumeric", 1, 0, .other), (oldName, 0, 0, .other),
  ]
  private static let names = Set(settings.map(\.name))
  private static let oldName = "RequireNonLetterOrDigit"

  /// The attributes that judge a text.
  private static let attributes: Set<String> = [
    "StringLength", "Length", "MinLength", "MaxLength", "RegularExpression", "Required",
  ]
  private static let silent: Set<String> = [
    "BindProperty", "BindRequired", "Column", "Compare", "DataMember", "DataType", "DefaultValue",
    "Description", "Display", "DisplayFormat", "DisplayName", "FromBody", "FromForm", "FromQuery",
    "JsonIgnore", "JsonProperty", "JsonPropertyName", "JsonRequired", "NotMapped", "Parameter",
    "PasswordPropertyText", "PersonalData", "ProtectedPersonalData", "SupplyParameterFromForm",
    "UIHint",
  ]

  /// Whether a text in C# has an attribute that bounds a text, or sets what Identity asks for.
  static func fits(_ text: SourceText) -> Bool {
    let source = CSharpSource(text)
    return !source.assignments(to: names).all.isEmpty
      || source.members.contains { member in
        member.attributes.contains { attributes.contains($0.name) && !$0.values.isEmpty }
      }
  }

  /// The object with Identity's settings, with its pointer; nil if there is none.
  static func options(in object: JSON.Object, _ pointer: String = "/") -> Fields? {
    if object.keys.contains(where: names.contains) { return Fields(object, at: pointer) }
    for key in ["Password", "PasswordOptions", "IdentityOptions", "Identity", "Options"] {
      if let inner = object[key]?.object, pointer.utf8.count < 100,
        let found = options(in: inner, "\(pointer)\(key)/")
      {
        return found
      }
    }
    return nil
  }

  static func read(_ text: SourceText, into draft: inout Draft) throws(Refusal) {
    if text.scalars.first(where: { !$0.isSpace }) == "{", let value = try? JSON(parsing: text) {
      guard let fields = value.object.flatMap({ options(in: $0) }) else {
        throw Refusal(
          "RequiredLength", at: .pointer("/"), "expected an object with 'RequiredLength'")
      }
      fields.refuseOthers(settings.map(\.name), &draft)
      return draft.add([identity(fields, &draft)])
    }
    let source = CSharpSource(text)
    let assigned = source.assignments(to: names)
    if !assigned.all.isEmpty {
      let one = identity(assigned, isOld: assigned.has(oldName), &draft)
      if source.has("AddPasswordValidator") {
        draft.remark(
          .notJudged, "AddPasswordValidator", .start, "what a validator of one's own asks")
      }
      draft.add([one])
    }
    try readAnnotations(source, isAlone: assigned.all.isEmpty, into: &draft)
  }

  /// The alternative of Identity's settings.
  private static func identity(
    _ written: Fields, isOld: Bool = false, _ draft: inout Draft
  ) -> Alternative {
    var one = Alternative()
    one.has = [Alternative.Need(count: 1, set: PointSet.space.complement)]
    for (name, standard, old, set) in settings {
      let otherwise = isOld ? old : standard
      if let set {
        if written.truth(name, otherwise: .number("\(otherwise)"), &draft) {
          one.has.append(Alternative.Need(count: 1, set: set))
        }
        continue
      }
      let number = written.number(name, otherwise: otherwise, from: .min, &draft) ?? 0
      if name == "RequiredLength" {
        one.least = max(number, 0)
      } else {
        one.unique = number > 1 ? number : 0
      }
    }
    draft.remark(.ascii, "Identity", .start, Unit.utf16)
    _ = one.settle()
    return one
  }
}

// Data annotations
extension DotNetReader {
  private static func readAnnotations(
    _ source: CSharpSource, isAlone: Bool, into draft: inout Draft
  ) throws(Refusal) {
    let members = source.members.filter { member in
      member.attributes.contains { attributes.contains($0.name) }
    }
    let chosen = members.filter { member in member.name.map(isPassword) ?? true }
    if chosen.isEmpty, isAlone {
      throw Refusal(
        "password",
        members.first?.name.map {
          "expected a property that is called password, found '\($0.prefix(40))'; "
            + "pass its attributes alone"
        }
          ?? "expected attributes such as [StringLength(64, MinimumLength = 8)], or Identity's settings"
      )
    }
    var read: [(name: String?, alternatives: [Alternative])] = []
    for member in chosen {
      var lists: [[Alternative]] = []
      for attribute in member.attributes { lists += alternatives(of: attribute, &draft) }
      let found = try Alternative.conjunction(lists)
      let name = member.name.map { name in member.type.map { "\($0).\(name)" } ?? name }
      if !read.contains(where: { $0.alternatives == found }) { read.append((name, found)) }
    }
    for (name, found) in read {
      draft.add(found, name: read.count > 1 || !isAlone ? name : nil)
    }
  }

  /// Whether a property holds a new password, by its name.
  private static func isPassword(_ name: String) -> Bool { JSONSchemaReader.isPassword(name) }

  /// What an attribute says: one list, or none with a remark.
  private static func alternatives(
    of attribute: CSharpSource.Attribute, _ draft: inout Draft
  ) -> [[Alternative]] {
    let (name, place) = (attribute.name, attribute.place)
    func number(_ value: JSON?, _ draft: inout Draft) -> Int? {
      draft.number(value, name, place)
    }
    var one = Alternative()
    switch name {
    case "StringLength":
      one.most = number(attribute["maximumLength", 0], &draft)
      one.least = attribute["MinimumLength", nil].flatMap { number($0, &draft) } ?? 0
    case "Length":
      one.least = number(attribute["minimumLength", 0], &draft) ?? 0
      one.most = number(attribute["maximumLength", 1], &draft)
    case "MinLength": one.least = number(attribute["length", 0], &draft) ?? 0
    case "MaxLength":
      // Without a number, or with -1, as long as the database permits.
      guard let value = attribute["length", 0], value != .number("-1") else { return [] }
      one.most = draft.number(value, name, place, from: 1)
    case "Required":
      guard attribute["AllowEmptyStrings", nil] != .truth(true) else { return [] }
      one.has = [Alternative.Need(count: 1, set: PointSet.space.complement)]
      return [[one]]
    case "RegularExpression":
      guard let pattern = attribute["pattern", 0]?.text else {
        draft.remark(.cannot, name, place, "a value that is no literal; write its value")
        return []
      }
      return expression(Array(pattern.unicodeScalars), place, &draft)
    default:
      if silent.contains(name) {
        draft.remark(.notText, name, place, "how it is shown, stored or compared")
      } else {
        draft.remark(
          .notJudged, String(name.prefix(40)), place,
          "an attribute that is not known here; if it judges the text, the system refuses more")
      }
      return []
    }
    if let most = one.most, most < one.least {
      draft.remark(
        .cannot, name, place,
        "the least length, \(one.least), is more than the most, \(most), which .NET refuses")
      return []
    }
    draft.remark(.ascii, name, place, Unit.utf16)
    return [[one]]
  }

  private static func expression(
    _ pattern: [Unicode.Scalar], _ place: SourcePlace, _ draft: inout Draft
  ) -> [[Alternative]] {
    if pattern.last != "$",
      pattern.contains("|") || pattern[...].contains("}?")
        || pattern[...].contains("*?") || pattern[...].contains("+?")
    {
      draft.remark(
        .notJudged, "RegularExpression", place,
        "the first match must be the whole password: without '$', .NET does not try a longer one")
    }
    if pattern.contains("\\") {
      draft.remark(
        .ascii, "RegularExpression", place, "'\\d' and '\\w' are digits and letters of any script")
    }
    return draft.alternatives(of: pattern, .dotNet) { _ in place }
  }
}

extension CSharpSource.Attribute {
  /// An argument by its name, or by its place among those without one.
  fileprivate subscript(name: String, index: Int?) -> JSON? {
    named[name] ?? index.flatMap { values.indices.contains($0) ? values[$0] : nil }
  }
}
