import PasswordPolicies

/// Settings of a source by name, each with its value and place; of two with one name, the last counts.
struct Fields {
  /// A setting as it is written.
  struct Field {
    let name: String
    let value: JSON
    let place: SourcePlace
  }

  /// How a source writes the names.
  enum Naming {
    case exactly, inAnyCase
    /// As Terraform writes them: `minimum_length` for `MinimumLength`.
    case inSnakeCase
  }

  /// The name of what the settings belong to, where the text gives one.
  var title: String?
  /// The pointer to their object, with a slash at its end; empty for lines of a text.
  let pointer: String
  private let naming: Naming
  private var fields = OrderedSettings<Field>()

  /// No settings yet, of lines of a text.
  init(_ naming: Naming = .exactly) { (pointer, self.naming) = ("", naming) }

  /// The members of an object of JSON.
  init(_ object: JSON.Object, at pointer: String, _ naming: Naming = .exactly) {
    (self.pointer, self.naming) = (pointer, naming)
    for (name, value) in object.pairs { set(name, value, at: .pointer(pointer + name)) }
  }

  mutating func set(_ name: String, _ value: JSON, at place: SourcePlace) {
    let key = naming == .inAnyCase ? name.lowercased() : name
    fields.set(key, Field(name: name, value: value, place: place))
  }

  /// The settings in the order of the source.
  var all: [Field] { fields.pairs.map(\.value) }

  /// Whether a setting occurs.
  func has(_ name: String) -> Bool { fields.has(key(name)) }

  subscript(name: String) -> JSON? { fields[key(name)]?.value }

  /// The name of a setting as it is written here.
  func name(_ name: String) -> String { fields[key(name)]?.name ?? spelled(name) }

  /// The place of a setting, or where it could stand.
  func place(_ name: String) -> SourcePlace {
    fields[key(name)]?.place ?? (pointer.isEmpty ? .start : .pointer(pointer + spelled(name)))
  }

  private func key(_ name: String) -> String {
    naming == .inAnyCase ? name.lowercased() : spelled(name)
  }

  private func spelled(_ name: String) -> String {
    guard naming == .inSnakeCase else { return name }
    return name.reduce(into: "") { name, letter in
      name += (letter.isUppercase && !name.isEmpty ? "_" : "") + letter.lowercased()
    }
  }

  /// The members of an object among them; none if it is missing.
  func inner(_ name: String) -> Fields {
    Fields(self[name]?.object ?? JSON.Object(), at: "\(pointer)\(name)/")
  }

  /// A whole number, or the default where the setting is missing; nil with a remark if it is none.
  func number(
    _ key: String, otherwise number: Int = 0, from low: Int = 0, to high: Int = Draft.largest,
    _ draft: inout Draft
  ) -> Int? {
    draft.number(self[key] ?? .number("\(number)"), name(key), place(key), from: low, to: high)
  }

  /// A truth value; false with a remark if it is none.
  func truth(_ key: String, otherwise: JSON? = nil, _ draft: inout Draft) -> Bool {
    draft.truth(self[key] ?? otherwise, name(key), place(key))
  }

  /// The classes whose setting is true: each must occur.
  func needs(
    _ classes: [(key: String, set: PointSet)], _ draft: inout Draft
  ) -> [Alternative.Need] {
    classes.filter { truth($0.key, &draft) }.map { Alternative.Need(count: 1, set: $0.set) }
  }

  /// Whether a value says yes, in any of the words of directory servers; nil if the setting is missing.
  func isOn(_ name: String) -> Bool? {
    self[name].map {
      ["on", "true", "1", "yes", "enabled"].contains(($0.text ?? "").lowercased())
    }
  }

  /// Remarks on settings that are not about the text of a password, and takes what they state.
  func remark(_ silent: SilentSettings, _ text: String, _ draft: inout Draft) {
    for (name, _) in silent where has(name) { _ = remark(on: name, of: silent, text, &draft) }
  }

  /// Remarks on one of them, and takes what it states; false if it is none of them.
  func remark(
    on key: String, of silent: SilentSettings, _ text: String, _ draft: inout Draft
  ) -> Bool {
    guard let row = silent.first(where: { self.key($0.key) == self.key(key) }) else { return false }
    let isRead = row.value?.gate.map { isOn($0) == true } ?? true
    let (name, place) = (name(key), place(key))
    draft.take(self[key], as: isRead ? row.value : nil, name, place, remark: text)
    for case (_, let gated?) in silent {
      if let gate = gated.gate, self.key(gate) == self.key(key), isOn(key) == false {
        draft.set(PolicySetting(gated.name, gated.off, part: name, at: place))
      }
    }
    return true
  }

  /// Refuses the settings that are neither among these names, nor among others, nor remarked on.
  func refuseOthers(
    _ names: [String], besides others: [String] = [], as text: String = "is not known here",
    where isOurs: (String) -> Bool = { _ in true }, _ draft: inout Draft
  ) {
    let known = Set((names + others).map(key))
    for (key, field) in fields.pairs where !known.contains(key) && isOurs(key) {
      if !draft.hasRemark(on: field.name, field.place) {
        draft.unknown(field.name, field.place, text, among: names.map(spelled))
      }
    }
  }
}

/// Settings that are not about the text of a password, each with its form if it states one of ours.
typealias SilentSettings = KeyValuePairs<String, SettingForm?>

extension Draft {
  /// Reads an object, or each object of an array, whose remarks are then its own.
  mutating func each(
    of value: JSON, else refusal: Refusal, _ read: (Fields, inout Draft) throws(Refusal) -> Void
  ) throws(Refusal) {
    for (index, element) in (value.array ?? [value]).enumerated() {
      guard let members = element.object else { throw refusal }
      object = value.array == nil ? nil : "/\(index)/"
      try read(Fields(members, at: object ?? "/"), &self)
    }
  }
}
