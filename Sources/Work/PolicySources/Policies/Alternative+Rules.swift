import Diagnostics
import PasswordPolicies
import Passwords

extension Alternative {
  private typealias Rule = PasswordRules.Rule

  /// What rules of Apple's language say, not yet simplified.
  init(_ rules: PasswordRules) {
    least = rules.minLength ?? 0
    most = rules.maxLength
    allowed = PointSet(rules.permitted)
    has = rules.required.filter { !$0.isEmpty }.map { Need(count: 1, set: PointSet($0)) }
    maxSequential = rules.maxSequential
    runs = [rules.maxConsecutive, rules.maxRepeating].compactMap(\.self)
      .map { Need(count: $0 + 1, set: .all) }
  }

  /// The rules of our language that say this; `inexact` receives those whose class differs from the
  /// source's beyond printable ASCII.
  ///
  /// - Throws: ``Refusal`` if a class or a word cannot be written.
  func rules(inexact: inout [PasswordRules.Rule]) throws(Refusal) -> PasswordRules {
    var rules: [Rule] = []
    func add(
      _ set: PointSet, _ rule: (PasswordRules.CharacterClass) -> Rule
    ) throws(Refusal) {
      guard let (characters, isExact) = set.inOurLanguage else {
        throw Refusal("class", "a class without a printable ASCII character")
      }
      rules.append(rule(characters))
      if !isExact { inexact.append(rule(characters)) }
    }
    // A class with both bounds is written with the limit.
    let open = has.filter { need in !atMost.contains { $0.set == need.set } }
    for need in open where need.count == 1 { try add(need.set) { .required($0) } }
    try add(allowed) { .allowed($0) }
    for need in open where need.count > 1 { try add(need.set) { .atLeast(need.count, $0) } }
    for limit in atMost {
      let least = has.first { $0.set == limit.set }?.count ?? 0
      try add(limit.set) {
        least == 0
          ? .atMost(limit.count, $0)
          : least == limit.count
            ? .exactly(least, $0) : .between(least...max(least, limit.count), $0)
      }
    }
    rules += [
      runs.first.map { .maxRepeating($0.count - 1) }, maxSequential.map { .maxSequential($0) },
      .minLength(least), most.map { .maxLength($0) },
      minClasses.map { .minClasses($0.count, of: $0.isUnicode ? .unicode : .ascii) },
      maxClassRun.map { .maxClassRun($0) }, .minUnique(unique),
    ].compactMap(\.self)
    if !words.isEmpty {
      guard words.allSatisfy({ $0.unicodeScalars.allSatisfy(Self.isWritable) }) else {
        throw Refusal("context", "a word with a control character or that is not UTF-8")
      }
      rules.append(Rule(.unlisted(.contextParts(words))))
    }
    if least > 0, first != allowed { try add(first) { .first($0) } }
    if least > 0, last != allowed { try add(last) { .last($0) } }
    return PasswordRules(rules)
  }

  /// Whether a value can hold a character; ill-formed bytes were read as U+FFFD.
  private static func isWritable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    default: scalar != "\u{FFFD}"
    }
  }
}

extension PointSet {
  /// The class in our language, and whether it is exact beyond printable ASCII; nil if it has no
  /// member that our language can name.
  fileprivate var inOurLanguage: (characters: PasswordRules.CharacterClass, isExact: Bool)? {
    if self == .all { return (.unicode, true) }
    // A set of most characters beyond ASCII is taken for one of all of them.
    if count > 0x80000 {
      let missing = Self.printable.subtracting(self).ascii
      return (.unicode.excluding(missing), complement.isSubset(of: .printable) && !missing.isEmpty)
    }
    let part = intersection(.printable)
    return part.isEmpty ? nil : (part.ascii, part == self)
  }

  /// The members, which are printable ASCII.
  private var ascii: PasswordRules.CharacterClass {
    PasswordRules.CharacterClass(
      CodePointSet(ascii: members.map { UInt8(truncatingIfNeeded: $0) }))
  }
}

extension PointSet {
  /// The members of a class of our language.
  fileprivate init(_ characters: PasswordRules.CharacterClass) {
    self =
      characters == .unicode
      ? .all
      : PointSet(
        (0..<128 as Range<UInt32>).filter { characters.members.ascii >> UInt128($0) & 1 == 1 }
          .map { $0...$0 })
  }
}
