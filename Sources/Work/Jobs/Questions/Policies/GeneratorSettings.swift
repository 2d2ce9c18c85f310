package import Diagnostics
import EmbeddedData
import FoundationEssentials
package import PasswordPolicies
package import PasswordSpaces
package import Reports
package import Workers

/// Which generators are asked what they make for policies.
///
///     let settings = try GeneratorSettings(["apple"])
///     settings.table(of: policies).bytes(as: .csv)
package struct GeneratorSettings: Sendable {
  /// The generators, in the order of the data.
  package private(set) var generators: [Generator]
  /// Whether somebody chose them.
  private let areChosen: Bool

  /// All generators that the program knows.
  package static let known: [Generator] = {
    // The data are part of the program, and a test reads them.
    (try? JSONDecoder().decode(GeneratorFile.self, from: Data(GeneratorData.json)))?.generators
      ?? []
  }()

  /// Judges of the defaults, ready to answer; an answer is kept in none of them.
  package static let judges = known.filter(\.row.default).compactMap { try? GeneratorJudge($0) }
  /// Those of managers.
  package static let managers = judges.filter(\.generator.isManager)

  /// Chooses generators by their ids, or `all`; without ids those that users get without choosing.
  ///
  /// - Throws: ``Problem`` for an id that no generator has.
  package init(_ ids: [String] = []) throws(Problem) {
    let all = Self.known.map(\.id)
    for id in ids where id != "all" && !all.contains(id) { throw .unknownGenerator(id, among: all) }
    areChosen = !ids.isEmpty
    generators = Self.known.filter {
      ids.isEmpty ? $0.row.default : ids.contains($0.id) || ids.contains("all")
    }
  }

  /// Leaves only managers for a table of several policies, unless generators are chosen.
  package mutating func narrow() { if !areChosen { generators.removeAll { !$0.isManager } } }

  /// The answers to policies.
  package func rows(
    of policies: [Policy], by workers: WorkerPool = .alone
  ) -> [GeneratorTable.Row] {
    let columns = workers.map(generators) { generator -> [GeneratorAnswer] in
      guard var judge = try? GeneratorJudge(generator) else { return [] }
      return policies.map { judge.answer($0) }
    }
    return policies.indices.map { place in
      (policies[place], columns.filter { !$0.isEmpty }.map { $0[place] })
    }
  }

  /// The managers all of whose proposals policies refuse, for `lint`: together where the reason is the
  /// same.
  package static func notes(on policies: [Policy], _ standards: [Standard]) -> [LintFinding] {
    var managers = managers
    let demanding = standards.filter(\.demandsManagers)
    return policies.flatMap { policy in
      var groups: [(rule: RuleID?, reason: String, managers: [String])] = []
      for place in managers.indices {
        let answer = managers[place].answer(policy, advises: false)
        guard answer.share?.isNone == true else { continue }
        let id = answer.refusedBy.first(where: \.share.isAll)?.rule
        let reason = managers[place].reason(policy.rules.first { $0.id == id })
        let known = groups.firstIndex { ($0.rule, $0.reason) == (id, reason) }
        if known == nil { groups.append((id, reason, [])) }
        groups[known ?? groups.count - 1].managers.append(answer.generator.title)
      }
      return groups.map { rule, reason, managers in
        let names = managers.joined(separator: ", ")
        return policy.finding(
          .refusedManager(
            managers.count == 1 ? names : "each of \(names)", because: reason, against: demanding),
          at: rule)
      }
    }
  }

  /// Whether each of the managers, or of the chosen generators, has at least this share accepted.
  package func areAccepted(_ percent: Double, in rows: [GeneratorTable.Row]) -> Bool {
    rows.allSatisfy { row in
      row.answers.allSatisfy {
        !areChosen && !$0.generator.isManager || ($0.share?.value ?? 0) * 100 >= percent
      }
    }
  }
}

extension GeneratorJudge {
  /// Why nothing is accepted, in words: the rule that refuses everything, or nil if several do it together.
  fileprivate func reason(_ rule: Policy.Rule?) -> String {
    guard let rule else { return "no password meets all rules" }
    guard case .allowed(let set) = rule.stated.kind, case let missing = characters(beyond: set),
      missing.count <= 8
    else { return "none meets '\(rule.text)'" }
    return "'\(missing)' \(missing.count == 1 ? "is" : "are") not permitted"
  }
}

extension Problem {
  fileprivate static func unknownGenerator(_ id: String, among ids: [String]) -> Problem {
    let suggestion = nearest(to: id, among: ids).map { " Did you mean '\($0)'?" } ?? ""
    return .ofSettings(
      "Unknown generator '\(id)'.\(suggestion) 'audit rules managers' lists them.")
  }
}
