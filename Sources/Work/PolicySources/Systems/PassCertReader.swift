import PasswordPolicies

/// Reads Apple's language with the annotations of PassCert (`@passcert/pwrules-annotations` 2).
///
/// | annotation | becomes |
/// | --- | --- |
/// | `required: lower(2, 4)` | `between: 2, 4 lower` |
/// | `allowed: lower(0, 4)` | `at-most: 4 lower` |
/// | minclasses | `min-classes` |
/// | blocklist | not judged |
///
/// The annotations are blanked, so that places stay, and Apple's language is read of the rest.
enum PassCertReader {
  /// A rule of the text: its name, its value, and all of it with the semicolon.
  private struct Rule {
    let name: String
    let value: Scalars
    let whole: Range<Int>
  }

  /// A class with what stands in parentheses behind it.
  private typealias Annotation = (set: PointSet, text: Scalars)

  /// A class with its range, and the rule that names it.
  private typealias Limit = (rule: String, needs: ClosedRange<Int>, set: PointSet)

  private static let classes: [String: PointSet] = [
    "upper": .upper, "lower": .lower, "digit": .digit, "special": .special,
    "ascii-printable": .printable, "unicode": .all,
  ]

  /// Whether a text has what PassCert adds to Apple's language.
  static func fits(_ text: SourceText) -> Bool {
    rules(of: text).contains { $0.name == "minclasses" || !annotations(of: $0).isEmpty }
  }

  static func read(_ text: SourceText, into draft: inout Draft) {
    var plain = Array(text.scalars)
    func blank(_ range: Range<Int>) {
      for index in range where plain[index - text.scalars.startIndex] != "\n" {
        plain[index - text.scalars.startIndex] = " "
      }
    }
    var (limits, minClasses): ([Limit], Int?) = ([], nil)
    for rule in rules(of: text) {
      let place = text.place(rule.whole.lowerBound)
      switch rule.name {
      case "minclasses":
        minClasses = draft.number(.text(rule.value.text), rule.name, place).map {
          min(max($0, 1), 4)
        }
        blank(rule.whole)
      case "blocklist":
        if ["default", "hibp"].contains(rule.value.trimmed.text.lowercased()) {
          draft.remark(
            .notJudged, rule.name, place,
            "a list of common passwords, also inside the password; the nearest rule is "
              + "'blocklist: default exact'")
        } else {
          draft.remark(.cannot, rule.name, place, "expected 'default' or 'hibp'")
        }
        blank(rule.whole)
      default:
        for annotation in annotations(of: rule) {
          if let needs = range(annotation, text.place(annotation.text.startIndex), &draft) {
            limits.append((rule.name, needs, annotation.set))
          }
          blank(annotation.text.indices)
        }
      }
    }
    let rest = PolicyReading(rulesString: Array(plain[...].text.utf8), name: "", file: "")
    for problem in rest.problems where problem.isError {
      draft.remark(
        .cannot, "rules", .text(line: problem.line, column: problem.column),
        problem.found + (problem.expected.map { "; expected \($0)" } ?? ""))
    }
    guard let rules = rest.policies.first?.alternatives.first else { return }
    var one = Alternative(rules)
    one.minClasses = minClasses.flatMap { $0 > 1 ? Alternative.Kinds(count: $0) : nil }
    guard let limited = limited(one, by: limits) else {
      if !limits.isEmpty {
        draft.remark(
          .note, "ranges", .start,
          "no password meets the ranges and the length; PassCert then discards the ranges")
      }
      return draft.add(one.settle() ? [one] : [])
    }
    if !limits.isEmpty, rules.minLength == nil {
      draft.remark(
        .note, "ranges", .start,
        "without 'minlength', which PassCert's page asks for beside ranges; they hold here")
    }
    draft.add([limited])
  }

  /// The rules with the ranges of their classes; nil if no password meets them.
  private static func limited(_ rules: Alternative, by limits: [Limit]) -> Alternative? {
    var (one, most, ranged) = (rules, 0, PointSet())
    for limit in limits {
      one.most(limit.needs.upperBound, of: limit.set)
      guard limit.rule == "required" else { continue }
      let least = max(limit.needs.lowerBound, 1)
      one.has.append(Alternative.Need(count: least, set: limit.set))
      (most, ranged) = (most + limit.needs.upperBound, ranged.union(limit.set))
    }
    return one.settle() && (most >= one.least || !rules.allowed.isSubset(of: ranged)) ? one : nil
  }

  /// The rules of a text; a class in brackets may hold semicolons.
  private static func rules(of text: SourceText) -> [Rule] {
    var (rules, rest): ([Rule], Scalars) = ([], text.scalars)
    while !rest.isEmpty {
      rest.skipSpace()
      let start = rest.startIndex
      let name = rest.take { $0.isLetter || $0 == "-" }
      let value = rest.take(":") ? rest.startIndex : nil
      while let first = rest.first, first != ";" {
        if first == "[" { _ = bracket(&rest) } else { rest.removeFirst() }
      }
      let end = rest.startIndex
      _ = rest.take(";")
      guard let value, !name.isEmpty else { continue }
      rules.append(
        Rule(name: name.text, value: text.scalars[value..<end], whole: start..<rest.startIndex))
    }
    return rules
  }

  /// Takes a class in brackets: up to the first `]`, of two to the second.
  private static func bracket(_ rest: inout Scalars) -> PointSet {
    rest.removeFirst()
    var members = rest.take { $0 != "]" }.text
    _ = rest.take("]")
    if rest.take("]") { members += "]" }
    return PointSet(members)
  }

  private static func annotations(of rule: Rule) -> [Annotation] {
    guard rule.name == "required" || rule.name == "allowed" else { return [] }
    var (found, rest): ([Annotation], Scalars) = ([], rule.value)
    while let first = rest.first {
      var set: PointSet?
      if first == "[" {
        set = bracket(&rest)
      } else if first.isLetter {
        set = classes[rest.take { $0.isLetter || $0 == "-" }.text.lowercased()]
      } else {
        rest.removeFirst()
      }
      guard let set else { continue }
      var after = rest
      after.skipSpace()
      guard after.first == "(" else { continue }
      let start = after.startIndex
      _ = after.take { $0 != ")" }
      _ = after.take(")")
      rest = after
      found.append((set, rule.value[start..<rest.startIndex]))
    }
    return found
  }

  /// The range of an annotation; nil with a remark if it is none.
  private static func range(
    _ annotation: Annotation, _ place: SourcePlace, _ draft: inout Draft
  ) -> ClosedRange<Int>? {
    let parts = annotation.text.dropFirst().dropLast().split(
      separator: ",", omittingEmptySubsequences: false)
    let part = annotation.text.prefix(40).text
    let numbers = parts.compactMap { part in Int(part.trimmed.text).flatMap { $0 >= 0 ? $0 : nil } }
    guard annotation.text.last == ")", parts.count == 2, numbers.count == 2 else {
      draft.remark(
        .cannot, part, place,
        "expected the least and the most characters of the class: 'lower(2, 4)'")
      return nil
    }
    let (least, most) = (numbers[0], min(numbers[1], Draft.largest))
    guard least <= most else {
      draft.remark(.cannot, part, place, "the least, \(least), is more than the most, \(most)")
      return nil
    }
    if most == 0 {
      draft.remark(.note, part, place, "PassCert discards a range of 0 to 0")
      return nil
    }
    return least...most
  }
}
