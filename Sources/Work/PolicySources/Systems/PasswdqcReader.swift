import PasswordPolicies

/// Reads `passwdqc.conf`, or the options of pam_passwdqc.
enum PasswdqcReader {
  static func read(_ text: SourceText, into draft: inout Draft) throws(Refusal) {
    var options: [(text: String, place: SourcePlace)] = []
    for line in text.lines {
      let blank = { (scalar: Unicode.Scalar) in scalar == " " || scalar == "\t" || scalar == "\r" }
      let start = line.scalars.drop(while: blank)
      guard let last = start.lastIndex(where: { !blank($0) }), start.first != "#" else { continue }
      options.append((start[...last].text, line.place(start.startIndex)))
    }
    draft.add(try policy(options, &draft))
  }

  /// The alternatives of options; none if only passwords that the system generates are accepted.
  static func policy(
    _ options: [(text: String, place: SourcePlace)], _ draft: inout Draft
  ) throws(Refusal) -> [Alternative] {
    var settings = PasswdqcSettings()
    for (option, place) in options {
      let scalars = Array(option.unicodeScalars)[...]
      let key = scalars.prefix { $0 != "=" }
      settings.take(key.text, scalars[key.endIndex...].dropFirst().text, place, &draft)
    }
    return try settings.policy(&draft)
  }
}

/// The settings of passwdqc, and what follows from them.
private struct PasswdqcSettings {
  /// N0…N4: the fewest characters of passwords of one kind, two, phrases, three and four kinds; nil
  /// where disabled.
  private var least: [Int?] = [nil, 24, 11, 8, 7]
  private var most = 72
  private var phraseWords = 3
  private var match = 4
  private var minPlace: SourcePlace?

  mutating func take(_ name: String, _ value: String, _ place: SourcePlace, _ draft: inout Draft) {
    switch name {
    case "min": takeMinimum(value, place, &draft)
    case "max", "passphrase", "match": takeNumber(name, value, place, &draft)
    case "wordlist", "denylist", "filter":
      draft.remark(.notJudged, name, place, "an external list")
    case "similar": draft.remark(.notJudged, name, place, "the likeness to the old password")
    case "random":
      draft.remark(.notText, name, place, "what it suggests")
      if value.hasSuffix(",only") { least[4] = nil }
    case "config": draft.remark(.notJudged, name, place, "another file, which is not read")
    case "enforce", "retry", "non-unix", "ask_oldauthtok", "check_oldauthtok", "use_first_pass",
      "use_authtok", "noaudit":
      draft.remark(.notText, name, place, "how the module asks, and for whom it holds")
    default: draft.unknown(name, place, "is no option of passwdqc")
    }
  }

  private mutating func takeMinimum(_ value: String, _ place: SourcePlace, _ draft: inout Draft) {
    let texts = value.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = texts.map { $0 == "disabled" ? Int.max : cNumber(String($0)) ?? -1 }
    let areOrdered = zip(numbers, numbers.dropFirst()).allSatisfy { $0 >= $1 }
    if numbers.count == 5, areOrdered, numbers.allSatisfy({ $0 >= 0 }) {
      least = numbers.map { $0 == .max ? nil : $0 }
    } else {
      draft.remark(
        .cannot, "min", place,
        "expected five numbers or 'disabled', none greater than the one before: min=N0,N1,N2,N3,N4")
    }
    minPlace = place
  }

  private mutating func takeNumber(
    _ name: String, _ value: String, _ place: SourcePlace, _ draft: inout Draft
  ) {
    let smallest = name == "max" ? 8 : 0
    guard let number = cNumber(value), number >= smallest else {
      draft.remark(
        .cannot, name, place, "expected a whole number\(smallest > 0 ? " of 8 or more" : "")")
      return
    }
    switch name {
    case "max":
      most = min(number, 10000)
      if number == 8 {
        draft.remark(
          .cannot, "max", place, "with max=8 passwdqc judges the first 8 characters only")
      }
    case "passphrase": phraseWords = number
    default: match = number
    }
  }

  func policy(_ draft: inout Draft) throws(Refusal) -> [Alternative] {
    guard let shortest = least[4] else {
      draft.remark(
        .cannot, "min", minPlace ?? .start,
        "only passwords that the system itself generates are accepted")
      return []
    }
    remark(on: &draft)
    // Kinds of character, N, and the size of the alphabet that passwdqc assumes
    let forms = [
      (1, 0, 10), (2, 1, 36), (2, phraseWords > 0 ? 2 : nil, 27), (3, 3, 62), (4, 4, 95),
    ]
    let found = forms.compactMap { kinds, index, alphabet -> Alternative? in
      guard let minimum = index.flatMap({ least[$0] }) else { return nil }
      var one = Alternative(least: max(minimum, shortest), most: most)
      let distinct = Self.expectedDistinct(alphabet: alphabet, length: minimum) - 1
      one.unique = distinct > 1 ? distinct : 0
      if kinds > 1 { one.minClasses = Alternative.Kinds(count: kinds) }
      return one
    }
    return try Alternative.conjunction([found])
  }

  private func remark(on draft: inout Draft) {
    if minPlace == nil {
      draft.remark(
        .notJudged, "min", .start,
        "it is not set: the default is disabled,24,11,8,8 since 2.1.0; the one before, "
          + "disabled,24,11,8,7, stands for both")
    }
    if match != 0 {
      draft.remark(
        .notJudged, "match", .start,
        "words, common sequences, years and the user's data inside it, which passwdqc discounts; "
          + "'match=0' turns that off")
    }
    if least.dropFirst().contains(where: { $0 != nil }) {
      draft.remark(
        .notJudged, "classes", .start,
        "a capital that only begins the password and a digit that only ends it count as classes "
          + "here; passwdqc does not count them")
    }
    if phraseWords > 0, let minimum = least[2] {
      draft.remark(
        .notJudged, "passphrase", .start,
        "whether \(minimum) characters or more of two classes are a phrase of \(phraseWords) words; "
          + "they are taken for one")
    }
    draft.remark(
      .ascii, "passwdqc", .start, "\(Unit.bytes), and other scripts are a class of their own")
  }

  /// The distinct characters that passwdqc expects of a random password, in its fixed-point numbers.
  private static func expectedDistinct(alphabet: Int, length: Int) -> Int {
    let x = ((alphabet - 1) << 15) / alphabet
    var (y, rest) = (x, length - 1)
    while rest > 0, y > 0 {
      y = (y * x) >> 15
      rest -= 1
    }
    return (alphabet * ((1 << 15) - y)) >> 15
  }
}
