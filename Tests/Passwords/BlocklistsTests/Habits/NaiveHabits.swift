/// The numbers of habits, straight from the table in `Documentation/habits.md`.
struct NaiveHabits {
  private enum Kind { case letter, digit, special, control }

  /// The words of a calendar, of which this knows few, by their number.
  static let calendar = [
    "summer": 1, "winter": 1, "ete": 1, "march": 2, "maerz": 2, "marz": 2, "marzo": 2,
    "may": 2, "mayo": 2, "september": 2, "monday": 3, "friday": 3, "segundafeira": 3,
  ]
  /// Spellings with accents, whose letters of ASCII are small, and what they fold to.
  static let accented = [
    "märz": "marz", "mÄrz": "marz", "été": "ete", "Été": "ete", "ÉtÉ": "ete", "étÉ": "ete",
  ]
  static let stretches = ["qwer", "asdf", "zxcvb", "yxcv", "1qaz", "poiu", "azert"]

  let common: Set<String>
  let year: Int

  private func kind(_ scalar: Unicode.Scalar) -> Kind {
    switch scalar {
    case "a"..."z", "A"..."Z", "\u{80}"...: .letter
    case "0"..."9": .digit
    case " "..."~": .special
    default: .control
    }
  }

  private func small(_ text: some Sequence<Unicode.Scalar>) -> String {
    String(
      String.UnicodeScalarView(
        text.map { "A"..."Z" ~= $0 ? Unicode.Scalar(UInt8($0.value) + 32) : $0 }))
  }

  /// Whether some text is one unit twice or more.
  private func isRepeated(_ text: [Unicode.Scalar]) -> Bool {
    (1..<max(text.count, 1)).contains { unit in
      text.count % unit == 0 && text.indices.allSatisfy { text[$0] == text[$0 % unit] }
    }
  }

  private func isDate(_ digits: [Unicode.Scalar]) -> Bool {
    guard digits.count == 6 || digits.count == 8, !isRepeated(digits) else { return false }
    func number(_ part: some Sequence<Unicode.Scalar>) -> Int { Int(small(part)) ?? -1 }
    func isDate(day: Int, month: Int, year: Int) -> Bool {
      1...31 ~= day && 1...12 ~= month && (digits.count == 6 || 1900...2099 ~= year)
    }
    let (a, b, rest) = (number(digits[..<2]), number(digits[2..<4]), number(digits[4...]))
    let (first, c, d) = (
      number(digits.dropLast(4)), number(digits.suffix(4).prefix(2)), number(digits.suffix(2))
    )
    return isDate(day: a, month: b, year: rest) || isDate(day: b, month: a, year: rest)
      || isDate(day: d, month: c, year: first)
  }

  private func inLeet(_ text: String) -> Bool {
    guard text.unicodeScalars.count >= 4 else { return false }
    let letters: [Unicode.Scalar: Unicode.Scalar] = [
      "4": "a", "@": "a", "3": "e", "0": "o", "5": "s", "$": "s", "7": "t",
    ]
    guard text.unicodeScalars.contains(where: { kind($0) == .letter }) else { return false }
    return ["i", "l"].contains { (one: Unicode.Scalar) in
      let word = text.unicodeScalars.map { $0 == "1" || $0 == "!" ? one : letters[$0] ?? $0 }
      let spelled = String(String.UnicodeScalarView(word))
      return spelled != text && common.contains(spelled)
    }
  }

  /// The facts of a password, by the names of their columns.
  func facts(of password: String) -> [String: Int] {
    let text = Array(password.unicodeScalars)
    var runs: [(kind: Kind, text: [Unicode.Scalar])] = []
    for scalar in text {
      if let last = runs.last, last.kind == kind(scalar) {
        runs[runs.count - 1].text.append(scalar)
      } else {
        runs.append((kind(scalar), [scalar]))
      }
    }
    let end = text.reversed().prefix { [.digit, .special].contains(kind($0)) }.count
    let head = text.dropLast(end)
    var found: [String: Int] = [:]

    let capitals = text.count { "A"..."Z" ~= $0 }
    let isFirst = capitals == 1 && text.count > 1 && "A"..."Z" ~= text[0]
    let isAll = capitals > 1 && !text.contains { "a"..."z" ~= $0 }
    found["capitals"] = capitals == 0 ? 0 : isFirst ? 1 : isAll ? 2 : 3
    for (name, one, most) in [("digits_last", Kind.digit, 5), ("specials_last", .special, 2)] {
      let isLast = !head.isEmpty && !head.contains { kind($0) == one }
      found[name] = isLast ? min(most, text.suffix(end).count { kind($0) == one }) : 0
    }
    let templates: [[Kind]] = [
      [.letter], [.letter, .digit], [.letter, .special], [.letter, .digit, .special],
      [.letter, .special, .digit], [.digit, .letter], [.digit],
    ]
    found["template"] = (templates.firstIndex { $0 == runs.map(\.kind) } ?? -1) + 1

    let before = runs.count > 1 && runs.last?.kind == .special ? runs.dropLast() : runs[...]
    var number: Int?
    if let last = before.last, last.kind == .digit, last.text.count == 4, before.count > 1 {
      number = Int(small(last.text))
    }
    found["year"] =
      switch number {
      case year: 1
      case year - 1: 2
      case let number? where 1900...2099 ~= number: 3
      default: 0
      }
    let words = runs.filter { $0.kind == .letter }.map { run in
      let word = small(run.text)
      return Self.calendar[Self.accented[word] ?? word] ?? 0
    }
    found["calendar"] = words.first { $0 > 0 } ?? 0
    let word = small(head)
    let isDecorated = head.count >= 4 && common.contains(word)
    let isLeet = inLeet(word) || inLeet(small(text))
    found["base"] = common.contains(password) ? 1 : isDecorated ? 2 : isLeet ? 3 : 0
    found["keyboard"] = Self.stretches.contains { small(text).contains($0) } ? 1 : 0
    found["repeated"] = text.count >= 4 && isRepeated(text) ? 1 : 0
    found["date"] = runs.contains { $0.kind == .digit && isDate($0.text) } ? 1 : 0
    return found
  }
}
