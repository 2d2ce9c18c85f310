import PasswordPolicies

/// The members of an object in JSON, with their places.
struct Fields {
  let object: JSON.Object
  /// The pointer to the object, with a slash at its end.
  let pointer: String
  /// Whether its names are written as Terraform writes them: `minimum_length` for `MinimumLength`.
  let isSnakeCase: Bool

  init(_ object: JSON.Object, at pointer: String, isSnakeCase: Bool = false) {
    self.object = object
    self.pointer = pointer
    self.isSnakeCase = isSnakeCase
  }

  subscript(key: String) -> JSON? { object[name(key)] }

  /// The name of a member in this object.
  func name(_ key: String) -> String {
    guard isSnakeCase else { return key }
    return key.reduce(into: "") { name, letter in
      name += (letter.isUppercase && !name.isEmpty ? "_" : "") + letter.lowercased()
    }
  }

  /// The place of a member.
  func place(_ key: String) -> SourcePlace { .pointer(pointer + name(key)) }

  /// A whole number, or the default where the member is missing; nil with a remark if it is none.
  func number(
    _ key: String, otherwise number: Int, from low: Int = 0, to high: Int = Draft.largest,
    _ draft: inout Draft
  ) -> Int? {
    draft.number(self[key] ?? .number("\(number)"), name(key), place(key), from: low, to: high)
  }

  /// The classes whose member is true: each must occur.
  func needs(
    _ classes: [(key: String, set: PointSet)], _ draft: inout Draft
  ) -> [Alternative.Need] {
    classes.filter { draft.truth(self[$0.key], name($0.key), place($0.key)) }
      .map { Alternative.Need(count: 1, set: $0.set) }
  }

  /// Remarks on members that are not about the text of a password, and the settings that they state.
  func remark(
    _ keys: [String], _ text: String, stating forms: [String: SettingForm] = [:],
    _ draft: inout Draft
  ) {
    for key in keys where self[key] != nil {
      draft.take(self[key], as: forms[key], name(key), place(key), remark: text)
    }
  }

  /// Refuses the members that are neither among these keys nor remarked on.
  func refuseOthers(_ keys: [String], _ draft: inout Draft) {
    let names = keys.map(name)
    for key in object.keys where !names.contains(key) {
      let place = SourcePlace.pointer(pointer + key)
      if !draft.hasRemark(on: key, place) {
        draft.unknown(key, place, "is not known here", among: names)
      }
    }
  }
}
