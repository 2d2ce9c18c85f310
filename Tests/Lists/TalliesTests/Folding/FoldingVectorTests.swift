import Foundation
import PasswordPolicies
@_spi(Internal) import Passwords
import Tallies
import TestSupport
import Testing

/// Foldings, merges and three-valued conditions against an independent program in Python.
///
/// `AUDIT_FOLDING_VECTORS` names another file of the same form.
@Suite struct FoldingVectorTests {
  private struct Vector: Decodable {
    let kind: String
    let id: String
    let k: UInt64?
    let workload: [Weighted]?
    let lists: [[Listed]]?
    let rows: [Row]?
    let answers: [Answer]?
    let passwords: [String]?
    let policy: String?
    let surely: Bool?
    let possibly: Bool?
  }

  private struct Weighted: Decodable {
    let times: UInt64
    let rules: String

    init(from decoder: any Decoder) throws {
      var values = try decoder.unkeyedContainer()
      times = try values.decode(UInt64.self)
      rules = try values.decode(String.self)
    }
  }

  private struct Listed: Decodable {
    let password: String
    let times: UInt64

    init(from decoder: any Decoder) throws {
      var values = try decoder.unkeyedContainer()
      password = try values.decode(String.self)
      times = try values.decode(UInt64.self)
    }
  }

  private struct Answer: Decodable, Equatable {
    let policy: String
    let least: UInt64
    let exact: UInt64
    let most: UInt64
  }

  /// A number or a mask, or two.
  private enum Cell: Decodable {
    case numbers([UInt64])
    case masks([String])

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let number = try? value.decode(UInt64.self) {
        self = .numbers([number])
      } else if let numbers = try? value.decode([UInt64].self) {
        self = .numbers(numbers)
      } else if let mask = try? value.decode(String.self) {
        self = .masks([mask])
      } else {
        self = .masks(try value.decode([String].self))
      }
    }

    var words: String {
      switch self {
      case .numbers(let numbers): numbers.map(String.init).joined(separator: "-")
      case .masks(let masks): masks.joined(separator: "-")
      }
    }
  }

  private typealias Row = [String: Cell]

  private let schema: Schema
  private let vectors: [Vector]

  init() throws {
    schema = try Schema(for: .full(strength: .none))
    let other = ProcessInfo.processInfo.environment["AUDIT_FOLDING_VECTORS"]
    let file =
      other.map { VectorFile(path: $0) } ?? VectorFile("folding/folding-vectors.jsonl")
    // Small ones, in which the last near round moves a class, and the order of facts decides.
    let small = VectorFile("folding/small-vectors.jsonl")
    vectors = try file.rows(as: Vector.self) + small.rows(as: Vector.self)
  }

  private func policy(_ text: String) throws -> Policy {
    let reading = PolicyReading(policyFile: Array(text.utf8), file: "policy")
    try #require(!reading.hasErrors && reading.policies.count == 1, "\(text)")
    return reading.policies[0]
  }

  private func signature(_ password: String) -> Signature {
    schema.signature(of: Profiler(schema).profile(of: Array(password.utf8).span))
  }

  private func tally(_ list: [Listed]) -> Tally {
    var tally = Tally(schema: schema)
    for listed in list { tally.record(signature(listed.password), times: listed.times) }
    return tally
  }

  /// A row in the words of a vector.
  private func words(_ range: SignatureRange, _ entries: UInt64) -> [String: String] {
    var words = ["entries": "\(entries)"]
    for fact in schema.facts where fact.largest > 1 {
      guard let field = fact.field else { continue }
      let (low, high) = (range.low[field], range.high[field])
      words[fact.name] = low == high ? "\(low)" : "\(low)-\(high)"
    }
    let masks = [range.low, range.high].map {
      String(schema.profile(of: $0).characterGroups, radix: 16)
    }
    words["atoms"] = masks[0] == masks[1] ? masks[0] : masks.joined(separator: "-")
    return words
  }

  /// The least and the most entries that comply.
  private func answer(_ policy: Policy, _ tally: Tally) throws -> (least: UInt64, most: UInt64) {
    let matcher = try PolicyMatcher(policy, schema: schema)
    let (bounds, kinds) = (matcher.bounds(), CountedKinds(schema))
    var (least, most): (UInt64, UInt64) = (0, 0)
    tally.forEachRange { range, entries in
      let verdict = bounds.verdict(on: ProfileRange(range, schema, kinds))
      if verdict.surelyComplies { least += entries }
      if verdict.mayComply { most += entries }
    }
    return (least, most)
  }

  @Test func `rows and answers are those of the reference`() throws {
    var compared = 0
    // The largest take a minute in debug.
    let folds = vectors.filter { $0.kind == "fold" }
    let shown =
      isExhaustive ? folds : folds.filter { ($0.lists ?? []).allSatisfy { $0.count < 60 } }
    for vector in shown {
      let workload = Workload(
        try (vector.workload ?? []).map { ($0.times, try policy($0.rules)) })
      var folded = Tally(schema: schema)
      for list in vector.lists ?? [] {
        folded.merge(tally(list).folded(below: vector.k ?? 0, workload: workload))
      }
      var rows: [[String: String]] = []
      folded.forEachRange { rows.append(words($0, $1)) }
      func order(_ row: [String: String]) -> String {
        row.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: " ")
      }
      let expected = (vector.rows ?? []).map { $0.mapValues(\.words) }
      try #require(rows.map(order).sorted() == expected.map(order).sorted(), "\(vector.id)")
      for answer in vector.answers ?? [] {
        let policy = try policy(answer.policy)
        let found = try self.answer(policy, folded)
        try #require(
          found.least == answer.least && found.most == answer.most,
          "\(vector.id), \(answer.policy)")
        var whole = Tally(schema: schema)
        for list in vector.lists ?? [] { whole.merge(tally(list)) }
        let exact = try self.answer(policy, whole)
        try #require(exact.least == answer.exact && exact.most == answer.exact, "\(vector.id)")
        compared += 1
      }
    }
    #expect(compared > 100)
  }

  @Test func `conditions on ranges are those of the reference`() throws {
    let (ranges, kinds) = (SignatureRanges(schema), CountedKinds(schema))
    var compared = 0
    for vector in vectors where vector.kind == "bounds" {
      let signatures = (vector.passwords ?? []).map { SignatureRange(signature($0)) }
      let range = signatures.dropFirst().reduce(signatures[0]) { ranges.union($0, $1) }
      let matcher = try PolicyMatcher(try policy(vector.policy ?? ""), schema: schema)
      let verdict = matcher.bounds().verdict(on: ProfileRange(range, schema, kinds))
      try #require(
        verdict.surelyComplies == vector.surely && verdict.mayComply == vector.possibly,
        "\(vector.id)")
      compared += 1
    }
    #expect(compared > 100)
  }
}
