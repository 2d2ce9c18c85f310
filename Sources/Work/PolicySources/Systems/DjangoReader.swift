import PasswordPolicies

/// Reads `AUTH_PASSWORD_VALIDATORS` of Django's settings; only literals are read.
enum DjangoReader {
  private static let module = "django.contrib.auth.password_validation."
  private static let variable = "AUTH_PASSWORD_VALIDATORS"

  /// The place of the assignment's value in a text; nil if there is no assignment.
  static func start(in text: SourceText) -> (line: Int, value: Int)? {
    for (index, line) in text.lines.enumerated() where line.scalars.begins(with: variable) {
      var rest = text.scalars[line.scalars.startIndex...].dropFirst(variable.count)
      rest.skipSpace()
      if rest.take(":") { _ = rest.take { $0 != "=" && $0 != "\n" } }
      guard rest.take("="), rest.first != "=" else { continue }
      rest.skipSpace()
      return (index, rest.startIndex)
    }
    return nil
  }

  static func read(_ text: SourceText, into draft: inout Draft) throws(Refusal) {
    guard let (line, value) = start(in: text) else {
      throw Refusal(variable, "expected a line that begins '\(variable) ='")
    }
    var parser = LiteralParser(text, .python, from: value)
    var rules = Rules()
    try parser.elements { element, place throws(Refusal) in
      guard let validator = element.object else {
        throw Refusal(
          "literal", at: place, "expected a dictionary with 'NAME'; only literals are read")
      }
      try rules.take(validator, place, &draft)
    }
    for later in text.lines[(line + 1)...] where later.scalars.begins(with: variable) {
      draft.remark(
        .cannot, variable, later.place(later.scalars.startIndex),
        "it is changed here again; only one assignment is read")
    }
    draft.add([Alternative(least: rules.least, has: rules.has)])
  }

  /// What the validators say so far.
  private struct Rules {
    var least = 0
    var has: [Alternative.Need] = []

    mutating func take(
      _ validator: JSON.Object, _ place: SourcePlace, _ draft: inout Draft
    ) throws(Refusal) {
      let options = validator["OPTIONS"] ?? .object(JSON.Object())
      guard let name = (validator["NAME"] ?? .text("")).text, let options = options.object else {
        throw Refusal(
          "literal", at: place, "expected a text as 'NAME' and a dictionary as 'OPTIONS'")
      }
      switch name.hasPrefix(module) ? String(name.dropFirst(module.count)) : name {
      case "MinimumLengthValidator":
        let number = draft.number(options["min_length"] ?? .number("8"), "min_length", place)
        least = max(least, number ?? 0)
      case "NumericPasswordValidator":
        has.append(Alternative.Need(count: 1, set: PointSet.digit.complement))
        draft.remark(
          .ascii, "NumericPasswordValidator", place, "digits of other scripts count as digits")
      case "CommonPasswordValidator":
        draft.remark(
          .notJudged, "CommonPasswordValidator", place,
          "a list of common passwords; the nearest rule is 'blocklist: default fold'")
      case "UserAttributeSimilarityValidator":
        draft.remark(
          .notJudged, "UserAttributeSimilarityValidator", place,
          "the likeness to the user's name and e-mail address")
      default:
        draft.remark(
          .cannot, name, place, "'\(name)' is no validator of Django, so what it asks is unknown")
      }
    }
  }
}
