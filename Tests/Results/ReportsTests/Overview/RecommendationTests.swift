import Diagnostics
import Foundation
import Metrics
import Reports
import TestSupport
import Testing

/// The answer to a table of counts.
@Suite struct RecommendationTests {
  /// A table with the answer that a reading in Python gives.
  private struct Vector: Decodable {
    let id: String
    let table: RecommendationTable
  }

  private static let file = VectorFile("recommend/recommend-vectors.jsonl")

  private static func vectors() throws -> [Vector] {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try file.rows(as: Vector.self, by: decoder)
  }

  @Test func `each answer is that of the reading in Python`() throws {
    let vectors = try Self.vectors()
    #expect(vectors.count == 64)
    let lines = try Self.file.bytes.split(separator: UInt8(ascii: "\n"))
    for (vector, line) in zip(vectors, lines) {
      let stated = try #require(JSONSerialization.jsonObject(with: line) as? [String: Any])
      let answer = try #require(stated["answer"] as? NSDictionary)
      let found = Recommendation(vector.table)
      let printed = try JSONSerialization.jsonObject(with: Data(found.json))
      #expect(answer.isEqual(printed), "\(vector.id)")
    }
  }

  @Test func `a table survives being written and read`() throws {
    for vector in try Self.vectors() {
      let read = try RecommendationTable(json: vector.table.json, file: "table.json")
      #expect(Recommendation(read).json == Recommendation(vector.table).json, "\(vector.id)")
    }
  }

