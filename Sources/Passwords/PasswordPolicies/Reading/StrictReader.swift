import Diagnostics
import Passwords

/// Reads rules strictly: everything that Apple's parser complains about is an error, all errors are
/// reported, and everything that it silently ignores is a warning.
///
/// The same reader serves plain rules strings and policy files, which also have comments, sections,
/// `or` and more rules. After an error it continues with the next rule.
struct StrictReader {
  var scanner: RulesScanner
  let dialect: Dialect
  let directory: String
  var remarks = Remarks()
  var draft = RulesSoFar()
  /// Whether a class was never closed; then the rest of the text contains no `]`.
  private var isUnclosed = false
  /// Where searches for a closing bracket or quote have failed: the end of the text searched.
  var unclosed = (bracket: 0, quote: 0)

  enum Dialect {
    case rulesString, policyFile
  }

  init(_ bytes: [UInt8], _ dialect: Dialect, directory: String = "") {
    scanner = RulesScanner(bytes)
    self.dialect = dialect
    self.directory = directory
  }

  /// The part of an alternative that has been read.
  struct RulesSoFar {
    private(set) var rules: [PasswordRules.Rule] = []
    /// The rules of which there is one and the last counts, by name.
    var single: [String: PasswordRules.Rule] = [:]
    /// Whether there was a rule, well-formed or not.
    var hasContent = false
    /// Whether `ascii-printable` and `unicode` are among the permitted classes.
    var (namesPrintable, namesUnicode) = (false, false)
    /// The characters that an `allowed` with `except` leaves out, and its offset.
    var leftOut: (characters: PasswordRules.CharacterClass, offset: Int)?
    /// The values that were read, to find repeated ones.
    var seen = Seen()
    /// The offset of each rule, by its id in a single alternative.
    private(set) var offsets: [RuleID: Int] = [:]

    /// Records the offset of a rule by its id; for merged rules, of the first.
    mutating func note(_ id: RuleID, at offset: Int) {
      offsets[id] = offsets[id] ?? offset
    }

    /// Adds a rule; of several bounds of one number, the strictest counts.
    mutating func append(_ rule: PasswordRules.Rule) {
      rules.append(rule)
      seen.counts[rule.name, default: 0] += 1
    }

    var alternative: PasswordRules { PasswordRules(rules + single.values) }
  }

  /// Records the number of a rule; warns if an alternative has another or the same already, since
  /// only the stricter one counts.
  mutating func note(_ number: Int, of rule: String, isMinimum: Bool, at start: Int) {
    guard number > 0 else { return }
    guard let earlier = draft.seen.numbers[rule] else {
      draft.seen.numbers[rule] = number
      return
    }
    let counting = isMinimum ? max(number, earlier) : min(number, earlier)
    draft.seen.numbers[rule] = counting
    let idle = counting == number ? earlier : number
    remarks.add(
      idle == counting
        ? .repeatedRule("\(rule): \(number)")
        : .idleNumber(rule: rule, idle, beside: counting), at: start, .warning)
  }
}

extension StrictReader.RulesSoFar {
  /// The ids that the next rule with this name would have.
  fileprivate func ids(of keyword: Keyword) -> [RuleID] {
    let number = RuleID(keyword.rawValue, seen.counts[keyword.rawValue] ?? 0)
    return switch keyword.row.numbering {
    case .never: keyword.names.map { RuleID($0, nil) }
    case .ifSeveral: [RuleID(keyword.rawValue, nil), number]
    case .always: [number]
    }
  }

  /// The required classes, if they are the only permitted ones because `allowed` is missing.
  var implied: PasswordRules.CharacterClass? {
    var required = PasswordRules.CharacterClass.none
    for rule in rules {
      switch rule.kind {
      case .allowed: return nil
      case .required(let set): required = required.union(set)
      default: break
      }
    }
    let isAll = PasswordRules.CharacterClass.asciiPrintable.members.isSubset(of: required.members)
    return required.isEmpty || isAll ? nil : required
  }

  /// What an alternative has said already, for finding repeated rules without searching the rules.
  struct Seen {
    /// The numbers of rules of which there can be several, by name.
    var counts: [String: Int] = [:]
    /// The numbers that count, by their rules.
    var numbers: [String: Int] = [:]
    var blocklists: Set<PasswordRules.Rule> = []
    var kinds: PasswordRules.Rule.Kinds?
    /// The context words.
    var words: Set<String> = []
    /// The context words to be found inside passwords.
    var parts: Set<String> = []
  }
}

