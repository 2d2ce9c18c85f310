import TestSupport

/// A policy as the documentation describes it, written, judged and generated without the library.
struct NaivePolicy {
  var alternatives: [[Rule]]

  enum Rule {
    case minLength(Int), maxLength(Int)
    case required(String), allowed(String)
    case maxConsecutive(Int), maxRepeating(Int), maxSequential(Int)
    case minClasses(Int, unicode: Bool)
    case atLeast(Int, String), atMost(Int, String), exactly(Int, String)
    case between(Int, Int, String)
    case maxClassRun(Int)
    case minUnique(Int)
    case first(String), last(String)
    case allowedExcept(String)
  }

  /// The characters of passwords; as a class, the last one stands for `unicode`.
  static let alphabet: [Unicode.Scalar] = [
    "a", "b", "c", "A", "B", "1", "2", "-", "]", "é", "漢", " ",
  ]
  static let everything = "unicode"

  /// One policy file with all alternatives.
  var text: String {
    "[naive]\n"
      + alternatives.map { $0.map { Self.text(of: $0) + ";" }.joined(separator: " ") }
      .joined(separator: "\nor\n")
  }

  private static func text(of rule: Rule) -> String {
    switch rule {
    case .minLength(let n): "minlength: \(n)"
    case .maxLength(let n): "maxlength: \(n)"
    case .required(let set): "required: \(name(set))"
    case .allowed(let set): "allowed: \(name(set))"
    case .maxConsecutive(let n): "max-consecutive: \(n)"
    case .maxRepeating(let n): "max-repeating: \(n)"
    case .maxSequential(let n): "max-sequential: \(n)"
    case .minClasses(let n, let unicode): "min-classes: \(n)\(unicode ? " unicode" : "")"
    case .atLeast(let n, let set): "at-least: \(n) \(name(set))"
    case .atMost(let n, let set): "at-most: \(n) \(name(set))"
    case .exactly(let n, let set): "exactly: \(n) \(name(set))"
    case .between(let least, let most, let set): "between: \(least), \(most) \(name(set))"
    case .maxClassRun(let n): "max-class-run: \(n)"
    case .minUnique(let n): "min-unique: \(n)"
    case .first(let set): "first: \(name(set))"
    case .last(let set): "last: \(name(set))"
    case .allowedExcept(let set): "allowed: unicode except \(name(set))"
    }
  }

