@_spi(Internal) import Passwords
import Tallies
import TestSupport
import Testing

/// Strata of directories: their rows are taken again, and sums are those of a dictionary.
@Suite struct RecordedStratumTests {
  private let schema: Schema

  init() throws {
    var demand = FactDemand()
    demand.lists = 2
    schema = try Schema(for: demand)
  }

  private func stratum(
    _ option: String, _ label: String, isJoined: Bool, _ random: inout SeededGenerator
  ) -> RecordedStratum {
    var stratum = RecordedStratum(
      accounts: .random(in: 1...99, using: &random), tally: Tally(schema: schema))
    (stratum.option, stratum.label) = (option, label)
    stratum.joined = isJoined ? .random(in: 2...9, using: &random) : 0
    stratum.describesPersons = Bool.random(using: &random)
    for metric in ["commonest", "shared", "listed"] {
      for bucket in ["1", "2"] where Bool.random(using: &random) {
        stratum.counts.append(.init(metric, bucket, .random(in: 0...9, using: &random)))
      }
    }
    for kind in LineCounts.kinds {
      stratum.tally.lines[keyPath: kind.field] = .random(in: 0...2, using: &random)
    }
    for list in 0..<2 {
      for band in 0..<ListHits.bandCount {
        stratum.tally.hits.add(.random(in: 0...2, using: &random), list: list, band: UInt8(band))
      }
    }
    stratum.tally.record(Signature(.random(in: 0...3, using: &random)), times: 4)
    return stratum
  }

  /// The recording of a directory with some of its possible strata.
  private func directory(_ random: inout SeededGenerator) throws -> Recording {
    var recording = Recording(tally: Tally(schema: schema))
    recording.inputs = [RecordedInput(name: "a", container: "plain", bytes: 1, sha256: "")]
    recording.strata = [stratum("", "", isJoined: false, &random)]
    for option in ["--by b", "--by a"] {
      for label in ["z", "a", "b"] {
        for isJoined in [true, false] where Bool.random(using: &random) {
          recording.strata.append(stratum(option, label, isJoined: isJoined, &random))
        }
      }
    }
    return recording
  }

  @Test(.firstFailureOnly, arguments: seeds(3, of: 30))
  func `rows of a stratum are taken again, and others are refused`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let whole = stratum("", "", isJoined: false, &random)
    #expect(whole.isWhole && !stratum("--by a", "", isJoined: false, &random).isWhole)
    var copy = RecordedStratum(accounts: whole.accounts, tally: Tally(schema: schema))
    let taken = whole.rows.count { copy.take($0) }
    #expect(taken == whole.rows.count)
    #expect(copy.counts == whole.counts && copy.tally.hits == whole.tally.hits)
    #expect(copy.tally.lines == whole.tally.lines && copy.rows == whole.rows)
    #expect(whole.rows.dropFirst(whole.counts.count).allSatisfy { $0.count > 0 })
    let before = copy
    let places = 2 * ListHits.bandCount
    for (metric, bucket) in [
      ("lines", "Qzrt"), ("lines", ""), ("hits", "-1"), ("hits", "\(places)"), ("hits", "x"),
    ] {
      let isTaken = copy.take(.init(metric, bucket, 3))
      #expect(!isTaken, "\(metric) \(bucket)")
    }
    #expect(copy == before)
    let isLast = copy.take(.init("hits", "\(places - 1)", 3))
    #expect(isLast && copy != before)
  }

  private struct Key: Hashable, Comparable {
    let option: String
    let isJoined: Bool
    let label: String

    init(_ stratum: RecordedStratum) {
      (option, isJoined, label) = (stratum.option, stratum.joined > 0, stratum.label)
    }

    static func < (a: Key, b: Key) -> Bool {
      (a.option, a.isJoined ? 1 : 0, a.label) < (b.option, b.isJoined ? 1 : 0, b.label)
    }
  }

  @Test(.firstFailureOnly, arguments: seeds(3, of: 30))
  func `strata of equal names add up, and others stay`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let parts = try (0..<3).map { _ in try directory(&random) }
    var sum = parts[0]
    for part in parts.dropFirst() { try sum.merge(part) }
    let all = Dictionary(grouping: parts.flatMap(\.strata), by: Key.init)
    #expect(sum.strata.map(Key.init) == all.keys.sorted())
    for stratum in sum.strata {
      let own = try #require(all[Key(stratum)])
      #expect(stratum.accounts == own.reduce(0) { $0 + $1.accounts })
      #expect(stratum.joined == own.reduce(0) { $0 + $1.joined })
      #expect(stratum.describesPersons == own.allSatisfy(\.describesPersons))
      #expect(
        stratum.tally == own.reduce(into: Tally(schema: schema)) { $0.merge($1.tally) })
      // What all have adds up, except for the largest number of any one password.
      let counts =
        own.count == 1
        ? own[0].counts
        : own[0].counts.compactMap { count in
          let numbers = own.compactMap { part in
            part.counts.first { ($0.metric, $0.bucket) == (count.metric, count.bucket) }?.count
          }
          guard numbers.count == own.count, count.metric != "commonest" else { return nil }
          return .init(count.metric, count.bucket, numbers.reduce(0, +))
        }
      #expect(stratum.counts == counts, "\(Key(stratum))")
    }
    var other = parts[2]
    try other.merge(parts[1])
    try other.merge(parts[0])
    #expect(other.strata.map(\.tally) == sum.strata.map(\.tally))
    #expect(other.strata.map { Set($0.counts) } == sum.strata.map { Set($0.counts) })
  }

  @Test func `a directory and lists do not add up, nor do too many accounts`() throws {
    var random = SeededGenerator(seed: 1)
    let one = try directory(&random)
    var list = one
    list.strata = []
    func fault(_ one: Recording, _ other: Recording) -> MergeFault? {
      var sum = one
      do throws(MergeFault) { try sum.merge(other) } catch {
        #expect(sum == one)
        return error
      }
      return nil
    }
    #expect(fault(one, list) == .unlike("it holds no accounts of a directory"))
    #expect(fault(list, one) == .unlike("it holds accounts of a directory"))
    let most = one.strata.flatMap { [$0.accounts, $0.joined] + $0.counts.map(\.count) }.max() ?? 0
    let places: [(inout RecordedStratum, UInt64) -> Void] = [
      { $0.accounts = $1 }, { $0.joined = $1 }, { $0.counts = [.init("shared", "1", $1)] },
    ]
    for set in places {
      for isTooMuch in [false, true] {
        var many = one
        set(&many.strata[0], Recording.largestCount - most + (isTooMuch ? 1 : 0))
        for (first, second) in [(one, many), (many, one)] {
          #expect(fault(first, second) == (isTooMuch ? .overflow("accounts") : nil))
        }
      }
    }
  }
}
