import Blocklists
@_spi(Internal) import Bytes
import Foundation
@_spi(Internal) import Passwords
import TestSupport
import Testing

/// The facts of habits against the vectors of an independent reading in Python.
@Suite struct HabitVectorTests {
  struct Vector: Decodable {
    let password: String?
    let hex: String?
    let year: Int
    let common: [String]
    let facts: [String: Int]?
    let bits: Int?

    /// The bytes of the password; nil in vectors about policies.
    var bytes: [UInt8]? {
      if let password { return Array(password.utf8) }
      return hex.map { hex in
        stride(from: 0, to: hex.utf8.count, by: 2).compactMap { place in
          UInt8(hex.dropFirst(place).prefix(2), radix: 16)
        }
      }
    }
  }

  /// The vectors about facts.
  private func vectors() throws -> [Vector] {
    try VectorFile("habits/habits-vectors.jsonl").rows(as: Vector.self).filter { $0.facts != nil }
  }

  /// The signatures of some passwords, by schemas with a year.
  private func profile(_ vectors: [Vector], padding: Int) throws -> [Profile] {
    let first = try #require(vectors.first)
    return try profiles(
      of: vectors.map { try #require($0.bytes) }, common: first.common, year: first.year,
      padding: padding)
  }

  /// The profiles of some passwords.
  private func profiles(
    of passwords: [[UInt8]], common: [String], year: Int, padding: Int
  ) throws -> [Profile] {
    var demand = FactDemand()
    demand.habits = true
    var sources = FactSources()
    sources.habits = HabitReader.source(referenceYear: year)
    let schema = try Schema(for: demand, sources: sources)
    var list = BlocklistBuilder(name: "common", provenance: "")
    for word in common { list.add(Array(word.utf8).span) }
    let reader = try #require(HabitReader(schema, common: ExactValues(list)))
    let profiler = Profiler(schema)
    return passwords.map { bytes in
      let text =
        Array(repeating: UInt8(ascii: "a"), count: padding) + bytes
        + Array(repeating: UInt8(ascii: "1"), count: padding)
      var batch = LineBatch()
      profiler.add(padding..<padding + bytes.count, of: text.raw, to: &batch)
      reader.mark(&batch, in: text.raw)
      return schema.profile(of: batch[signature: 0])
    }
  }

  @Test func `a common head has four characters or more, however many bytes`() throws {
    let passwords = ["ñño1", "ñoño1", "ñññ1", "ñño", "niño1"]
    let profiles = try profiles(
      of: passwords.map { Array($0.utf8) }, common: ["ñño", "ñoño", "ñññ", "niño"], year: 2026,
      padding: 0)
    #expect(profiles.map { $0[.habitBase] } == [0, 2, 0, 1, 2])
  }

  @Test(arguments: [0, 1, 40])
  func `every fact of every password is the reference's`(padding: Int) throws {
    let vectors = try vectors()
    #expect(vectors.count == 530)
    for (_, part) in Dictionary(grouping: vectors, by: { "\($0.year) \($0.common)" }) {
      for (vector, profile) in zip(part, try profile(part, padding: padding)) {
        let found = Dictionary(
          uniqueKeysWithValues: Fact.habits.map {
            (String($0.row.column.dropFirst("habit_".count)), profile[$0])
          })
        // A fact that is younger than the reference has its examples in habits.md.
        let known = try #require(vector.facts)
        #expect(
          found.filter { known[$0.key] != nil } == known, "\(vector.password ?? vector.hex ?? "")")
      }
    }
  }

  private static let common = [
    "dragon", "lily", "cat", "lol", "oasis", "bill", "ñoño", "sunshine", "Boss", "123456", "ñi",
    "lillies", "a1b2", "tessa",
  ]

  /// A piece of a password.
  private func piece(_ random: inout SeededGenerator) -> String {
    func pick(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }
    let leet = ["a": "4", "e": "3", "o": "0", "s": "$5", "t": "7", "i": "1!", "l": "1!"]
    switch Int.random(in: 0..<13, using: &random) {
    case 0, 1: return pick(Self.common)
    case 2: return pick(Self.common).uppercased()
    case 3: return pick(Self.common).capitalized
    case 4, 5:
      return pick(Self.common).map { letter in
        guard Bool.random(using: &random), let others = leet[String(letter)] else {
          return String(letter)
        }
        return String(others.randomElement(using: &random) ?? letter)
      }.joined()
    case 6:
      let words = Array(NaiveHabits.calendar.keys.sorted()) + NaiveHabits.accented.keys.sorted()
      let word = pick(words)
      return Bool.random(using: &random) ? word : word.capitalized
    case 7: return pick(NaiveHabits.stretches)
    case 8: return pick(["2026", "2025", "2024", "1900", "1899", "2099", "2100", "12026"])
    case 9:
      return pick(["311299", "19991231", "12311999", "010119", "121212", "32131999", "99123145"])
    case 10: return pick(["!", "!!", "#", " ", "\u{1}", "-", "@", "$"])
    case 11:
      return (0..<Int.random(in: 1...8, using: &random)).map { _ in
        "\(Int.random(in: 0...9, using: &random))"
      }.joined()
    default:
      let unit = pick(["ab", "a", "1", "é", "Ab1"])
      return String(repeating: unit, count: Int.random(in: 1...4, using: &random))
    }
  }

  @Test(.firstFailureOnly, arguments: seeds(3, of: 20))
  func `every fact is what the documentation says`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let naive = NaiveHabits(common: Set(Self.common), year: 2026)
    let passwords = (0..<2_000).map { _ in
      (0..<Int.random(in: 1...4, using: &random)).map { _ in piece(&random) }.joined()
    }
    let found = try profiles(
      of: passwords.map { Array($0.utf8) }, common: Self.common, year: 2026, padding: 3)
    for (password, profile) in zip(passwords, found) {
      let facts = Dictionary(
        uniqueKeysWithValues: Fact.habits.map {
          (String($0.row.column.dropFirst("habit_".count)), profile[$0])
        })
      try #require(facts == naive.facts(of: password), "'\(password)'")
    }
  }
}
