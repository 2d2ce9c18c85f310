import Diagnostics
import Passwords

// Reads the values of rules, up to the end of the rule, and adds the rules to the draft; false if a
// value cannot be read.
extension StrictReader {
  /// Reads a bound: numbers separated by commas, then the class or the kinds that are counted.
  ///
  /// Of repeated bounds of one number the stricter one counts, and 0 has no effect.
  mutating func bound(_ keyword: Keyword) -> Bool {
    let (name, row, start) = (keyword.rawValue, keyword.row, scanner.position)
    if row.namesClass { return count(keyword) }
    let number =
      keyword.isApples ? appleNumber(name) : number(name, mayBeZero: row.range.contains(0))
    guard let number else { return false }
    guard case .kinds = row.measure else {
      // A 0 has no effect, for which there has been a warning.
      guard keyword.isApples || within(row.range, number, name, at: start) else { return true }
      note(number, of: name, isMinimum: row.direction == .least, at: start)
      draft.append(PasswordRules.Rule(keyword, number))
      return true
    }
    skipBlank()
    var kinds = PasswordRules.Rule.Kinds.ascii
    if seesWordOfValue {
      let words = PasswordRules.Rule.Kinds.allCases.map(\.rawValue)
      guard let word = word(of: name, among: words) else { return false }
      kinds = PasswordRules.Rule.Kinds(rawValue: word) ?? .ascii
    }
    guard within(1...kinds.sets.count, number, name, at: start) else { return true }
    if let earlier = draft.seen.kinds, earlier != kinds {
      remarks.add(.conflictingKinds, at: start)
    } else {
      note(number, of: name, isMinimum: true, at: start)
    }
    draft.seen.kinds = kinds
    draft.append(.minClasses(number, of: kinds))
    return true
  }

  private mutating func count(_ keyword: Keyword) -> Bool {
    let (name, place, direction) = (keyword.rawValue, scanner.position, keyword.row.direction)
    let isZeroIdle = direction.bounds([0]) == 0...Int.max
    var numbers: [Int] = []
    repeat {
      skipBlank()
      guard let number = number(name, mayBeZero: !isZeroIdle) else { return false }
      numbers.append(number)
      skipBlank()
    } while scanner.take(",")
    if numbers.count == 1, direction.bounds(numbers) == nil {
      remarks.add(.noBounds(rule: name, numbers, class: "digit"), at: place)
      return false
    }
    let start = scanner.position
    guard let list = classList(name) else { return false }
    let said = list.characters.description
    if let words = keyword.row.classes, list.isWhole, !words.contains(said) {
      remarks.add(
        .unknownWord(quotable(said), rule: name, expected: words, nearest: nil), at: start)
      return true
    }
    guard let bounds = direction.bounds(numbers) else {
      remarks.add(.noBounds(rule: name, numbers, class: "\(list.characters)"), at: place)
      return true
    }
    if list.characters.isEmpty {
      warn(ofEmpty: list, in: name, at: start)
    } else if bounds != 0...Int.max {
      draft.append(PasswordRules.Rule(.bound(Bound(keyword, bounds, .characters(list.characters)))))
    }
    return true
  }

  private mutating func warn(ofEmpty list: ClassList, in rule: String, at start: Int) {
    if list.isWhole, !list.hasExceptions {
      remarks.add(.emptyClass(rule: rule), at: start, .warning)
    }
  }

  /// Reads the class of the first or last character.
  mutating func endClass(_ keyword: Keyword) -> Bool {
    let start = scanner.position
    guard let list = classList(keyword.rawValue) else { return false }
    if list.characters.isEmpty {
      warn(ofEmpty: list, in: keyword.rawValue, at: start)
    } else {
      draft.append(keyword == .first ? .first(list.characters) : .last(list.characters))
    }
    return true
  }

