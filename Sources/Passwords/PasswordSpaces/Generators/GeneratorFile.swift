package import Passwords

/// The generators of a file of data: `generators.json`, which the program embeds.
///
/// Its form is described in `Datasets/Generators/README.md`.
package struct GeneratorFile: Decodable, Sendable {
  /// The day on which the sources were read.
  package let read: String
  /// The generators, in the order of the file.
  package let generators: [Generator]

  private enum Key: String, CodingKey { case read, sets, lists, sounds, generators }

  package init(from decoder: any Decoder) throws {
    let file = try decoder.container(keyedBy: Key.self)
    read = try file.decode(String.self, forKey: .read)
    let parts = FormParts(
      sets: try file.decode([String: String].self, forKey: .sets),
      lists: try file.decode([String: FormParts.List].self, forKey: .lists),
      sounds: try file.decode([String: Sounds].self, forKey: .sounds))
    generators = try file.decode([Generator.Row].self, forKey: .generators).map {
      try Generator($0, parts)
    }
  }
}

/// A password generator with its usual settings: what it draws, and what is known of it.
package struct Generator: Sendable {
  /// Its row in the file, without the form.
  package struct Row: Decodable, Sendable {
    package let id: String
    package let name: String
    /// `manager`, `tool` or `framework`.
    package let group: String
    /// Whether its users get this without choosing anything.
    package let `default`: Bool
    package let settings: String
    /// `read`, `documented` or `assumed`.
    package let basis: String
    /// What of a site's rules it reads; nil for nothing.
    package let adapts: String?
    package let notes: [String]
    package let sources: [[String: String]]
    fileprivate let form: [RawStep]
    fileprivate let until: [[String: Until]]?
  }

  /// A condition on the whole: classes of which it has a character, or a text that it lacks.
  fileprivate enum Until: Decodable, Sendable {
    case has([String]), lacks(String)
    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      self =
        try (try? value.decode([String].self)).map { .has($0) } ?? .lacks(value.decode(String.self))
    }
  }

  package let row: Row
  package var id: String { row.id }
  package var isManager: Bool { row.group == "manager" }
  /// Its name without what stands beside it: `Apple Passwords` of `Apple Passwords, Safari`.
  package var title: String {
    let end = row.name.firstIndex { ",(".contains($0) } ?? row.name.endIndex
    return String(row.name[..<end].reversed().drop { $0 == " " }.reversed())
  }
  /// The first word of its name: `Apple`.
  package var shortName: String { String(row.name.prefix { $0.isLetter || $0.isNumber }) }
  /// What it draws, from the first character to the last.
  let form: [FormStep]
  /// The classes of which each password has a character, or all is drawn again.
  let has: [CodePointSet]
  /// The text that no password contains, or all is drawn again; empty for none.
  let lacks: [UInt8]
  /// The fewest and most characters.
  let lengths: ClosedRange<Int>
  /// The characters that each of its passwords has.
  let fixed: CodePointSet
  /// The characters that it can produce.
  package let alphabet: CodePointSet
  /// The characters that its form or its conditions tell apart as sets, and one by one.
  let (cuts, singles): ([CodePointSet], CodePointSet)

  fileprivate init(_ row: Row, _ parts: FormParts) throws {
    self.row = row
    form = try row.form.map { try FormStep($0, parts) }
    let until = row.until?.flatMap(\.values) ?? []
    has = until.compactMap { if case .has(let names) = $0 { parts.members(names) } else { nil } }
    lacks =
      until.compactMap { if case .lacks(let text) = $0 { Array(text.utf8) } else { nil } }
      .first ?? []
    lengths = FormStep.lengths(of: form)
    fixed = form.reduce(CodePointSet()) { all, step in
      if case .text(let text) = step { all.union(CodePointSet(ascii: text)) } else { all }
    }
    let (told, single) = FormStep.sets(of: form)
    cuts = told + has
    singles = single.union(CodePointSet(ascii: lacks))
    alphabet = told.reduce(single) { $0.union($1) }
  }

  /// Whether it draws words.
  var drawsWords: Bool {
    FormStep.all(form).contains { if case .word = $0 { true } else { false } }
  }
}

/// What forms name.
private struct FormParts {
  let sets: [String: String]
  let lists: [String: List]
  let sounds: [String: Sounds]

  struct List: Decodable {
    let words: String?
    let of: String?
    let instead: [String: String]?
  }

  /// The characters of sets; a name that is none stands for its own characters.
  func members(_ names: [String]) -> CodePointSet {
    names.reduce(CodePointSet()) { $0.union(CodePointSet(ascii: (sets[$1] ?? $1).utf8)) }
  }

