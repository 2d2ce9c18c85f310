import Passwords

/// The generators of a file of data: `generators.json`, which the program embeds.
///
/// Its form is described in `Datasets/Generators/README.md`.
package struct GeneratorFile: Decodable, Sendable {
  private let sets: [String: String]
  private let lists: [String: WordList]
  let sounds: [String: Sounds]
  private let rows: [Generator.Row]

  private enum CodingKeys: String, CodingKey { case sets, lists, sounds, rows = "generators" }

  private struct WordList: Decodable {
    let words: String?
    let of: String?
    let instead: [String: String]?
  }

  /// The generators, in the order of the file.
  package var generators: [Generator] { rows.map { Generator(row: $0, file: self) } }

  /// The characters of sets; a name that is none stands for its own characters.
  func characters(_ names: [String]) -> CodePointSet {
    CodePointSet(ascii: names.flatMap { (sets[$0] ?? $0).utf8 })
  }

  /// The words of a list; none if there is no such list.
  func words(_ name: String) -> [[UInt8]] {
    guard let list = lists[name] else { return [] }
    if let words = list.words {
      return words.utf8.split(separator: UInt8(ascii: " ")).map(Array.init)
    }
    let instead = list.instead ?? [:]
    return words(list.of ?? "").map { word in
      instead[String(decoding: word, as: UTF8.self)].map { Array($0.utf8) } ?? word
    }
  }
}

/// A password generator with its usual settings: what it draws, and what is known of it.
package struct Generator: Sendable {
  /// Its row in the file.
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
    package let sources: [[String: String]]
    /// What it draws, from the first character to the last.
    let form: [FormStep]
    /// What passwords have and lack, or all is drawn again.
    let until: [Until]?
  }

  /// A condition on the whole: sets of which it has a character, or a text that it lacks.
  struct Until: Decodable, Sendable {
    let has: [String]?
    let lacks: String?
  }

  package let row: Row
  let file: GeneratorFile

  package var id: String { row.id }
  package var isManager: Bool { row.group == "manager" }
  /// Its name without what stands beside it: `Apple Passwords` of `Apple Passwords, Safari`.
  package var title: String {
    let end = row.name.firstIndex { ",(".contains($0) } ?? row.name.endIndex
    return String(row.name[..<end].reversed().drop { $0 == " " }.reversed())
  }
  /// The first word of its name: `Apple`.
  package var shortName: String { String(row.name.prefix { $0.isLetter || $0.isNumber }) }
}

/// A step of a generator's form, as it stands in the file: one of its members says what it draws, and others
/// how.
struct FormStep: Decodable, Sendable {
  let draw: Draw?
  let times: Int?
  let text: String?
  let shuffle: [FormStep]?
  let ensure: [String]?
  let otherwise: [String]?
  let word: String?
  let capitalised: Bool?
  let alternatives: [Alternative]?
  let capital: [String]?
  let within: [FormStep]?
  let draft: [FormStep]?
  let ifLacks: [String]?
  let then: [FormStep]?
  let phonemes: String?
  let length: Int?
  let need: [String]?

  private enum CodingKeys: String, CodingKey {
    case draw, times, text, shuffle, ensure, otherwise = "else", word, capitalised, alternatives
    case capital, within = "in", draft, ifLacks = "if-lacks", then, phonemes, length, need
  }

  struct Alternative: Decodable, Sendable {
    let weight: Int
    let form: [FormStep]
  }

  /// Disjoint sets, with the weight of each of their characters.
  struct Draw: Decodable, Sendable {
    let sets: [(names: [String], weight: Int)]

    private enum CodingKeys: String, CodingKey { case weights }

    init(from decoder: any Decoder) throws {
      if let names = try? [String](from: decoder) {
        sets = [(names, 1)]
        return
      }
      var pairs = try decoder.container(keyedBy: CodingKeys.self)
        .nestedUnkeyedContainer(forKey: .weights)
      var sets: [(names: [String], weight: Int)] = []
      while !pairs.isAtEnd {
        var pair = try pairs.nestedUnkeyedContainer()
        sets.append(([try pair.decode(String.self)], try pair.decode(Int.self)))
      }
      self.sets = sets
    }
  }

  /// All steps, with those inside others.
  static func all(_ form: [FormStep]) -> [FormStep] {
    form.flatMap { step in
      let inner = [step.shuffle, step.within, step.draft, step.then].compactMap(\.self)
      return [step] + (inner + (step.alternatives ?? []).map(\.form)).flatMap(all)
    }
  }
}

/// The sounds of which `pwgen` makes words, and how they follow each other.
struct Sounds: Decodable, Sendable {
  let vowels: [String]
  let consonants: [String]
  let notFirst: [String]
  /// That a letter becomes a capital, that a digit follows, that a vowel follows a vowel.
  let capital, digit, vowelAgain: Share

  private enum CodingKeys: String, CodingKey {
    case vowels, consonants, notFirst = "not-first", capital, digit, vowelAgain = "vowel-again"
  }
}

extension Share: Decodable {
  /// So many of so many: `[2, 10]`.
  package init(from decoder: any Decoder) throws {
    let pair = try [Int](from: decoder)
    guard pair.count == 2, pair[0] >= 0, pair[1] >= max(1, pair[0]) else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "a chance is two numbers, such as [2, 10]"))
    }
    self.init(pair[0], of: pair[1])
  }
}
