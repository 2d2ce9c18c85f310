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
    var rows = try file.nestedUnkeyedContainer(forKey: .generators)
    var generators: [Generator] = []
    while !rows.isAtEnd { generators.append(try Generator(try rows.superDecoder(), parts)) }
    self.generators = generators
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
  }

  /// A condition on the whole: sets of which it has a character, or a text that it lacks.
  private struct Until: Decodable {
    let has: [String]?
    let lacks: String?
  }

  private enum Key: String, CodingKey { case form, until }

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

  fileprivate init(_ decoder: any Decoder, _ parts: FormParts) throws {
    row = try Row(from: decoder)
    let own = try decoder.container(keyedBy: Key.self)
    form = try FormStep.steps(try own.nestedUnkeyedContainer(forKey: .form), parts)
    let until = try own.decodeIfPresent([Until].self, forKey: .until) ?? []
    has = until.compactMap { $0.has.map(parts.members) }
    lacks = until.lazy.compactMap(\.lacks).first.map { Array($0.utf8) } ?? []
    lengths = FormStep.lengths(of: form)
    fixed = form.reduce(CodePointSet()) { all, step in
      guard case .words(let words, _) = step, words.count == 1 else { return all }
      return all.union(CodePointSet(ascii: words[0]))
    }
    let (told, single) = FormStep.sets(of: form)
    cuts = told + has
    singles = single.union(CodePointSet(ascii: lacks))
    alphabet = told.reduce(single) { $0.union($1) }
  }

  /// Whether it draws words.
  var drawsWords: Bool {
    FormStep.all(form).contains {
      if case .words(let words, _) = $0 { words.count > 1 } else { false }
    }
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
  /// That a letter becomes a capital, that a digit follows, that a vowel follows a vowel.
  let capital, digit, vowelAgain: Chance

  /// So many of so many: `[2, 10]`.
  struct Chance: Decodable, Sendable {
    let part, whole: Int

    init(from decoder: any Decoder) throws {
      let pair = try [Int](from: decoder)
      guard pair.count == 2, pair[0] >= 0, pair[1] >= max(1, pair[0]) else {
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: decoder.codingPath,
            debugDescription: "a chance is two numbers, such as [2, 10]"))
      }
      (part, whole) = (pair[0], pair[1])
    }
  }

  private enum CodingKeys: String, CodingKey {
    case vowels, consonants, notFirst = "not-first", capital, digit, vowelAgain = "vowel-again"
  }
}