// MARK: Rules

extension StrictReader {
  /// Reads a rule and the semicolon after it; the next byte starts its name.
  mutating func rule() {
    draft.hasContent = true
    let start = scanner.position
    let word = scanner.word()
    guard let key = key(word, at: start), colon(after: word) else { return recover() }
    let ids = draft.ids(of: key)
    skipBlank()
    // Here a line '[abc]' is a class: a plain rules string has no sections.
    if scanner.isAtEnd || scanner.sees(";") || isAtBoundary && isAtOr {
      remarks.add(.ruleWithoutValue(word), at: start, .warning)
    } else {
      let read = value(of: key)
      // Only sections of a file have places. A line without a rule leaves its number to the next.
      let isNumbered = key.row.numbering != .never
      if dialect == .policyFile, !isNumbered || draft.ids(of: key) != ids {
        for id in ids { draft.note(id, at: start) }
      }
      guard read else { return recover() }
    }
    _ = scanner.take(";")
  }

  private mutating func key(_ word: String, at start: Int) -> Keyword? {
    guard let keyword = Keyword(rawValue: word) else {
      let known = knownKeywords.map(\.rawValue) + (dialect == .policyFile ? ["or"] : [])
      remarks.add(
        .unknownProperty(
          quotable(word), nearest: nearest(to: word, among: known),
          inFile: dialect == .policyFile), at: start)
      return nil
    }
    if knownKeywords.contains(keyword) { return keyword }
    remarks.add(.fileKeyInRules(word), at: start)
    return nil
  }

  private var knownKeywords: [Keyword] {
    dialect == .rulesString ? Keyword.ofApple : Keyword.allCases
  }

  private mutating func colon(after word: String) -> Bool {
    let end = scanner.position
    if scanner.take(":") { return true }
    skipBlank()
    if scanner.isAtEnd || isAtBoundary {
      remarks.add(.endAfterName(word), at: end)
    } else if scanner.position > end && scanner.take(":") {
      remarks.add(.spaceBeforeColon(after: word), at: end)
      return true
    } else {
      remarks.add(.expectedColon(after: word, found: scanner.whatIsNext), at: scanner.position)
    }
    return false
  }

  /// Reads the value of a rule and its end, and adds the rule to the draft; false if it cannot be
  /// read.
  private mutating func value(of keyword: Keyword) -> Bool {
    switch keyword {
    case .required, .allowed: return classes(keyword)
    case .first, .last: return endClass(keyword) && endOfRule()
    case .blocklist: return blocklist() && endOfRule()
    case .context: return context() && endOfRule()
    case .since: return since() && endOfRule()
    case .audience: return audience() && endOfRule()
    default: return bound(keyword) && endOfRule()
    }
  }

  private mutating func classes(_ name: Keyword) -> Bool {
    let start = scanner.position
    guard let list = classList(name.rawValue) else { return false }
    if list.characters.isEmpty && list.isWhole && !(list.hasExceptions && name == .required) {
      remarks.add(.emptyClass(rule: name.rawValue), at: start, .warning)
    }
    draft.append(name == .required ? .required(list.characters) : .allowed(list.characters))
    if name == .allowed, list.hasExceptions { draft.leftOut = (list.exceptions, start) }
    // Apple's parser converts a required rule that writes out printable ASCII to the name before it
    // unites classes, so the written-out characters count as the name.
    let spelled = name == .required && list.characters == .asciiPrintable
    let clashes = draft.namesPrintable && draft.namesUnicode
    draft.namesPrintable = draft.namesPrintable || list.namesPrintable || spelled
    draft.namesUnicode = draft.namesUnicode || list.namesUnicode
    if !clashes && draft.namesPrintable && draft.namesUnicode {
      remarks.add(.printableBesideUnicode, at: start)
    }
    return true
  }
}

// MARK: Numbers

