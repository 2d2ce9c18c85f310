import PasswordPolicies

/// Reads a JSON Schema of a string, or of an object with one property that is a password.
///
/// | keyword | becomes |
/// | --- | --- |
/// | minLength, maxLength | `minlength`, `maxlength` |
/// | pattern | the expression, matched anywhere |
/// | allOf, anyOf, not, $ref | *and*, `or`, the opposite, what they refer to |
struct JSONSchemaReader {
  private let root: JSON.Object
  /// The schemas that may still be read: references can multiply them.
  private var rest = 10_000
  private var depth = 0

  private static let silent: Set<String> = [
    "$schema", "$id", "$comment", "$anchor", "title", "description", "default", "examples",
    "example", "readOnly", "writeOnly", "deprecated", "nullable", "definitions", "$defs",
    "errorMessage",
  ]

  static func read(_ value: JSON, into draft: inout Draft) throws(Refusal) {
    let first = value.array?.first ?? value
    guard let root = first.object else { throw Refusal("schema", "expected a schema") }
    var (schema, pointer) = (first, "")
    if let properties = root["properties"]?.object {
      let names = properties.keys.filter(isPassword)
      guard names.count == 1, let name = names.first, let property = properties[name] else {
        draft.remark(
          .cannot, "properties", .pointer("/properties"),
          "expected one property that is called password, found \(names.count); pass its schema alone"
        )
        return
      }
      (schema, pointer) = (property, "/properties/\(name)")
    }
    var reader = JSONSchemaReader(root: root)
    let before = draft.remarks.count { $0.kind == .cannot }
    let formula = try reader.formula(of: schema, pointer, isPositive: true, &draft)
    let place = SourcePlace.pointer(pointer.isEmpty ? "/" : pointer)
    do throws(Unsayable) {
      var effort = Effort()
      let found = try formula.alternatives(&effort)
      if before == draft.remarks.count(where: { $0.kind == .cannot }) {
        for part in found.flatMap(\.cannot) {
          draft.remark(.cannot, part.code.rawValue, place, part.words(isAnchored: false))
        }
      }
      draft.add(try Alternative.sayable(of: found, &effort))
    } catch {
      throw Refusal(error.code.rawValue, at: place, error.reason)
    }
  }

  private init(root: JSON.Object) { self.root = root }

  /// Whether a property is a password by its name: `newPassword`, `user_pwd`.
  static func isPassword(_ name: String) -> Bool {
    var rest = Array(name.unicodeScalars)[...]
    _ = rest.take("new", anyCase: true) || rest.take("user", anyCase: true)
    _ = rest.take("_") || rest.take("-")
    return ["password", "passwd", "pwd", "passphrase"].contains(rest.text.lowercased())
  }

  private mutating func formula(
    of schema: JSON, _ pointer: String, isPositive: Bool, _ draft: inout Draft
  ) throws(Refusal) -> Formula {
    rest -= 1
    if rest < 0 { throw Refusal("many", at: .pointer(pointer), "more than 10,000 schemas") }
    if case .truth(let truth) = schema { return truth ? .always : .never }
    guard let schema = schema.object else {
      throw Refusal(
        "schema", at: .pointer(pointer.isEmpty ? "/" : pointer), "expected a schema")
    }
    var parts: [Formula] = []
    for (key, value) in schema.pairs {
      let here = "\(pointer)\(pointer.hasSuffix("/") ? "" : "/")\(key)"
      let part = try formula(key, value, here, isPositive, &draft)
      if let part { parts.append(part) }
    }
    return .all(of: parts)
  }

  private mutating func formula(
    _ key: String, _ value: JSON, _ here: String, _ isPositive: Bool, _ draft: inout Draft
  ) throws(Refusal) -> Formula? {
    let place = SourcePlace.pointer(here)
    switch key {
    case "minLength": return .length(draft.number(value, key, place) ?? 0, nil)
    case "maxLength": return .length(0, draft.number(value, key, place))
    case "pattern":
      guard let pattern = value.text else { break }
      return draft.expression(
        pattern.unicodeScalars, .search, .javaScript, isNegated: !isPositive, at: { _ in place }
      )?.formula
    case "allOf": return .all(of: try formulas(of: value, here, isPositive, &draft))
    case "anyOf": return .any(of: try formulas(of: value, here, isPositive, &draft))
    case "not":
      return try formula(of: value, here, isPositive: !isPositive, &draft).negated
    case "$ref":
      guard let reference = value.text, reference.hasPrefix("#/"), depth < 8 else { break }
      guard let target = target(of: reference) else {
        draft.remark(.cannot, key, place, "a reference that leads nowhere")
        return nil
      }
      depth += 1
      defer { depth -= 1 }
      return try formula(
        of: target, String(reference.dropFirst()), isPositive: isPositive, &draft)
    case "type":
      if !(value.array ?? [value]).contains(.text("string")) {
        draft.remark(.cannot, key, place, "expected a schema of a string")
      }
      return nil
    case "format":
      if value != .text("password") {
        draft.remark(
          .notJudged, key, place, "the format '\((value.text ?? "").prefix(40))'")
      }
      return nil
    case _ where Self.silent.contains(key) || key.hasPrefix("x-"): return nil
    default: break
    }
    let name = String(key.prefix(40))
    draft.remark(
      .cannot, name, place,
      "'\(name)' is not read; expected minLength, maxLength, pattern, allOf, anyOf, not")
    return nil
  }

  private mutating func formulas(
    of value: JSON, _ here: String, _ isPositive: Bool, _ draft: inout Draft
  ) throws(Refusal) -> [Formula] {
    guard let schemas = value.array else {
      throw Refusal("schema", at: .pointer(here), "expected an array of schemas")
    }
    return try schemas.enumerated().map { index, schema throws(Refusal) in
      try formula(of: schema, "\(here)/\(index)", isPositive: isPositive, &draft)
    }
  }

  /// What a reference within the text leads to.
  private func target(of reference: String) -> JSON? {
    var target = JSON.object(root)
    for step in reference.dropFirst(2).split(separator: "/", omittingEmptySubsequences: false) {
      let key = String(step.replacing("~1", with: "/").replacing("~0", with: "~"))
      guard let next = target.object?[key] else { return nil }
      target = next
    }
    return target
  }
}
