import PasswordPolicies
import Passwords

/// Reads the fields for passwords of a page; all attributes of a field hold together.
///
/// | attribute | becomes |
/// | --- | --- |
/// | minlength, maxlength | `minlength`, `maxlength` |
/// | passwordrules | our own reader's rules, which the form does not enforce |
/// | pattern | the expression, for the whole password |
enum HTMLReader {
  private static let rules = ["passwordrules", "minlength", "maxlength", "pattern"]

  static func read(_ text: SourceText, into draft: inout Draft) throws(Refusal) {
    let fields = HTMLInput.inputs(of: text).filter {
      $0["type"]?.lowercased() == "password" || $0["passwordrules"] != nil
    }
    if fields.isEmpty {
      throw Refusal("<input>", "no <input type=\"password\"> and no 'passwordrules'")
    }
    let ruled = fields.filter { field in rules.contains { field[$0] != nil } }
    let rich = ruled.isEmpty ? fields : ruled
    let fresh = rich.filter {
      ($0["autocomplete"] ?? "").lowercased().split(whereSeparator: \.isWhitespace).last
        == "new-password"
    }
    var seen: Set<[String?]> = []
    let chosen = (fresh.isEmpty ? rich : fresh).filter { field in
      seen.insert(rules.map { field[$0] }).inserted
    }
    for field in chosen {
      let name = [field["name"], field["id"]].compactMap(\.self).first { !$0.isEmpty }
      let policy = chosen.count > 1 ? name : nil
      draft.add(try alternatives(of: field, named: policy, &draft), name: policy)
    }
  }

  private static func alternatives(
    of field: HTMLInput, named name: String?, _ draft: inout Draft
  ) throws(Refusal) -> [Alternative] {
    var (parts, isHinted): ([[Alternative]], Bool) = ([], false)
    if let text = field["passwordrules"] {
      if let found = alternatives(ofRules: text) {
        parts.append(found)
        isHinted = true
        draft.remark(
          .notEnforced, "passwordrules", field.place,
          "a hint to generators of passwords, which browsers do not enforce: the form accepts more")
      } else {
        draft.remark(
          .cannot, "passwordrules", field.place,
          "rules that do not parse; 'audit rules print' says where")
      }
    }
    var one = Alternative()
    let least = number("minlength", of: field, &draft)
    one.most = number("maxlength", of: field, &draft)
    one.least = least ?? 0
    if let pattern = field["pattern"] {
      parts += draft.alternatives(of: pattern.unicodeScalars, .html) { _ in field.place }
    }
    if least != nil || one.most != nil {
      draft.remark(.ascii, "minlength, maxlength", field.place, Unit.utf16)
    }
    let both = try Alternative.conjunction(parts + [[one]])
    let own = ["pattern", "minlength", "maxlength"].filter { field[$0] != nil }
    if both.isEmpty, isHinted, !own.isEmpty, !draft.remarks.contains(where: { $0.kind == .cannot }),
      try !Alternative.conjunction(parts.dropFirst() + [[one]]).isEmpty
    {
      draft.remark(
        .note, name ?? "policy", .start,
        "the hint 'passwordrules' contradicts \(own.map { "'\($0)'" }.joined(separator: ", ")), which the "
          + "form enforces: no password can meet both; without 'passwordrules' the form is judged"
      )
    }
    return both
  }

  /// The number of an attribute as browsers read it: what follows the digits is ignored.
  private static func number(
    _ name: String, of field: HTMLInput, _ draft: inout Draft
  ) -> Int? {
    guard let value = field[name] else { return nil }
    var rest = Array(value.unicodeScalars)[...].drop { " \t\n\u{C}\r".unicodeScalars.contains($0) }
    _ = rest.take("+")
    let digits = rest.take(while: \.isDigit)
    if digits.isEmpty {
      draft.remark(
        .note, name, field.place, "'\(name)' is no number, so browsers ignore it")
      return nil
    }
    return min(Int(digits.text) ?? Draft.largest, Draft.largest)
  }

  /// The alternative of a rules string, none if no password can meet the policy; nil if it has faults.
  private static func alternatives(ofRules text: String) -> [Alternative]? {
    let reading = PolicyReading(rulesString: Array(text.utf8), name: "", file: "")
    guard !reading.hasErrors, let rules = reading.policies.first?.alternatives.first else {
      return nil
    }
    var one = Alternative(rules)
    return one.settle() ? [one] : []
  }
}