extension StrictReader {
  /// Reads the number of one of Apple's rules, which space may follow only at the end of a section.
  mutating func appleNumber(_ rule: String) -> Int? {
    guard let number = number(rule) else { return nil }
    let end = scanner.position
    skipBlank()
    guard scanner.position > end else { return number }
    if scanner.sees(";") || dialect == .rulesString && scanner.isAtEnd {
      remarks.add(.spaceAfterInteger(rule: rule), at: end)
    }
    return number
  }

  /// Reads digits up to the end of a number; warns of 0 and of huge numbers.
  mutating func number(_ rule: String, mayBeZero: Bool = false) -> Int? {
    let start = scanner.position
    guard scanner.seesDigit else {
      remarks.add(.expectedInteger(rule: rule, found: scanner.whatIsNext), at: start)
      return nil
    }
    let number = scanner.number()
    if !scanner.isAtEnd, !isAtSpace, !scanner.sees(";"), !scanner.sees(",") {
      remarks.add(
        .expectedInteger(rule: rule, found: "'\(scanner.textUntilDelimiter(from: start))'"),
        at: start)
      return nil
    }
    if number != 0 || !mayBeZero { remarks.addDoubts(about: number, of: rule, at: start) }
    return number
  }
}

// MARK: Classes

extension StrictReader {
  struct ClassList {
    var characters = PasswordRules.CharacterClass.none
    /// Whether no part of it had to be skipped.
    var isWhole = true
    var (namesPrintable, namesUnicode) = (false, false)
    /// The characters after `except`, and whether there is one.
    var exceptions = PasswordRules.CharacterClass.none
    var hasExceptions = false
  }

  /// Reads classes separated by commas, less those after `except`, up to the end of the rule; nil if
  /// the end cannot be found.
  mutating func classList(_ rule: String) -> ClassList? {
    guard var list = classes(of: rule) else { return nil }
    let start = scanner.position
    guard seesExcept else { return list }
    if dialect == .rulesString {
      remarks.add(.fileKeyInRules(Self.except), at: start)
      return nil
    }
    _ = scanner.word()
    skipBlank()
    guard let exceptions = classes(of: rule) else { return nil }
    if seesExcept {
      remarks.add(.junkAfterValue(found: scanner.whatIsNext), at: scanner.position)
      return nil
    }
    list.exceptions = exceptions.characters
    list.hasExceptions = true
    list.characters = list.characters.excluding(exceptions.characters)
    list.isWhole = list.isWhole && exceptions.isWhole
    (list.namesPrintable, list.namesUnicode) = (false, list.characters == .unicode)
    if list.characters.isEmpty, list.isWhole, rule != Keyword.allowed.rawValue {
      remarks.add(.exceptsEverything(rule: rule), at: start)
    }
    return list
  }

  private static let except = "except"
  private var seesExcept: Bool { scanner.sees("e") && sees(word: Self.except) }

  /// Reads classes separated by commas, up to `except` or the end of the rule; nil if neither can be
  /// found.
  private mutating func classes(of rule: String) -> ClassList? {
    var list = ClassList()
    while true {
      var adjoins = false
      if scanner.seesWord {
        namedClass(into: &list)
      } else if scanner.sees("[") {
        adjoins = bracketClass(into: &list)
      } else {
        remarks.add(.expectedClass(found: scanner.whatIsNext), at: scanner.position)
        return nil
      }
      let end = scanner.position
      skipBlank()
      if isAtEndOfRule || seesExcept { return list }
      if scanner.take(",") {
        skipBlank()
        if scanner.isAtEnd {
          remarks.add(.endAfterComma, at: scanner.position)
          return nil
        }
      } else if seesRule {
        remarks.add(.expectedSemicolon(found: scanner.whatIsNext), at: scanner.position)
        return list
      } else {
        remarks.add(
          adjoins ? .misplacedBracket : .junkAfterValue(found: scanner.whatIsNext),
          at: adjoins ? end - 1 : scanner.position)
        return nil
      }
    }
  }

  private mutating func namedClass(into list: inout ClassList) {
    let start = scanner.position
    let word = scanner.word()
    switch ReferenceRule.Element(named: word) {
    case .members(let set): list.characters = list.characters.union(.init(set))
    case .printable:
      list.characters = list.characters.union(.asciiPrintable)
      list.namesPrintable = true
    case .unicode:
      list.characters = list.characters.union(.unicode)
      list.namesUnicode = true
    case nil:
      list.isWhole = false
      remarks.add(.unknownClass(word, nearest: nearest(to: word, among: classNames)), at: start)
    }
  }

