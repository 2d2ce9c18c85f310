import PasswordPolicies

/// Reads the options of a database connection of Auth0.
enum Auth0Reader {
  /// A strength by name.
  struct Level {
    let least: Int
    /// How many of the classes occur.
    var kinds = 0
    var classes: [PointSet] = []
    var maxRepeating: Int?
  }

  private static let four: [PointSet] = [.lower, .upper, .digit, .special]

  /// The levels of `passwordPolicy`.
  static let levels: [String: Level] = [
    "none": Level(least: 1), "low": Level(least: 6),
    "fair": Level(least: 8, kinds: 3, classes: [.lower, .upper, .digit]),
    "good": Level(least: 8, kinds: 3, classes: four),
    "excellent": Level(least: 10, kinds: 3, classes: four, maxRepeating: 2),
  ]

  private static let types: [String: PointSet] = [
    "uppercase": .upper, "lowercase": .lower, "number": .digit, "special": .special,
  ]

  static func read(_ value: JSON, into draft: inout Draft) throws(Refusal) {
    for one in value.array ?? [value] {
      guard let object = one.object else { throw Refusal("passwordPolicy", "expected an object") }
      let inner = object["options"]?.object
      let options = Fields(inner ?? object, at: inner == nil ? "/" : "/options/")
      if let flexible = options["password_options"], flexible != .null {
        try read(flexible: flexible, options, &draft)
      } else {
        try read(level: options, &draft)
      }
    }
  }

  private static func read(level options: Fields, _ draft: inout Draft) throws(Refusal) {
    let written = options["passwordPolicy"].map { $0.isEmpty ? .null : $0 } ?? .null
    let name = written == .null ? "none" : written.text ?? ""
    guard let level = levels[name] else {
      draft.remark(
        .cannot, String(name.prefix(40)), options.place("passwordPolicy"),
        "expected none, low, fair, good or excellent")
      return
    }
    var least = level.least
    if let given = options["password_complexity_options"]?.object?["min_length"], given != .null {
      let place = options.place("password_complexity_options/min_length")
      least = draft.number(given, "min_length", place, from: 1, to: 128) ?? least
    }
    let base = Alternative(least: least, maxRepeating: level.maxRepeating)
    let found = try Alternative.atLeast(level.kinds, of: level.classes, base)
    remark(
      on: options, list: "password_dictionary", person: "password_no_personal_info",
      history: "password_history", if: "enable", &draft)
    draft.add(found)
  }

  /// Reads the newer form, which wins over levels.
  private static func read(
    flexible: JSON, _ options: Fields, _ draft: inout Draft
  ) throws(Refusal) {
    options.remark(
      [
        "passwordPolicy": nil, "password_complexity_options": nil, "password_dictionary": nil,
        "password_no_personal_info": nil,
      ], "ignored by Auth0 beside password_options", &draft)
    if flexible.object == nil {
      throw Refusal(
        "password_options", at: options.place("password_options"), "expected an object")
    }
    let fields = options.inner("password_options")
    let complexity = fields.inner("complexity")
    var found = try alternatives(of: complexity, &draft)
    if complexity["max_length_exceeded"]?.text == "error" {
      for index in found.indices { found[index].most = 72 }
      draft.remark(
        .ascii, "max_length_exceeded", complexity.place("max_length_exceeded"),
        "the limit of 72 counts bytes of UTF-8")
    }
    for (key, kind) in [
      ("identical_characters", "identical"), ("sequential_characters", "sequential"),
    ] where complexity[key]?.text == "block" {
      draft.remark(
        .notJudged, key, complexity.place(key),
        "\(kind) characters in a row; Auth0 does not document how many")
    }
    remark(
      on: fields, list: "dictionary", person: "profile_data", history: "history", if: "active",
      &draft)
    draft.add(found)
  }

  private static func alternatives(
    of complexity: Fields, _ draft: inout Draft
  ) throws(Refusal) -> [Alternative] {
    let least = complexity.number("min_length", otherwise: 1, from: 1, to: 72, &draft)
    let base = Alternative(least: least ?? 1)
    var chosen: [PointSet] = []
    for type in complexity["character_types"]?.array ?? [] {
      if let set = type.text.flatMap({ types[$0] }) {
        chosen.append(set)
      } else {
        draft.remark(
          .cannot, String((type.text ?? "character_types").prefix(40)),
          complexity.place("character_types"), "expected uppercase, lowercase, number or special")
      }
    }
    let written = complexity["character_type_rule"].map { $0.isEmpty ? .text("all") : $0 }
    let rule = (written ?? .text("all")).text ?? ""
    if rule != "all", rule != "three_of_four" {
      draft.remark(
        .cannot, String(rule.prefix(40)), complexity.place("character_type_rule"),
        "expected all or three_of_four")
    }
    return try Alternative.atLeast(
      chosen.isEmpty ? 0 : rule == "three_of_four" ? 3 : chosen.count, of: chosen, base)
  }

  /// The remarks on what is not judged, which holds if a member says so, and on lengths.
  private static func remark(
    on fields: Fields, list: String, person: String, history: String, if member: String,
    _ draft: inout Draft
  ) {
    for (key, text) in [
      (list, "common passwords and the words of the tenant"), (person, "the user's own data"),
    ] where fields[key]?.object?[member]?.isEmpty == false {
      draft.remark(.notJudged, key, fields.place(key), text)
    }
    remark(onHistory: history, of: fields, if: member, &draft)
    draft.remark(.ascii, "Auth0", .pointer(fields.pointer), Unit.utf16)
  }

  /// The remark on earlier passwords, of which none is refused unless a member says so.
  private static func remark(
    onHistory key: String, of fields: Fields, if member: String, _ draft: inout Draft
  ) {
    guard let history = fields[key]?.object else {
      return fields.remark([key: nil], "earlier passwords", &draft)
    }
    let isOn = history[member]?.isEmpty == false
    draft.take(
      isOn ? history["size"] ?? .text("") : .number("0"), as: .history, key, fields.place(key),
      remark: "earlier passwords")
  }
}
