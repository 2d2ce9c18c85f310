/// Writes alternatives in our language, and finds the classes that are exact in printable ASCII only.
struct PolicyText {
  /// The alternatives on lines of their own, with a line `or` between them.
  private(set) var text = ""
  /// The rules whose class differs from the source's beyond printable ASCII: `allowed: [a-z]`.
  private(set) var inexact: [String] = []
  private var rules = 0

  /// The most rules of a policy; a verdict has a bit for each.
  static let mostRules = 64

  /// - Throws: ``Refusal`` if a class or a word cannot be written, or the policy has too many rules.
  init(_ alternatives: [Alternative]) throws(Refusal) {
    var lines: [String] = []
    for one in alternatives { lines.append(try line(one)) }
    guard rules <= Self.mostRules else {
      throw Refusal(
        "many",
        "\(rules) rules in \(lines.count) alternatives, where a policy has at most \(Self.mostRules)"
      )
    }
    text = lines.joined(separator: "\nor\n")
  }

  private mutating func line(_ one: Alternative) throws(Refusal) -> String {
    var parts: [String] = []
    // A class with both bounds is written with the limit.
    let open = one.has.filter { need in !one.atMost.contains { $0.set == need.set } }
    for need in open where need.count == 1 {
      parts.append(try rule("required", need.set))
    }
    parts.append(try rule("allowed", one.allowed))
    rules += one.allowed == .all ? 0 : 1
    let numbers: [(String, Int?)] = [
      ("max-repeating", one.runs.first.map { $0.count - 1 }), ("max-sequential", one.maxSequential),
      ("minlength", one.least == 0 ? nil : one.least), ("maxlength", one.most),
    ]
    for (key, number) in numbers {
      if let number { parts.append("\(key): \(number);") }
    }
    if let kinds = one.minClasses {
      parts.append("min-classes: \(kinds.count)\(kinds.isUnicode ? " unicode" : "");")
    }
    for need in open where need.count > 1 {
      parts.append(try rule("at-least", need.set, "\(need.count) "))
    }
    for limit in one.atMost {
      let least = one.has.first { $0.set == limit.set }?.count ?? 0
      parts.append(
        least == 0
          ? try rule("at-most", limit.set, "\(limit.count) ")
          : least == limit.count
            ? try rule("exactly", limit.set, "\(limit.count) ")
            : try rule("between", limit.set, "\(least), \(limit.count) "))
    }
    if let run = one.maxClassRun { parts.append("max-class-run: \(run);") }
    if one.unique > 0 { parts.append("min-unique: \(one.unique);") }
    if !one.words.isEmpty {
      guard one.words.allSatisfy({ $0.unicodeScalars.allSatisfy(Self.isWritable) }) else {
        throw Refusal("context", "a word with a control character or that is not UTF-8")
      }
      parts.append(
        "context: \(one.words.map { "\(Self.quoted($0)) substring" }.joined(separator: ", "));")
    }
    for (key, set) in [("first", one.first), ("last", one.last)]
    where one.least > 0 && set != one.allowed {
      parts.append(try rule(key, set))
    }
    rules += parts.count - 1
    return parts.joined(separator: " ")
  }

  /// Whether a value can hold a character; ill-formed bytes were read as U+FFFD.
  private static func isWritable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    default: scalar != "\u{FFFD}"
    }
  }

  private mutating func rule(
    _ key: String, _ set: PointSet, _ numbers: String = ""
  ) throws(Refusal) -> String {
    guard let (name, isExact) = Self.name(of: set) else {
      throw Refusal("class", "a class without a printable ASCII character")
    }
    if !isExact { inexact.append("\(key): \(name)") }
    return "\(key): \(numbers)\(name);"
  }

  /// The class in our language, and whether it is exact beyond printable ASCII; nil if it has no
  /// member that our language can name.
  static func name(of set: PointSet) -> (name: String, isExact: Bool)? {
    if set == .all { return ("unicode", true) }
    let missing = PointSet.printable.subtracting(set)
    if set.isSubset(of: .printable) { return (shortest(set, missing: missing), true) }
    if set.count > 0x80000 {
      return missing.isEmpty
        ? ("unicode", false)
        : ("unicode except \(printable(missing))", set.complement.isSubset(of: .printable))
    }
    let part = set.intersection(.printable)
    return part.isEmpty ? nil : (printable(part), false)
  }

  /// A set of printable ASCII by what it lacks, if that is short.
  private static func shortest(_ set: PointSet, missing: PointSet) -> String {
    let lacking = PointSet.special.subtracting(set)
    if set.isSubset(of: .special), 1...6 ~= lacking.count {
      return "special except \(printable(lacking))"
    }
    return 1...12 ~= missing.count && !PointSet.special.isSubset(of: set)
      ? "ascii-printable except \(printable(missing))" : printable(set)
  }

  /// Names where they fit, and one bracket for the rest, with `-` first and `]` last.
  private static func printable(_ set: PointSet) -> String {
    if set == .printable { return "ascii-printable" }
    var (words, rest): ([String], PointSet) = ([], set)
    for (name, kind) in kinds where kind.isSubset(of: rest) {
      words.append(name)
      rest = rest.subtracting(kind)
    }
    let (dash, bracket) = (UInt32(0x2D), UInt32(0x5D))
    let members = rest.members
    if !members.isEmpty {
      let inner = members.filter { $0 != dash && $0 != bracket }.map {
        UInt8(truncatingIfNeeded: $0)
      }
      words.append(
        "[\(members.contains(dash) ? "-" : "")\(String(decoding: inner, as: UTF8.self))"
          + "\(members.contains(bracket) ? "]" : "")]")
    }
    return words.joined(separator: ", ")
  }

  private static let kinds: [(String, PointSet)] = [
    ("upper", .upper), ("lower", .lower), ("digit", .digit), ("special", .special),
  ]

  private static func quoted(_ word: String) -> String {
    var quoted = "\""
    for scalar in word.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted += "\\" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }
}