  /// Reads a class; returns whether an unexpected character follows it directly.
  private mutating func bracketClass(into list: inout ClassList) -> Bool {
    let start = scanner.position
    // After one unclosed class, no later one is closed, so the rest is searched only once.
    let scanned =
      isUnclosed ? ScannedClass(end: .unterminated) : scanner.bracketClass()
    switch scanned.end {
    case .closed, .closedBeforeJunk: break
    case .unterminated:
      isUnclosed = true
      list.isWhole = false
      remarks.add(.unterminatedClass, at: start)
      // The class has included the rest of the text; continues where its author probably meant to
      // end it.
      scanner.position = start + 1
      scanner.skipLine()
      return false
    case .empty:
      list.isWhole = false
      remarks.add(.endAfterBracket, at: start)
      return false
    }
    list.characters = list.characters.union(PasswordRules.CharacterClass(scanned.members))
    for dash in scanned.misplacedDashes { remarks.add(.misplacedDash, at: dash) }
    remarks.addDoubts(about: scanned, in: scanner.bytes)
    return scanned.end == .closedBeforeJunk
  }
}

/// The names of classes, as written.
let classNames = ["upper", "lower", "digit", "special", "ascii-printable", "unicode"]

// Reads the parts of the values that only policy files have.
extension StrictReader {
  var seesWordOfValue: Bool { scanner.seesWord && !isAtBoundary && !seesRule }

  func sees(word: String) -> Bool {
    var ahead = scanner
    return ahead.word() == word
  }

  /// Reads one of several words.
  mutating func word(of rule: String, among words: [String]) -> String? {
    let start = scanner.position
    let word = scanner.word()
    if words.contains(word) { return word }
    remarks.add(
      .unknownWord(
        quotable(word), rule: rule, expected: words, nearest: nearest(to: word, among: words)),
      at: start)
    return nil
  }

  /// Reads a text in double quotes, in which `\"` stands for `"` and `\\` for `\`.
  mutating func string(_ rule: String) -> String? {
    let start = scanner.position
    guard scanner.take("\"") else {
      remarks.add(.expectedString(rule: rule, found: scanner.whatIsNext), at: start)
      return nil
    }
    var text: [UInt8] = []
    while let byte = scanner.next, byte != UInt8(ascii: "\n") {
      scanner.position += 1
      if byte == UInt8(ascii: "\"") {
        if text.isEmpty { remarks.add(.emptyString(rule: rule), at: start) }
        let value = String(decoding: text, as: UTF8.self)
        // Printed, it would be a command to a terminal.
        if let control = value.unicodeScalars.first(where: isUnprintable) {
          remarks.add(
            .unprintable(RulesScanner.name(of: control), "value of '\(rule)'"), at: start)
        }
        return value
      }
      if byte == UInt8(ascii: "\\"), scanner.sees("\"") || scanner.sees("\\") {
        text.append(scanner.bytes[scanner.position])
        scanner.position += 1
      } else {
        text.append(byte)
      }
    }
    remarks.add(.unterminatedString, at: start)
    return nil
  }

  /// Whether a number is within its range; a 0 below the range has already caused a warning.
  mutating func within(
    _ range: ClosedRange<Int>, _ number: Int, _ rule: String, at start: Int
  ) -> Bool {
    if range.contains(number) { return true }
    if number != 0 { remarks.add(.outOfRange(rule: rule, number, range), at: start) }
    return false
  }
}

/// Whether a character is no part of a printable name, such as an escape.
func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
  if 0x20...0x7E ~= scalar.value { return false }
  return switch scalar.properties.generalCategory {
  case .control, .lineSeparator, .paragraphSeparator: true
  default: false
  }
}

/// A user's word for a message: its first 40 characters.
func quotable(_ word: String) -> String {
  let head = word.unicodeScalars.prefix(41)
  return head.count <= 40 ? word : String(String.UnicodeScalarView(head.dropLast())) + "…"
}

// Finds the beginnings and ends of rules: space, comments, sections, and recovery from errors.
extension StrictReader {
  /// Whether a rule may end here.
  var isAtEndOfRule: Bool { scanner.isAtEnd || scanner.sees(";") || isAtBoundary }

