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
}