  func words(_ name: String) -> [String] {
    guard let list = lists[name] else { return [] }
    if let words = list.words { return words.split(separator: " ").map(String.init) }
    return words(list.of ?? "").map { list.instead?[$0] ?? $0 }
  }
}

/// The sounds of which `pwgen` makes words, and how they follow each other.
struct Sounds: Decodable, Sendable {
  let vowels: [String]
  let consonants: [String]
  let notFirst: [String]
  /// Chances, as a numerator and a denominator: that a letter becomes a capital, that a digit
  /// follows, that a vowel follows a vowel.
  let (capital, digit, vowelAgain): ([Int], [Int], [Int])

  private enum Key: String, CodingKey {
    case vowels, consonants, notFirst = "not-first", capital, digit, vowelAgain = "vowel-again"
  }

  init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    func chance(_ key: Key) throws -> [Int] {
      let pair = try object.decode([Int].self, forKey: key)
      guard pair.count == 2, pair[0] >= 0, pair[1] >= max(1, pair[0]) else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: object, debugDescription: "a chance is two numbers, such as [2, 10]")
      }
      return pair
    }
    (vowels, consonants, notFirst) = (
      try object.decode([String].self, forKey: .vowels),
      try object.decode([String].self, forKey: .consonants),
      try object.decode([String].self, forKey: .notFirst)
    )
    (capital, digit, vowelAgain) = (
      try chance(.capital), try chance(.digit), try chance(.vowelAgain)
    )
  }
}

/// A step as it stands in the file.
private struct RawStep: Decodable, Sendable {
  let draw: Draw?
  let times: Int?
  let text: String?
  let shuffle: [RawStep]?
  let ensure: [String]?
  let `else`: [String]?
  let word: String?
  let capitalised: Bool?
  let alternatives: [Alternative]?
  let capital: [String]?
  let `in`: [RawStep]?
  let draft: [RawStep]?
  let ifLacks: [String]?
  let then: [RawStep]?
  let phonemes: String?
  let length: Int?
  let need: [String]?

  struct Alternative: Decodable {
    let weight: Int
    let form: [RawStep]
  }

  /// Sets, or pairs of a set and a weight.
  enum Draw: Decodable {
    case equally([String]), weighted([(set: String, weight: Int)])

    init(from decoder: any Decoder) throws {
      if let names = try? decoder.singleValueContainer().decode([String].self) {
        self = .equally(names)
        return
      }
      var pairs = try decoder.container(keyedBy: Key.self).nestedUnkeyedContainer(forKey: .weights)
      var weights: [(set: String, weight: Int)] = []
      while !pairs.isAtEnd {
        var pair = try pairs.nestedUnkeyedContainer()
        weights.append((try pair.decode(String.self), try pair.decode(Int.self)))
      }
      self = .weighted(weights)
    }
    private enum Key: String, CodingKey { case weights }
  }

  private enum CodingKeys: String, CodingKey {
    case draw, times, text, shuffle, ensure, `else`, word, capitalised, alternatives, capital, `in`
    case draft, ifLacks = "if-lacks", then, phonemes, length, need
  }
}