  /// Checks that the rule ends here; reports a missing semicolon before another rule, which can
  /// then be read next.
  mutating func endOfRule() -> Bool {
    skipBlank()
    if isAtEndOfRule { return true }
    remarks.add(.expectedSemicolon(found: scanner.whatIsNext), at: scanner.position)
    return seesRule
  }

  /// Skips space and, in a policy file, lines that begin with `#`.
  mutating func skipBlank() {
    scanner.skipSpace()
    while dialect == .policyFile, scanner.sees("#"), isAtLineStart {
      scanner.skipLine()
      scanner.skipSpace()
    }
  }

  /// Skips to the next semicolon outside brackets and quotes, or to a line that looks like a rule.
  mutating func recover() {
    while !scanner.isAtEnd {
      if scanner.take(";") || isAtBoundary { return }
      if scanner.seesWord && isAtLineStart && seesRule { return }
      if scanner.sees("[") {
        unclosed.bracket = skipInside(until: "]", searched: unclosed.bracket)
      } else if scanner.sees("\"") {
        unclosed.quote = skipInside(until: "\"", searched: unclosed.quote)
      }
      scanner.position += 1
    }
  }

  /// Goes to the closing character on the same line, if there is one.
  ///
  /// - Parameters:
  ///   - close: The closing character.
  ///   - end: The end of the text in which earlier searches failed, so that no text is searched
  ///     twice.
  /// - Returns: The same after this search.
  private mutating func skipInside(until close: Unicode.Scalar, searched end: Int) -> Int {
    if scanner.position < end { return end }
    let rest = scanner.bytes[(scanner.position + 1)...]
    let stop = rest.firstIndex { $0 == UInt8(ascii: close) || $0 == UInt8(ascii: "\n") }
    if let stop, scanner.bytes[stop] == UInt8(ascii: close) {
      scanner.position = stop
      return end
    }
    return stop ?? scanner.bytes.count
  }

  var isAtSpace: Bool { scanner.next.map(RulesScanner.isSpace) ?? false }

  /// Whether a known name and a colon come next.
  var seesRule: Bool {
    var ahead = scanner
    let word = ahead.word()
    return Keyword(rawValue: word).map(knownKeywords.contains) == true && ahead.sees(":")
  }

  /// Whether only space precedes the next byte on its line.
  var isAtLineStart: Bool {
    var index = scanner.position
    while index > 0, scanner.bytes[index - 1] != UInt8(ascii: "\n") {
      guard RulesScanner.isSpace(scanner.bytes[index - 1]) else {
        return index == byteOrderMark.count && scanner.bytes.starts(with: byteOrderMark)
      }
      index -= 1
    }
    return true
  }

  /// Whether a line `[name]` or `or` of a policy file comes next.
  var isAtBoundary: Bool {
    guard dialect == .policyFile, scanner.sees("[") || scanner.sees("o"), isAtLineStart else {
      return false
    }
    return isAtOr || headerName != nil
  }

  /// Whether the word `or` comes next, without a colon after it.
  var seesOr: Bool {
    var ahead = scanner
    guard ahead.word() == "or" else { return false }
    ahead.skipSpace()
    return !ahead.sees(":")
  }

  /// Whether a line `or` comes next.
  var isAtOr: Bool { restOfLine.elementsEqual("or".utf8) }

  /// The name in the `[name]` that comes next.
  var headerName: String? {
    let line = restOfLine
    guard line.first == UInt8(ascii: "["), line.last == UInt8(ascii: "]") else { return nil }
    let name = trimmed(line.dropFirst().dropLast())
    return name.isEmpty || name.contains(UInt8(ascii: "]")) || name.contains(UInt8(ascii: "["))
      ? nil : String(decoding: name, as: UTF8.self)
  }

  /// The bytes up to the end of the line, without space at both ends.
  var restOfLine: ArraySlice<UInt8> {
    let start = scanner.position
    return trimmed(scanner.bytes[start..<scanner.bytes.endOfLine(from: start)])
  }

  private func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let front = bytes.drop(while: RulesScanner.isSpace)
    let back = front.lastIndex { !RulesScanner.isSpace($0) }
    return back.map { front[...$0] } ?? front
  }
}
