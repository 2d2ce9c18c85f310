import Diagnostics
import Passwords

/// The rules that only policy files have.
enum ExtraName: String, CaseIterable {
  case minClasses = "min-classes"
  case atLeast = "at-least"
  case maxClassRun = "max-class-run"
  case blocklist
  case context
  case minScore = "min-score"
}

extension StrictReader {
  /// Reads the value of such a rule, up to the end of the rule.
  mutating func extraValue(_ name: ExtraName) -> Bool {
    let read =
      switch name {
      case .minClasses: minClasses()
      case .atLeast: atLeast()
      case .maxClassRun: maxClassRun()
      case .blocklist: blocklist()
      case .context: context()
      case .minScore: minScore()
      }
    return read && endOfRule()
  }

  /// `min-classes: 3` or `min-classes: 3 unicode`.
  private mutating func minClasses() -> Bool {
    let start = scanner.position
    guard let minimum = number("min-classes") else { return false }
    skipBlank()
    var kinds = Policy.KindCount.Kinds.ascii
    if seesWordOfValue {
      guard let word = word(of: "min-classes", among: ["ascii", "unicode"]) else { return false }
      kinds = Policy.KindCount.Kinds(rawValue: word) ?? .ascii
    }
    guard within(1...kinds.sets.count, minimum, "min-classes", at: start) else { return true }
    if let earlier = draft.extras.minClasses, earlier.kinds != kinds {
      remarks.add(.conflictingKinds, at: start)
    }
    if draft.extras.minClasses?.kinds ?? kinds == kinds {
      note(minimum, of: "min-classes", isMinimum: true, at: start)
    }
    let largest = max(minimum, draft.extras.minClasses?.minimum ?? 0)
    draft.extras.minClasses = Policy.KindCount(minimum: largest, of: kinds)
    return true
  }

  /// `at-least: 2 digit, special`.
  private mutating func atLeast() -> Bool {
    guard let minimum = number("at-least") else { return false }
    skipBlank()
    let start = scanner.position
    guard let list = classList("at-least") else { return false }
    if list.characters.isEmpty {
      if list.isWhole { remarks.add(.emptyClass(rule: "at-least"), at: start, .warning) }
    } else if minimum > 0 {
      draft.extras.atLeast.append(Policy.ClassCount(minimum: minimum, of: list.characters))
    }
    return true
  }

  /// `max-class-run: 4`.
  private mutating func maxClassRun() -> Bool {
    let start = scanner.position
    guard let limit = number("max-class-run") else { return false }
    note(limit, of: "max-class-run", isMinimum: false, at: start)
    if limit > 0 { draft.extras.maxClassRun = min(limit, draft.extras.maxClassRun ?? limit) }
    return true
  }

  /// `min-score: 3`.
  private mutating func minScore() -> Bool {
    let start = scanner.position
    guard let minimum = number("min-score", mayBeZero: true) else { return false }
    if within(0...4, minimum, "min-score", at: start), minimum > 0 {
      note(minimum, of: "min-score", isMinimum: true, at: start)
      draft.extras.minScore = max(minimum, draft.extras.minScore ?? minimum)
    }
    return true
  }

  /// `blocklist: "words.txt" fold`, `blocklist: default leet substring 4`,
  /// `blocklist: default entra-like`; the default comparison is exact.
  private mutating func blocklist() -> Bool {
    let start = scanner.position
    let source: ListReference.Source
    if sees(word: "default") {
      _ = scanner.word()
      source = .builtIn
    } else {
      guard let name = string("blocklist") else { return false }
      source = .file(name, directory: directory)
    }
    var comparison = ListComparison.exact
    let forms = ListComparison.Form.allCases.map(\.rawValue)
    skipBlank()
    if seesWordOfValue {
      let words = forms + ["substring", "entra-like"]
      guard let word = word(of: "blocklist", among: words) else { return false }
      if word == "entra-like" {
        comparison = .entraLike
      } else if let form = ListComparison.Form(rawValue: word) {
        comparison = .init(whole: form)
        skipBlank()
        if seesWordOfValue {
          guard self.word(of: "blocklist", among: ["substring"]) != nil,
            let part = part(form)
          else { return false }
          comparison = part
        }
      } else {
        guard let part = part(.exact) else { return false }
        comparison = part
      }
    }
    let list = ListReference.blocklist(source, comparison)
    if draft.seen.blocklists.insert(list).inserted {
      draft.extras.blocklists.append(list)
    } else {
      remarks.add(.repeatedRule(quotable("\(list)")), at: start, .warning)
    }
    return true
  }

  /// Reads the number after `substring`.
  private mutating func part(
    _ form: ListComparison.Form
  ) -> ListComparison? {
    skipBlank()
    let start = scanner.position
    guard let count = number("substring", mayBeZero: true) else { return nil }
    let lengths = ListComparison.partLengths
    if !lengths.contains(count) {
      remarks.add(.outOfRange(rule: "substring", count, lengths), at: start)
    }
    return .substring(
      of: form, atLeast: min(max(count, lengths.lowerBound), lengths.upperBound))
  }

  private var seesWordOfValue: Bool { scanner.seesWord && !isAtBoundary && !seesRule }

  private func sees(word: String) -> Bool {
    var ahead = scanner
    return ahead.word() == word
  }

  /// Too many passwords contain shorter words or shorter parts of users' names.
  private static let shortestPart = 3

  /// `context: "acme", "widgets"`, `context: "acme" substring`, `context: username`,
  /// `context: username substring`.
  private mutating func context() -> Bool {
    repeat {
      skipBlank()
      if sees(word: "username") {
        _ = scanner.word()
        skipBlank()
        var relation = UserNameRelation.whole
        if seesWordOfValue {
          guard word(of: "context", among: ["substring"]) != nil else { return false }
          relation = .part
        }
        draft.extras.userNames.insert(relation)
      } else {
        let start = scanner.position
        guard let word = string("context") else { return false }
        skipBlank()
        if seesWordOfValue {
          guard self.word(of: "context", among: ["substring"]) != nil else { return false }
          let count = word.unicodeScalars.count
          if count < Self.shortestPart { remarks.add(.shortPart(found: count), at: start) }
          if draft.seen.parts.insert(word).inserted { draft.extras.contextParts.append(word) }
        } else if draft.seen.words.insert(word).inserted {
          draft.extras.contextWords.append(word)
        }
      }
      skipBlank()
    } while scanner.take(",")
    return true
  }

  /// Reads one of several words.
  private mutating func word(of rule: String, among words: [String]) -> String? {
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
  private mutating func string(_ rule: String) -> String? {
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
  private mutating func within(
    _ range: ClosedRange<Int>, _ number: Int, _ rule: String, at start: Int
  ) -> Bool {
    if range.contains(number) { return true }
    if number != 0 { remarks.add(.outOfRange(rule: rule, number, range), at: start) }
    return false
  }
}
