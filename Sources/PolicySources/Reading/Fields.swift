import PasswordPolicies

/// The members of an object in JSON, with their places.
struct Fields {
  let object: JSON.Object
  /// The pointer to the object, with a slash at its end.
  let pointer: String

  init(_ object: JSON.Object, at pointer: String) {
    self.object = object
    self.pointer = pointer
  }

  subscript(key: String) -> JSON? { object[key] }

  /// The place of a member.
  func place(_ key: String) -> Place { .pointer(pointer + key) }

  /// A whole number, or the default where the member is missing; nil with a remark if it is none.
  func number(
    _ key: String, otherwise number: Int, from low: Int = 0, to high: Int = Draft.largest,
    _ draft: inout Draft
  ) -> Int? {
    draft.number(object[key] ?? .number("\(number)"), key, place(key), from: low, to: high)
  }

  /// The classes whose member is true: each must occur.
  func needs(
    _ classes: [(key: String, set: PointSet)], _ draft: inout Draft
  ) -> [Alternative.Need] {
    classes.filter { draft.truth(object[$0.key], $0.key, place($0.key)) }
      .map { Alternative.Need(count: 1, set: $0.set) }
  }

  /// Remarks on members that are not about the text of a password.
  func remark(_ keys: [String], _ text: String, _ draft: inout Draft) {
    for key in keys where object.has(key) { draft.remark(.notText, key, place(key), text) }
  }

  /// Refuses the members that are neither among these keys nor remarked on.
  func refuseOthers(_ keys: [String], _ draft: inout Draft) {
    for key in object.keys where !keys.contains(key) && !draft.hasRemark(on: key, place(key)) {
      draft.unknown(key, place(key), "is not known here", among: keys)
    }
  }
}
