import Tallies
import TestSupport
import Testing

/// Levels against every choice of numbers that they may stand for.
@Suite struct OccurrenceLevelTests {
  private struct Key: Hashable { let fewest, greatest, passwords, entries: UInt64 }

  /// All choices of up to five numbers from 1 to 5, ascending, by the level that they make.
  private static let choices: [Key: [[UInt64]]] = {
    var all: [[UInt64]] = [[]]
    var ended: [[UInt64]] = []
    for _ in 0..<5 {
      all = all.flatMap { some in ((some.last ?? 1)...5).map { some + [$0] } }
      ended += all
    }
    return Dictionary(grouping: ended) { numbers in
      Key(
        fewest: numbers.first ?? 0, greatest: numbers.last ?? 0, passwords: UInt64(numbers.count),
        entries: numbers.reduce(0, +))
    }
  }()

  @Test func `a level is made of numbers that some passwords may have, and of no others`() {
    for fewest in 0...5 as ClosedRange<UInt64> {
      for greatest in 0...5 as ClosedRange<UInt64> {
        for passwords in 0...5 as ClosedRange<UInt64> {
          for entries in 0...26 as ClosedRange<UInt64> {
            let key = Key(
              fewest: fewest, greatest: greatest, passwords: passwords, entries: entries)
            let level = OccurrenceLevel(
              fewest: fewest, greatest: greatest, passwords: passwords, entries: entries)
            #expect((level == nil) == (Self.choices[key] == nil), "\(key)")
            #expect(
              level.map { $0.size == GroupSize(entries: entries, passwords: passwords) } != false)
          }
        }
      }
    }
  }

  @Test func `what the commonest hold, and how many occur once, lies between the ends of a level`()
    throws
  {
    for (key, choices) in Self.choices {
      let level = try #require(
        OccurrenceLevel(
          fewest: key.fewest, greatest: key.greatest, passwords: key.passwords,
          entries: key.entries))
      func top(_ steps: [OccurrenceLevel.Step]) -> [UInt64] {
        let numbers = steps.flatMap { Array(repeating: $0.occurrences, count: Int($0.passwords)) }
        return numbers.indices.map { numbers[...$0].reduce(0, +) }
      }
      let (flat, steep) = (top(level.flattest), top(level.steepest))
      #expect(flat.last == key.entries && steep.last == key.entries)
      #expect(flat.count == Int(key.passwords) && steep.count == flat.count)
      for number in flat.indices {
        let held = choices.map { $0.suffix(number + 1).reduce(0, +) }
        #expect(flat[number] <= held.min() ?? 0 && held.max() ?? 0 <= steep[number], "\(key)")
      }
      // The steepest numbers are some that there may be.
      let numbers = level.steepest.flatMap {
        Array(repeating: $0.occurrences, count: Int($0.passwords))
      }
      #expect(choices.contains(numbers.sorted()) || key.passwords == 1 && numbers.count == 1)
      let once = choices.map { UInt64($0.count { $0 == 1 }) }
      #expect(level.once.lowerBound <= once.min() ?? 0 && once.max() ?? 0 <= level.once.upperBound)
      #expect(level.once.contains(once[0]) && level.once.upperBound <= key.passwords)
    }
  }

  @Test(.firstFailureOnly, arguments: seeds(3, of: 30))
  func `levels hold all passwords of a row, and are as large as asked for`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let row = Dictionary(
      (0..<12).map { _ in
        (UInt64.random(in: 1...40, using: &random), UInt64.random(in: 1...9, using: &random))
      }, uniquingKeysWith: +)
    for entries in [1, 5, 60] as [UInt64] {
      for passwords in [0, 1, 7, 30] as [UInt64] {
        let least = GroupSize(entries: entries, passwords: passwords)
        let levels = OccurrenceLevel.levels(of: row, least: least)
        #expect(levels.reduce(0) { $0 + $1.passwords } == row.values.reduce(0, +))
        #expect(levels.reduce(0) { $0 + $1.entries } == row.reduce(0) { $0 + $1.key * $1.value })
        #expect(levels.count == 1 || levels.allSatisfy { $0.size.reaches(least) })
        for level in levels {
          let within = row.filter { (level.fewest...level.greatest).contains($0.key) }
          #expect(within.values.reduce(0, +) == level.passwords)
          #expect(within[level.fewest] != nil && within[level.greatest] != nil)
          // No level could be divided at its first number and be large enough.
          let first = GroupSize(
            entries: level.fewest * (row[level.fewest] ?? 0), passwords: row[level.fewest] ?? 0)
          #expect(level.fewest == level.greatest || level == levels.last || !first.reaches(least))
        }
      }
    }
  }
}
