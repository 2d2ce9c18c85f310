package import Passwords

extension Standard {
  /// How a clause is tested on a policy.
  package enum Test: Hashable, Sendable {
    /// No shorter password is accepted.
    case minLength(Int, unless: ShortSystem?)
    /// No longer password is accepted.
    case maxLength(Int)
    /// Some password of this length or longer is accepted.
    case room(Int)
    /// Lengths have no end.
    case noMaximum
    /// Lengths have an end.
    case hasMaximum
    /// All of these characters may be used.
    case accepts(CodePointSet)
    /// Nothing is refused but for its length, its characters, lists and scores.
    case noComposition
    /// A character of each set occurs.
    case demands([CodePointSet])
    /// Characters of at least this many of these sets occur.
    case demandsKinds(Int, of: [CodePointSet])
    /// Some alternative permits characters of at least this many of these sets.
    case permitsKinds(Int, of: [CodePointSet])
    /// At most this many identical characters stand in a row.
    case maxRepeating(Int)
    /// At most this many characters of one kind stand in a row.
    case maxClassRun(Int)
    /// Every password complies in one of these ways.
    case oneOf([Way])
    /// The shortest passwords are as many as this number of bits says, or comply with an example.
    case bits(Int, examples: [Way])
    /// There is a blocklist; of breached passwords, not only of common ones.
    case list(ofBreaches: Bool)
    /// Every list is compared with the whole password.
    case wholeComparison
    /// There is a list of context words.
    case contextWords
    /// No part of the user's name is accepted.
    case userName
    /// Lengths count this.
    case unit(LengthUnit)
    /// A setting beside the text is like this.
    case setting(PolicySetting.Name, Demand)
    /// No policy shows it.
    case unseen
  }

  /// A system that a standard excuses, since it cannot hold longer passwords.
  package struct ShortSystem: Hashable, Sendable {
    /// No shorter password is accepted even there.
    package let least: Int
    /// It accepts no password of this length or longer.
    package let roomBelow: Int
  }

  /// One of several ways to comply: a sufficient length, with all that is said besides.
  package struct Way: Hashable, Sendable {
    package let minLength: Int
    /// Characters of each of these sets occur.
    package var demands: [CodePointSet] = []
    /// Characters of so many of the four kinds of ASCII occur.
    package var minKinds = 0
    package var hasList = false
    /// Whether it is open only under a condition that no policy shows.
    package var isHidden = false
  }

  /// What a clause asks of a setting.
  package enum Demand: Hashable, Sendable {
    /// There is none: no age, no history.
    case none
    /// At most this number, and what it means if there is no end, or more; whether the account is to
    /// be disabled then, for which a lock that ends does not do.
    case atMost(Int, never: Verdict, over: Verdict, isDisabling: Bool)
    /// At least this number.
    case atLeast(Int)
    /// Any number.
    case some
    /// Without end.
    case unlimited
    /// It is not so; whether the clause asks no more than that.
    case mustNot(isEnough: Bool)
  }

  /// What is found of a clause.
  package enum Verdict: String, Hashable, Sendable, CaseIterable, Encodable {
    /// It holds for every password, or for the setting.
    case met
    /// Something contradicts it.
    case broken
    /// It holds for some characters or alternatives, or under a condition that the standard names.
    case partly
    /// No policy, or not this file, can show it.
    case notVisible = "not-visible"
  }

  /// What systems count as a length.
  package enum LengthUnit: String, Hashable, Sendable {
    case bytes
    case utf16 = "UTF-16 units"
    case codePoints = "code points"
  }
}

extension Standard.Test {
  /// Whether it is about the text of passwords, not about settings beside it.
  package var isOfText: Bool {
    switch self {
    case .setting, .unseen: false
    default: true
    }
  }

  /// Reads a test: its name, then its parameters; nil for any other text.
  package init?(_ text: String) {
    let words = text.utf8.split(separator: UInt8(ascii: " ")).map(Substring.init)
    guard let name = words.first else { return nil }
    let rest = words.dropFirst()
    let number = rest.first.flatMap { Int($0) }
    switch (name, number) {
    case ("min-length", let length?):
      let more = rest.compactMap { Int($0) }
      self = .minLength(
        length,
        unless: more.count == 3 ? Standard.ShortSystem(least: more[1], roomBelow: more[2]) : nil)
    case ("max-length", let length?): self = .maxLength(length)
    case ("room", let length?): self = .room(length)
    case ("no-maximum", nil): self = .noMaximum
    case ("has-maximum", nil): self = .hasMaximum
    case ("accepts", nil):
      guard let set = rest.first.flatMap(CodePointSet.init(ofStandard:)) else { return nil }
      self = .accepts(set)
    case ("no-composition", nil): self = .noComposition
    case ("demands", nil):
      guard let sets = Self.sets(rest) else { return nil }
      self = .demands(sets)
    case ("demands-kinds", let least?):
      guard let sets = Self.sets(rest.dropFirst()) else { return nil }
      self = .demandsKinds(least, of: sets)
    case ("permits-kinds", let least?):
      guard let sets = Self.sets(rest.dropFirst()) else { return nil }
      self = .permitsKinds(least, of: sets)
    case ("max-repeating", let most?): self = .maxRepeating(most)
    case ("max-class-run", let most?): self = .maxClassRun(most)
    case ("one-of", _?):
      guard let ways = Self.ways(rest) else { return nil }
      self = .oneOf(ways)
    case ("bits", let bits?):
      guard let ways = Self.ways(rest.dropFirst(2)) else { return nil }
      self = .bits(bits, examples: ways)
    case ("list", nil): self = .list(ofBreaches: rest.first == "breached")
    case ("whole-comparison", nil): self = .wholeComparison
    case ("context-words", nil): self = .contextWords
    case ("user-name", nil): self = .userName
    case ("unit", nil):
      guard let unit = Standard.LengthUnit(rawValue: rest.joined(separator: " ")) else {
        return nil
      }
      self = .unit(unit)
    case ("setting", nil):
      guard let setting = rest.first.flatMap({ PolicySetting.Name(rawValue: String($0)) }),
        let demand = Standard.Demand(rest.dropFirst())
      else { return nil }
      self = .setting(setting, demand)
    case ("unseen", nil): self = .unseen
    default: return nil
    }
  }

