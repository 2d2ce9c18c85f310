import Diagnostics
import Passwords

/// Reads a rules string exactly like Apple's own parser, including its faults.
///
/// After a complaint, that parser continues, drops the rule, stops, or discards everything, and
/// never reports this to its caller. Here each complaint is a warning that names the effect.
///
/// - Source: apple/password-manager-resources, `tools/PasswordRulesParser/PasswordRulesParser.js`,
///   as of September 2026.
struct ReferenceReader {
  private var scanner: RulesScanner
  /// The offset of the scanner's first byte in the text that remarks refer to.
  private let base: Int
  private(set) var remarks = Remarks()
  /// Whether the parser complained.
  private(set) var hasComplained = false
  private var (namesPrintable, namesUnicode) = (false, false)
  /// The remaining rules; nil if all were discarded.
  private(set) var rules: [ReferenceRule]?

  init(_ bytes: [UInt8], base: Int = 0) {
    scanner = RulesScanner(bytes)
    self.base = base
    rules = readRules()
  }

  private mutating func complain(
    _ kind: PasswordRules.Problem.Kind, at offset: Int, fate: PasswordRules.Problem.Fate? = nil
  ) {
    hasComplained = true
    remarks.add(kind, at: base + offset, .warning, fate: fate)
  }

  private mutating func readRules() -> [ReferenceRule]? {
    var rules: [ReferenceRule] = []
    scanner.skipSpace()
    while !scanner.isAtEnd {
      guard scanner.seesWord else {
        complain(
          .expectedProperty(found: scanner.whatIsNext), at: scanner.position, fate: .stop)
        return rules
      }
      let complaints = remarks.count
      let rule = readRule()
      if let rule { rules.append(rule) }
      scanner.skipSpace()
      if scanner.isAtEnd || scanner.take(";") {
        if rule == nil { remarks.setFate(.dropRule, from: complaints) }
        scanner.skipSpace()
      } else {
        complain(
          .expectedSemicolon(found: scanner.whatIsNext), at: scanner.position, fate: .discard)
        return nil
      }
    }
    return rules
  }

  /// Reads a rule; nil if nothing of it remains.
  ///
  /// If it stops at an error, later rules are read only after a later semicolon.
  private mutating func readRule() -> ReferenceRule? {
    let start = scanner.position
    let word = scanner.word()
    guard let name = Keyword(rawValue: word), name.isApples else {
      let known = Keyword.ofApple.map(\.rawValue)
      complain(
        .unknownProperty(quotable(word), nearest: nearest(to: word, among: known)), at: start)
      scanner.position = start
      return nil
    }
    guard !scanner.isAtEnd else {
      complain(.endAfterName(word), at: scanner.position)
      return nil
    }
    guard scanner.take(":") else {
      complain(.expectedColon(after: word, found: scanner.whatIsNext), at: scanner.position)
      return nil
    }
    scanner.skipSpace()
    guard !scanner.isAtEnd, !scanner.sees(";") else {
      remarks.add(.ruleWithoutValue(word), at: base + start, .warning)
      return nil
    }
    switch name {
    case .required, .allowed:
      let start = scanner.position
      guard let elements = classes() else { return nil }
      noteLargeClasses(in: elements, of: name, at: start)
      return ReferenceRule(name, .classes(elements))
    default: return number(word).map { ReferenceRule(name, .number($0)) }
    }
  }

  /// Warns if `ascii-printable` and `unicode` occur together; that parser takes the first.
  private mutating func noteLargeClasses(
    in elements: [ReferenceRule.Element], of name: Keyword, at start: Int
  ) {
    let clashed = namesPrintable && namesUnicode
    for element in elements {
      switch element {
      case .printable: namesPrintable = true
      case .unicode: namesUnicode = true
      case .members: break
      }
    }
    if name == .required, PasswordRules.CharacterClass(uniting: elements) == .asciiPrintable {
      namesPrintable = true
    }
    if !clashed && namesPrintable && namesUnicode {
      remarks.add(.printableBesideUnicode, at: base + start, .warning)
    }
  }