/// A step of a generator's form.
indirect enum FormStep: Sendable {
  /// Characters, each of one of these disjoint sets, of which each character has this weight.
  case draw([(set: CodePointSet, weight: Int)], times: Int)
  case text([UInt8])
  /// So many characters of each set, in an order of which all are equally likely.
  case shuffle([(set: CodePointSet, times: Int)])
  /// A character of the first set if there is none so far, otherwise one of the second.
  case ensure(CodePointSet, otherwise: CodePointSet)
  /// One of the words of a list, each equally likely.
  case word(list: String, [[UInt8]])
  case alternatives([(weight: Int, form: [FormStep])])
  /// Of the finished text one character of the set becomes a capital.
  case capital(CodePointSet, in: [FormStep])
  /// The draft, unless it lacks the set: then the other form in its place.
  case replaced([FormStep], ifLacks: CodePointSet, then: [FormStep])
  /// Letters and digits by sounds; with a capital or a digit if asked for, or drawn again.
  case sounds(Sounds, length: Int, needs: [String])

  fileprivate init(_ raw: RawStep, _ parts: FormParts) throws {
    func steps(_ raw: [RawStep]?) throws -> [FormStep] {
      try (raw ?? []).map { try FormStep($0, parts) }
    }
    func fault(_ text: String) -> DecodingError {
      .dataCorrupted(.init(codingPath: [], debugDescription: text))
    }
    if let draw = raw.draw {
      let sets =
        switch draw {
        case .equally(let names): [(set: parts.members(names), weight: 1)]
        case .weighted(let pairs): pairs.map { (set: parts.members([$0.set]), weight: $0.weight) }
        }
      self = .draw(sets, times: raw.times ?? 1)
    } else if let text = raw.text {
      self = .text(Array(text.utf8))
    } else if let slots = raw.shuffle {
      self = .shuffle(
        try slots.map { slot in
          guard case .equally(let names)? = slot.draw else { throw fault("a shuffle has draws") }
          return (parts.members(names), slot.times ?? 1)
        })
    } else if let ensure = raw.ensure {
      self = .ensure(parts.members(ensure), otherwise: parts.members(raw.else ?? []))
    } else if let word = raw.word {
      let words = parts.words(word).map { Array($0.utf8) }
      if words.isEmpty { throw fault("there is no list '\(word)'") }
      let isCapitalised = raw.capitalised == true
      self = .word(
        list: isCapitalised ? "\(word), capitalised" : word,
        isCapitalised ? words.map(Self.capitalised) : words)
    } else if let alternatives = raw.alternatives {
      self = .alternatives(try alternatives.map { ($0.weight, try steps($0.form)) })
    } else if let capital = raw.capital {
      self = .capital(parts.members(capital), in: try steps(raw.in))
    } else if let draft = raw.draft {
      self = .replaced(
        try steps(draft), ifLacks: parts.members(raw.ifLacks ?? []), then: try steps(raw.then))
    } else if let name = raw.phonemes, let sounds = parts.sounds[name] {
      self = .sounds(sounds, length: raw.length ?? 0, needs: raw.need ?? [])
    } else {
      throw fault("a step of a form is of no known kind")
    }
  }

  static func capitalised(_ word: [UInt8]) -> [UInt8] {
    guard let first = word.first, (0x61...0x7A).contains(first) else { return word }
    return [first - 0x20] + word.dropFirst()
  }

  /// The fewest and most characters of steps.
  static func lengths(of form: [FormStep]) -> ClosedRange<Int> {
    form.reduce(0...0) { sum, step in
      let own = step.lengths
      return sum.lowerBound + own.lowerBound...sum.upperBound + own.upperBound
    }
  }

  private var lengths: ClosedRange<Int> {
    func either(_ ranges: [ClosedRange<Int>]) -> ClosedRange<Int> {
      (ranges.map(\.lowerBound).min() ?? 0)...(ranges.map(\.upperBound).max() ?? 0)
    }
    switch self {
    case .draw(_, let times): return times...times
    case .text(let text): return text.count...text.count
    case .shuffle(let slots):
      let all = slots.reduce(0) { $0 + $1.times }
      return all...all
    case .ensure: return 1...1
    case .word(_, let words): return either(words.map { $0.count...$0.count })
    case .alternatives(let forms): return either(forms.map { Self.lengths(of: $0.form) })
    case .capital(_, let form): return Self.lengths(of: form)
    case .replaced(let draft, _, let then):
      return either([Self.lengths(of: draft), Self.lengths(of: then)])
    case .sounds(_, let length, _): return length...length
    }
  }

  /// All steps, with those inside others.
  static func all(_ form: [FormStep]) -> [FormStep] {
    form.flatMap { step -> [FormStep] in
      switch step {
      case .alternatives(let forms): [step] + forms.flatMap { all($0.form) }
      case .capital(_, let form): [step] + all(form)
      case .replaced(let draft, _, let then): [step] + all(draft) + all(then)
      default: [step]
      }
    }
  }

  /// The sets that steps tell apart, and the characters that they name one by one.
  static func sets(of form: [FormStep]) -> ([CodePointSet], CodePointSet) {
    var (sets, singles): ([CodePointSet], CodePointSet) = ([], CodePointSet())
    for step in all(form) {
      switch step {
      case .draw(let drawn, _): sets += drawn.map(\.set)
      case .shuffle(let slots): sets += slots.map(\.set)
      case .text(let text): singles = singles.union(CodePointSet(ascii: text))
      case .ensure(let wanted, let otherwise): sets += [wanted, otherwise]
      case .word(_, let words):
        singles = words.reduce(singles) { $0.union(CodePointSet(ascii: $1)) }
      case .capital(let set, _): sets += [set, set.capitals]
      case .replaced(_, let lacked, _): sets.append(lacked)
      case .sounds:
        sets.append(.digit)
        singles = singles.union(.lower).union(.upper).union(.digit)
      case .alternatives: break
      }
    }
    return (sets, singles)
  }
}

extension CodePointSet {
  /// The capital of each lower-case letter in it.
  var capitals: CodePointSet { CodePointSet(ascii: (ascii & Self.lower.ascii) >> 32) }
}