/// A step of a generator's form.
indirect enum FormStep: Sendable {
  /// Characters, each of one of these disjoint sets, of which each character has this weight.
  case draw([(set: CodePointSet, weight: Int)], times: Int)
  /// So many characters of each set, in an order of which all are equally likely.
  case shuffle([(set: CodePointSet, times: Int)])
  /// A character of the first set if there is none so far, otherwise one of the second.
  case ensure(CodePointSet, otherwise: CodePointSet)
  /// One of the words of a list, each equally likely; a text is a list of its own.
  case words([[UInt8]], of: String)
  case alternatives([(weight: Int, form: [FormStep])])
  /// Of the finished text one character of the set becomes a capital.
  case capital(CodePointSet, in: [FormStep])
  /// The draft, unless it lacks the set: then the other form in its place.
  case replaced([FormStep], ifLacks: CodePointSet, then: [FormStep])
  /// Letters and digits by sounds; with a character of each of these sets, or drawn again.
  case sounds(Sounds, length: Int, needs: [CodePointSet])

  /// A set or list of the file by its name, with its weight.
  private struct Weighted: Decodable {
    let set: String
    let weight: Int

    init(from decoder: any Decoder) throws {
      var pair = try decoder.unkeyedContainer()
      (set, weight) = (try pair.decode(String.self), try pair.decode(Int.self))
    }
  }

  private enum Key: String, CodingKey {
    case draw, weights, times, text, shuffle, ensure, `else`, word, capitalised, alternatives,
      weight
    case form, capital, `in`, draft, ifLacks = "if-lacks", then, phonemes, length, need
  }

  /// The steps of a list of the file.
  fileprivate static func steps(
    _ list: any UnkeyedDecodingContainer, _ parts: FormParts
  ) throws -> [FormStep] {
    var (list, steps): (any UnkeyedDecodingContainer, [FormStep]) = (list, [])
    while !list.isAtEnd {
      steps.append(try FormStep(try list.nestedContainer(keyedBy: Key.self), parts))
    }
    return steps
  }

  private init(_ file: KeyedDecodingContainer<Key>, _ parts: FormParts) throws {
    func steps(_ key: Key) throws -> [FormStep] {
      file.contains(key) ? try Self.steps(file.nestedUnkeyedContainer(forKey: key), parts) : []
    }
    func names(_ key: Key) throws -> [String] {
      try file.decodeIfPresent([String].self, forKey: key) ?? []
    }
    func number(_ key: Key) throws -> Int? { try file.decodeIfPresent(Int.self, forKey: key) }
    func fault(_ text: String) -> DecodingError {
      .dataCorrupted(.init(codingPath: file.codingPath, debugDescription: text))
    }
    if file.contains(.draw) {
      var sets: [(set: CodePointSet, weight: Int)]
      if let names = try? names(.draw) {
        sets = [(parts.members(names), 1)]
      } else {
        let draw = try file.nestedContainer(keyedBy: Key.self, forKey: .draw)
        sets = try draw.decode([Weighted].self, forKey: .weights)
          .map { (parts.members([$0.set]), $0.weight) }
      }
      self = .draw(sets, times: try number(.times) ?? 1)
    } else if let text = try file.decodeIfPresent(String.self, forKey: .text) {
      self = .words([Array(text.utf8)], of: "'\(text)'")
    } else if file.contains(.shuffle) {
      self = .shuffle(
        try steps(.shuffle).map { step in
          guard case .draw(let sets, let times) = step, sets.count == 1 else {
            throw fault("a shuffle has draws")
          }
          return (sets[0].set, times)
        })
    } else if file.contains(.ensure) {
      self = .ensure(parts.members(try names(.ensure)), otherwise: parts.members(try names(.else)))
    } else if let word = try file.decodeIfPresent(String.self, forKey: .word) {
      let words = parts.words(word).map { Array($0.utf8) }
      if words.isEmpty { throw fault("there is no list '\(word)'") }
      let isCapitalised = try file.decodeIfPresent(Bool.self, forKey: .capitalised) == true
      self = .words(
        isCapitalised ? words.map(Self.capitalised) : words,
        of: isCapitalised ? "\(word), capitalised" : word)
    } else if file.contains(.alternatives) {
      var list = try file.nestedUnkeyedContainer(forKey: .alternatives)
      var forms: [(weight: Int, form: [FormStep])] = []
      while !list.isAtEnd {
        let one = try list.nestedContainer(keyedBy: Key.self)
        let form = try Self.steps(one.nestedUnkeyedContainer(forKey: .form), parts)
        forms.append((try one.decode(Int.self, forKey: .weight), form))
      }
      self = .alternatives(forms)
    } else if file.contains(.capital) {
      self = .capital(parts.members(try names(.capital)), in: try steps(.in))
    } else if file.contains(.draft) {
      self = .replaced(
        try steps(.draft), ifLacks: parts.members(try names(.ifLacks)), then: try steps(.then))
    } else if let name = try file.decodeIfPresent(String.self, forKey: .phonemes),
      let sounds = parts.sounds[name]
    {
      let needs = try names(.need).map { $0 == "capital" ? CodePointSet.upper : .digit }
      self = .sounds(sounds, length: try number(.length) ?? 0, needs: needs)
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
    case .shuffle(let slots):
      let all = slots.reduce(0) { $0 + $1.times }
      return all...all
    case .ensure: return 1...1
    case .words(let words, _): return either(words.map { $0.count...$0.count })
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
      case .ensure(let wanted, let otherwise): sets += [wanted, otherwise]
      case .words(let words, _):
        singles = words.reduce(singles) { $0.union(CodePointSet(ascii: $1)) }
      case .capital(let set, _): sets += [set, set.capitals]
      case .replaced(_, let lacked, _): sets.append(lacked)
      case .sounds(_, _, let needs):
        sets += [.digit] + needs
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