  private static func sets(_ words: ArraySlice<Substring>) -> [CodePointSet]? {
    if words == ["AD"] { return PasswordRules.Rule.Kinds.unicode.sets }
    let sets = words.compactMap(CodePointSet.init(ofStandard:))
    return sets.count == words.count ? sets : nil
  }

  private static func ways(_ words: ArraySlice<Substring>) -> [Standard.Way]? {
    let texts = words.split(separator: "/")
    let ways = texts.compactMap { words -> Standard.Way? in
      guard let length = words.first.flatMap({ Int($0) }) else { return nil }
      var way = Standard.Way(minLength: length)
      for word in words.dropFirst() {
        if word == "list" {
          way.hasList = true
        } else if word == "hidden" {
          way.isHidden = true
        } else if word.hasPrefix("kinds:"), let count = Int(word.dropFirst(6)) {
          way.minKinds = count
        } else if let set = CodePointSet(ofStandard: word) {
          way.demands.append(set)
        } else {
          return nil
        }
      }
      return way
    }
    return ways.count == texts.count ? ways : nil
  }
}

extension Standard.Demand {
  /// Reads `at-most 10 never partly over partly`, `at-most 100 disabling` and their like.
  fileprivate init?(_ words: ArraySlice<Substring>) {
    let number = words.dropFirst().first.flatMap { Int($0) }
    func verdict(_ word: Substring) -> Standard.Verdict {
      guard let place = words.firstIndex(of: word), words.indices.contains(place + 1) else {
        return .broken
      }
      return Standard.Verdict(rawValue: String(words[place + 1])) ?? .broken
    }
    switch (words.first, number) {
    case ("none", nil): self = .none
    case ("at-most", let most?):
      self = .atMost(
        most, never: verdict("never"), over: verdict("over"),
        isDisabling: words.contains("disabling"))
    case ("at-least", let least?): self = .atLeast(least)
    case ("some", nil): self = .some
    case ("unlimited", nil): self = .unlimited
    case ("must-not", nil): self = .mustNot(isEnough: words.last == "enough")
    default: return nil
    }
  }
}

extension CodePointSet {
  /// The set that clauses call by this name, or of the ASCII characters in brackets.
  fileprivate init?(ofStandard name: Substring) {
    if name.hasPrefix("["), name.hasSuffix("]") {
      self.init(ascii: name.dropFirst().dropLast().utf8)
    } else if let set = Self.ofStandards[String(name)] {
      self = set
    } else {
      return nil
    }
  }

  private static let ofStandards: [String: CodePointSet] = {
    let letters = upper.union(.lower).union(
      CodePointSet(beyond: [.uppercase, .lowercase, .otherLetter]))
    return [
      "upper": .upper, "lower": .lower, "digit": .digit, "special": .special,
      "ascii-printable": .asciiPrintable, "unicode": .unicode, "letter": letters,
      "non-letter": unicode.subtracting(letters), "beyond-ascii": CodePointSet(beyond: .all),
      "space": CodePointSet(ascii: " ".utf8),
    ]
  }()
}

extension SourceKind {
  /// What the systems of this kind count as a length; nil if the kind does not tell.
  package var lengthUnit: Standard.LengthUnit? {
    switch self {
    case .pwquality, .pam, .passwdqc: .bytes
    case .activeDirectoryJSON, .activeDirectoryList, .secedit, .netAccounts, .keycloak,
      .keycloakJSON, .html:
      .utf16
    case .django, .jsonSchema, .mysql: .codePoints
    default: nil
    }
  }
}

extension PolicySource {
  /// The parts that are not judged and may be lists.
  package var possibleLists: [String] { notJudged.filter(Self.lists.contains) }

  /// Whether a part that is not judged is the system's own test of the user's name.
  package var mayTestNames: Bool { notJudged.contains(where: Self.names.contains) }

  private static let lists: Set = [
    "dictcheck", "dictionary", "passwordBlacklist", "passwordDenylist", "wordlist", "denylist",
    "filter", "breachedProtection", "dictionary_file", "password_dictionary",
    "CommonPasswordValidator", "pwquality.conf", "validate_password.dictionary_file",
    "validate_password_dictionary_file",
  ]

  private static let names: Set = [
    "usercheck", "account and display name", "excludeUsername", "notUsername",
    "notContainsUsername", "check_user_name", "profile_data", "password_no_personal_info",
    "UserAttributeSimilarityValidator",
  ]
}