  @Test(arguments: [
    ("{}", "'against' is missing"), ("no JSON", "it is not JSON of this form"),
    ("", "it is not JSON of this form"),
    ("[]", "it is not JSON of this form"),
    (text(lists: "[]"), "it has no list or no policy"),
    (text(policies: "[]"), "it has no list or no policy"),
    (text(passwords: "0"), "the list 'a' has numbers of passwords that cannot be"),
    (
      text(passwords: "9223372036854775807"), "the list 'a' has numbers of passwords that cannot be"
    ),
    (text(passwords: "-1"), "it is not JSON of this form"),
    (text(accepted: "[5,4]"), "'policies.0.cells.0.accepted' is of another form"),
    (
      text(accepted: "[5,6000]"),
      "the policy 'p' has counts that cannot be, or not one cell per list"
    ),
    (
      text(accepted: "[0,1]", guessed: "[2,3]"),
      "the policy 'p' has counts that cannot be, or not one cell per list"
    ),
    (text(against: "friend"), "'against' is of another form"),
  ])
  func `what is no table is refused, with the place`(text: String, why: String) throws {
    let problem = #expect(throws: Problem.self) {
      try RecommendationTable(json: Array(text.utf8), file: "table.json")
    }
    let message = problem?.message ?? ""
    #expect(message.contains("this is no table of counts: \(why);"), "\(message)")
  }

  private static func text(
    against: String = "online", lists: String? = nil, passwords: String = "5000",
    policies: String? = nil, accepted: String = "[3000,3000]", guessed: String = "[1,1]"
  ) -> String {
    let lists = lists ?? #"[{"name":"a","passwords":\#(passwords)}]"#
    let policies =
      policies
      ?? #"[{"policy":"p","rules":"r","scored":false,"meets":[],"cells":[{"accepted":\#(accepted),"guessed":\#(guessed)}]}]"#
    return
      #"{"against":"\#(against)","limits":{"refuse_at_most":null,"meets":[],"accepts_managers":false},"#
      + #""lists":\#(lists),"policies":\#(policies)}"#
  }

  @Test func `a usual table is read`() throws {
    let table = try RecommendationTable(json: Array(Self.text().utf8), file: "table.json")
    #expect(Recommendation(table).none?.reason == .noLimit)
  }

  // Random exact tables, searched with integers and no shares.

  private static func table(_ generator: inout SeededGenerator) throws -> RecommendationTable {
    func number(_ range: ClosedRange<UInt64>) -> UInt64 { .random(in: range, using: &generator) }
    let sizes = (0..<number(1...3)).map { _ in
      [4000, 20_000, 255_421][Int(number(0...2))] as UInt64
    }
    let policies = (0..<number(1...12)).map { place -> [String: Any] in
      let cells = sizes.map { size -> [String: Any] in
        // Coarse steps, so that there are ties.
        let accepted = size * number(1...20) / 20
        let guessed = accepted * number(0...8) / 8
        return ["accepted": [accepted, accepted], "guessed": [guessed, guessed]]
      }
      return [
        "policy": "p\(place)", "rules": String(repeating: "r", count: Int(number(1...3))),
        "scored": number(0...1) == 0, "meets": number(0...1) == 0 ? ["standard"] : [],
        "managers": [true, false, NSNull()][Int(number(0...2))], "cells": cells,
      ]
    }
    let against = NamedAttacker.allCases[Int(number(0...2))].rawValue
    let table: [String: Any] = [
      "against": against, "policies": policies,
      "lists": sizes.enumerated().map { ["name": "list-\($0)", "passwords": $1] as [String: Any] },
      "limits": [
        "refuse_at_most": Double(number(1...19)) / 20, "accepts_managers": number(0...1) == 0,
        "meets": number(0...1) == 0 ? ["standard"] : [],
      ] as [String: Any],
    ]
    return try RecommendationTable(
      json: Array(try JSONSerialization.data(withJSONObject: table)), file: "table.json")
  }

  /// The chosen policy and the number of policies that may be chosen, by trying every one.
  private static func searched(_ table: RecommendationTable) -> (policy: String?, feasible: Int) {
    let limit = UInt64(((table.limits.refuseAtMost ?? 0) * 1_000_000).rounded())
    func millionths(_ part: UInt64, of whole: UInt64) -> UInt64 {
      (2_000_000 * part + whole) / (2 * whole)
    }
    let open = table.policies.filter { policy in
      table.limits.meets.allSatisfy(policy.meets.contains)
        && (!table.limits.acceptsManagers || policy.managers == true)
    }
    func counts(_ policy: RecommendationTable.Choice, _ list: Int) -> (
      refused: UInt64, guessed: UInt64, fits: Bool
    ) {
      guard let cell = policy.cells[list] else { return (0, 0, false) }
      let (total, accepted) = (table.lists[list].passwords, cell.accepted.lowerBound)
      let refused = millionths(total - accepted, of: total)
      return (
        refused, millionths(cell.guessed.lowerBound, of: accepted),
        accepted >= 1000 && refused <= limit
      )
    }
    var best: (key: [UInt64], name: String)?
    var feasible = 0
    for (place, policy) in table.policies.enumerated()
    where open.contains(where: { $0.policy == policy.policy }) {
      let own = table.lists.indices.map { counts(policy, $0) }
      guard own.allSatisfy(\.fits) else { continue }
      feasible += 1
      let regrets = table.lists.indices.map { list in
        let floor = open.map { counts($0, list) }.filter(\.fits).map(\.guessed).min() ?? 0
        return own[list].guessed - floor
      }
      let key = [
        ((regrets.max() ?? 0) + 5000) / 10_000, ((own.map(\.refused).max() ?? 0) + 5000) / 10_000,
        UInt64(policy.rules.count), UInt64(place),
      ]
      if best.map({ key.lexicographicallyPrecedes($0.key) }) ?? true { best = (key, policy.policy) }
    }
    return (best?.name, feasible)
  }

  @Test(.firstFailureOnly, arguments: seeds(64, of: 400))
  func `the choice is the one that trying every policy finds`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let table = try Self.table(&generator)
    let (answer, searched) = (Recommendation(table), Self.searched(table))
    #expect(answer.choice?.policy == searched.policy, "seed \(seed)")
    #expect(answer.feasible == searched.feasible, "seed \(seed)")
    #expect((answer.choice == nil) == (answer.none != nil))
    for step in answer.steps {
      var other = table
      other.limits.refuseAtMost = Double(step.limit.millionths) / 1e6
      #expect(step.policy?.policy == Self.searched(other).policy, "seed \(seed)")
    }
    for left in answer.leftOut {
      guard let place = table.lists.firstIndex(where: { $0.name == left.list }) else { continue }
      var other = table
      other.lists.remove(at: place)
      for policy in other.policies.indices { other.policies[policy].cells.remove(at: place) }
      #expect(left.policy?.policy == Self.searched(other).policy, "seed \(seed)")
    }
  }
}