  /// Reads a number directly followed by a semicolon or the end; nil also for 0.
  private mutating func number(_ rule: String) -> Int? {
    let start = scanner.position
    guard scanner.seesDigit else {
      complain(.expectedInteger(rule: rule, found: scanner.whatIsNext), at: start)
      return nil
    }
    let number = scanner.number()
    guard scanner.isAtEnd || scanner.sees(";") else {
      let isSpace = scanner.next.map(RulesScanner.isSpace) ?? false
      let text = "'\(scanner.textUntilDelimiter(from: start))'"
      complain(
        isSpace ? .spaceAfterInteger(rule: rule) : .expectedInteger(rule: rule, found: text),
        at: isSpace ? scanner.position : start)
      return nil
    }
    remarks.addDoubts(about: number, of: rule, at: base + start)
    return number == 0 ? nil : number
  }

  /// Reads classes; nil if one of them cannot be read or an unexpected character follows one.
  private mutating func classes() -> [ReferenceRule.Element]? {
    var elements: [ReferenceRule.Element] = []
    while true {
      if scanner.seesWord {
        let start = scanner.position
        let word = scanner.word()
        guard let element = ReferenceRule.Element(named: word) else {
          complain(.unknownClass(word, nearest: nearest(to: word, among: classNames)), at: start)
          scanner.position = start
          return nil
        }
        elements.append(element)
      } else if scanner.sees("[") {
        if let set = bracketClass(), !set.isEmpty { elements.append(.members(set)) }
      } else {
        complain(.expectedClass(found: scanner.whatIsNext), at: scanner.position)
        return nil
      }
      scanner.skipSpace()
      if scanner.isAtEnd || scanner.sees(";") { return elements }
      guard scanner.take(",") else {
        complain(.junkAfterValue(found: scanner.whatIsNext), at: scanner.position)
        return nil
      }
      scanner.skipSpace()
      if scanner.isAtEnd {
        complain(.endAfterComma, at: scanner.position)
        return nil
      }
    }
  }

  private mutating func bracketClass() -> CodePointSet? {
    let start = scanner.position
    let scanned = scanner.bracketClass()
    for dash in scanned.misplacedDashes { complain(.misplacedDash, at: dash, fate: .keep) }
    switch scanned.end {
    case .closed: break
    case .closedBeforeJunk: complain(.misplacedBracket, at: scanner.position - 1)
    case .unterminated:
      complain(.unterminatedClass, at: start, fate: .stop)
      return nil
    case .empty:
      complain(.endAfterBracket, at: start, fate: .stop)
      return nil
    }
    remarks.addDoubts(about: scanned, in: scanner.bytes, base: base)
    return scanned.members
  }
}

/// The reading of a rules string by Apple's own parser, which browsers use: it drops what it does not
/// understand.
///
///     let reading = ReferenceReading(of: "required: lower; minlength: 8 ;")
///     reading.outcome     // .recovered: minlength is lost
///     reading.rules       // required: lower;
///     reading.problems    // what it lost, with the place
public struct ReferenceReading: Sendable {
  /// How the reading ended.
  public let outcome: Outcome
  /// The parser's complaints, as warnings, and the problems that it silently ignores.
  public let problems: [PasswordRules.Problem]
  /// The remaining rules, as values; the default policy if all were discarded.
  public let rules: PasswordRules
  /// The rules in the full form of that parser.
  ///
  /// Copies required classes into `allowed` and writes out the default. In this form a bracketed
  /// class may have another meaning when it is read again.
  package let canonical: [String]
  /// The rules in the minified form of that parser.
  package let minified: [String]

  /// How reading ended.
  public enum Outcome: String, Hashable, Sendable {
    /// Without complaints.
    case clean
    /// With complaints, but some rules were kept.
    case recovered
    /// All rules were discarded.
    case failed
  }

  /// The codes of the parser's complaints, in order.
  package var diagnostics: [String] { problems.filter(\.kind.isComplaint).map(\.code) }

  /// Reads a rules string like Apple's parser.
  ///
  /// - Complexity: O(length).
  public init(of text: String) { self.init(of: Array(text.utf8)) }

  /// Reads the bytes of a rules string like Apple's parser.
  ///
  /// - Complexity: O(bytes).
  package init(of bytes: [UInt8], file: String = "<rules>") {
    let reader = ReferenceReader(bytes)
    outcome = reader.rules == nil ? .failed : reader.hasComplained ? .recovered : .clean
    problems = reader.remarks.problems(in: bytes, file: file)
    let left = reader.rules ?? []
    rules = left.merged
    canonical = left.canonicalLines
    minified = left.minifiedLines
  }
}