  private static func name(_ set: String) -> String {
    if set == everything { return set }
    let inner = set.filter { $0 != "-" && $0 != "]" }
    return "[\(set.contains("-") ? "-" : "")\(inner)\(set.contains("]") ? "]" : "")]"
  }

  /// The ids of the rules that a password breaks.
  func verdict(on password: String, sequencesCount: Bool) -> [String] {
    let verdicts = alternatives.enumerated().map { index, rules in
      Self.verdict(of: rules, on: Array(password.unicodeScalars), sequencesCount)
        .map { alternatives.count > 1 ? "or[\(index)].\($0)" : $0 }
    }
    if verdicts.contains([]) { return [] }
    let least = verdicts.map(\.count).min()
    return verdicts.first { $0.count == least } ?? []
  }

  private static func verdict(
    of rules: [Rule], on password: [Unicode.Scalar], _ sequencesCount: Bool
  ) -> [String] {
    var (requiredSets, allowedSets): ([String], [String]) = ([], [])
    var counted: [String: [(least: Int, most: Int, set: String)]] = [:]
    var numbers: [String: Int] = [:]
    var (firsts, lasts): ([String], [String]) = ([], [])
    var leftOut: [String] = []
    var inUnicode = false
    func least(_ name: String, _ n: Int) { numbers[name] = min(n, numbers[name] ?? n) }
    func most(_ name: String, _ n: Int) { numbers[name] = max(n, numbers[name] ?? n) }
    for rule in rules {
      switch rule {
      case .minLength(let n): most("minlength", n)
      case .maxLength(let n): least("maxlength", n)
      case .required(let set): requiredSets.append(set)
      case .allowed(let set): allowedSets.append(set)
      case .maxConsecutive(let n): least("max-consecutive", n)
      case .maxRepeating(let n): least("max-repeating", n)
      case .maxSequential(let n): least("max-sequential", n)
      case .minClasses(let n, let unicode):
        most("min-classes", n)
        inUnicode = unicode
      case .atLeast(let n, let set): counted["at-least", default: []].append((n, .max, set))
      case .atMost(let n, let set): counted["at-most", default: []].append((0, n, set))
      case .exactly(let n, let set): counted["exactly", default: []].append((n, n, set))
      case .between(let least, let most, let set):
        counted["between", default: []].append((least, most, set))
      case .maxClassRun(let n): least("max-class-run", n)
      case .minUnique(let n): most("min-unique", n)
      case .first(let set): firsts.append(set)
      case .last(let set): lasts.append(set)
      case .allowedExcept(let set): leftOut.append(set)
      }
    }
    var broken: [String] = []
    if let n = numbers["minlength"], password.count < n { broken.append("minlength") }
    if let n = numbers["maxlength"], password.count > n { broken.append("maxlength") }
    for (index, set) in requiredSets.enumerated()
    where !set.isEmpty && !password.contains(where: { isIn(set, $0) }) {
      broken.append("required[\(index)]")
    }
    let permitted = (requiredSets + allowedSets).filter { !$0.isEmpty }
    let isPermitted = { (character: Unicode.Scalar) -> Bool in
      if leftOut.contains(where: { !isIn($0, character) }) { return true }
      return permitted.isEmpty && leftOut.isEmpty
        ? character.isASCII : permitted.contains { isIn($0, character) }
    }
    if !password.allSatisfy(isPermitted) { broken.append("allowed") }
    let run = longest(password) { $0.allSatisfy { [first = $0.first] in $0 == first } }
    let sequence = longest(password, isSequence)
    if let n = numbers["max-consecutive"], run > n || sequencesCount && sequence > n {
      broken.append("max-consecutive")
    }
    if let n = numbers["max-repeating"], run > n { broken.append("max-repeating") }
    if let n = numbers["max-sequential"], sequence > n { broken.append("max-sequential") }
    if let n = numbers["min-classes"] {
      let kinds = Set(password.compactMap { inUnicode ? category($0) : kind($0) })
      if kinds.count < n { broken.append("min-classes") }
    }
    for name in ["at-least", "at-most", "exactly", "between"] {
      for (index, rule) in (counted[name] ?? []).enumerated() {
        let count = password.count { isIn(rule.set, $0) }
        if count < rule.least || count > rule.most { broken.append("\(name)[\(index)]") }
      }
    }
    for (name, sets, end) in [
      ("first", firsts, password.first), ("last", lasts, password.last),
    ] {
      for (index, set) in sets.enumerated() where !(end.map { isIn(set, $0) } ?? false) {
        broken.append(sets.count > 1 ? "\(name)[\(index)]" : name)
      }
    }
    let kindRun = longest(password) { Set($0.map { kind($0) ?? "none" }).count <= 1 }
    if let n = numbers["max-class-run"], kindRun > n { broken.append("max-class-run") }
    if let n = numbers["min-unique"], Set(password).count < n { broken.append("min-unique") }
    return broken
  }

  private static func isIn(_ set: String, _ character: Unicode.Scalar) -> Bool {
    set == everything || set.unicodeScalars.contains(character)
  }

  /// The longest stretch of a password that meets a condition.
  private static func longest(
    _ password: [Unicode.Scalar], _ holds: (ArraySlice<Unicode.Scalar>) -> Bool
  ) -> Int {
    var longest = 0
    for start in password.indices {
      for end in start..<password.count where holds(password[start...end]) {
        longest = max(longest, end - start + 1)
      }
    }
    return longest
  }

  private static func isSequence(_ stretch: ArraySlice<Unicode.Scalar>) -> Bool {
    let ranges = ["abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"]
    let text = String(String.UnicodeScalarView(stretch))
    return stretch.count == 1
      || ranges.contains { $0.contains(text) || String($0.reversed()).contains(text) }
  }

  private static func kind(_ character: Unicode.Scalar) -> String? {
    switch character {
    case "a"..."z": "lower"
    case "A"..."Z": "upper"
    case "0"..."9": "digit"
    case " "..."~": "special"
    default: nil
    }
  }

  private static func category(_ character: Unicode.Scalar) -> String? {
    switch character {
    case "é": "lower"
    case "漢": "other letter"
    case " ": nil
    default: kind(character)
    }
  }
}

extension NaivePolicy {
  /// A small random policy; every kind of rule occurs, and classes have a few characters.
  static func random(
    using generator: inout SeededGenerator, classes: [Unicode.Scalar] = Array(alphabet.prefix(9))
  ) -> NaivePolicy {
    func pick(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
    func set() -> String {
      if pick(0...7) == 0 { return everything }
      return String(String.UnicodeScalarView(classes.filter { _ in pick(0...2) == 0 }))
    }
    func rule() -> Rule {
      switch pick(0...22) {
      case 0: .minLength(pick(1...5))
      case 1: .maxLength(pick(1...6))
      case 2...4: .required(set())
      case 5, 6: .allowed(set())
      case 7: .maxConsecutive(pick(1...3))
      case 8: .maxRepeating(pick(1...3))
      case 9: .maxSequential(pick(1...3))
      case 10: .minClasses(pick(1...4), unicode: false)
      case 11: .atLeast(pick(1...3), set() == "" ? "ab" : "a1-")
      case 12: .minUnique(pick(1...5))
      case 13, 14: .first(set() == "" ? "ab1" : "aA-")
      case 15, 16: .last(set() == "" ? "12]" : everything)
      case 18, 19: .atMost(pick(0...3), set() == "" ? "ab" : "a1-")
      case 20: .exactly(pick(0...3), set() == "" ? "12" : "ab]")
      case 21: .between(pick(0...1), pick(1...3), set() == "" ? everything : "a12")
      case 17: .allowedExcept(set() == "" ? "a]" : "-1")
      default: .maxClassRun(pick(1...3))
      }
    }
    let unicode = pick(0...1) == 0
    return NaivePolicy(
      alternatives: (0..<[1, 1, 2, 3][pick(0...3)]).map { _ in
        var rules = (0..<pick(1...6)).map { _ in rule() }
        if unicode {
          rules = rules.map {
            if case .minClasses(let n, unicode: _) = $0 {
              .minClasses(n, unicode: true)
            } else {
              $0
            }
          }
        }
        return rules
      })
  }

  /// A short random password over the alphabet.
  static func randomPassword(using generator: inout SeededGenerator) -> String {
    var password = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...7, using: &generator) {
      password.append(alphabet.randomElement(using: &generator) ?? "a")
    }
    return String(password)
  }
}