  /// Reads `"words.txt" fold` or `default leet substring 4`.
  mutating func blocklist() -> Bool {
    let (keyword, start) = (Keyword.blocklist.rawValue, scanner.position)
    let source: ListReference.Source
    if sees(word: "default") {
      _ = scanner.word()
      source = .builtIn
    } else {
      guard let name = string(keyword) else { return false }
      source = .file(name, directory: directory)
    }
    guard let comparison = comparison(keyword) else { return false }
    let list = PasswordRules.Rule.blocklist(source, comparison)
    if draft.seen.blocklists.insert(list).inserted {
      draft.append(list)
    } else {
      remarks.add(.repeatedRule(quotable(list.description)), at: start, .warning)
    }
    return true
  }

  /// Reads how to compare; nil if it cannot be read.
  private mutating func comparison(_ keyword: String) -> ListComparison? {
    skipBlank()
    guard seesWordOfValue else { return .exact }
    let forms = ListComparison.Form.allCases.map(\.rawValue)
    guard let word = word(of: keyword, among: forms + ["substring", "entra-like"]) else {
      return nil
    }
    if word == "entra-like" { return .entraLike }
    guard let form = ListComparison.Form(rawValue: word) else { return part(.exact) }
    skipBlank()
    guard seesWordOfValue else { return .init(whole: form) }
    return self.word(of: keyword, among: ["substring"]) == nil ? nil : part(form)
  }

  /// Reads the number after `substring`.
  private mutating func part(_ form: ListComparison.Form) -> ListComparison? {
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

  /// Too many passwords contain shorter words or shorter parts of users' names.
  private static let shortestPart = 3

  /// Reads `"acme", "widgets" substring, username`; each says something of its own.
  mutating func context() -> Bool {
    let keyword = Keyword.context.rawValue
    // Taken out of the draft, so that a line of ten thousand words copies none of them.
    var words = takeWords(of: "context")
    var parts = takeWords(of: "context-substring")
    defer {
      if !words.isEmpty { setSingle(.unlisted(.context(words))) }
      if !parts.isEmpty { setSingle(.unlisted(.contextParts(parts))) }
    }
    repeat {
      skipBlank()
      let start = scanner.position
      let isUserName = sees(word: "username")
      if isUserName { _ = scanner.word() }
      guard let word = isUserName ? "" : string(keyword) else { return false }
      skipBlank()
      let isPart = seesWordOfValue
      if isPart, self.word(of: keyword, among: ["substring"]) == nil { return false }
      if isUserName {
        setSingle(.unlisted(.userName(isPart ? .part : .whole)))
      } else if isPart {
        let count = word.unicodeScalars.count
        if count < Self.shortestPart { remarks.add(.shortPart(found: count), at: start) }
        if draft.seen.parts.insert(word).inserted { parts.append(word) }
      } else if draft.seen.words.insert(word).inserted {
        words.append(word)
      }
      skipBlank()
    } while scanner.take(",")
    return true
  }

  private mutating func setSingle(_ kind: PasswordRules.Rule.Kind) {
    let rule = PasswordRules.Rule(kind)
    draft.single[rule.name] = rule
  }

  private mutating func takeWords(of name: String) -> [String] {
    switch draft.single.removeValue(forKey: name)?.kind {
    case .unlisted(.context(let words)), .unlisted(.contextParts(let words)): words
    default: []
    }
  }

  /// Reads a day.
  mutating func since() -> Bool {
    let start = scanner.position
    let text = scanner.textUntilDelimiter(from: start)
    guard CalendarDay(text) != nil else {
      remarks.add(.expectedDay(found: "'\(quotable(text))'"), at: start)
      return false
    }
    scanner.position = start + text.utf8.count
    setLast(.since(text), at: start)
    return true
  }

  /// Reads `everyone`, or a dataset in quotes.
  mutating func audience() -> Bool {
    let start = scanner.position
    if sees(word: "everyone") {
      _ = scanner.word()
      setLast(.audience(.everyone), at: start)
    } else {
      guard let label = string(Keyword.audience.rawValue) else { return false }
      setLast(.audience(.dataset(label)), at: start)
    }
    return true
  }

  /// Sets a rule of which the last counts, with a warning.
  private mutating func setLast(_ kind: PasswordRules.Rule.Kind, at start: Int) {
    let name = PasswordRules.Rule(kind).name
    if draft.single[name] != nil { remarks.add(.repeatedRule(name), at: start, .warning) }
    setSingle(kind)
  }
}
