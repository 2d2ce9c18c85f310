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
  package let generators: [Generator]
  /// Those that decide whether enough is accepted.
  private let decisive: Set<String>

  /// All generators that the program knows.
  package static let known: [Generator] = {
    // The data are part of the program, and a test reads them.
    (try? JSONDecoder().decode(GeneratorFile.self, from: Data(GeneratorData.json)))?.generators
      ?? []
  }()

  /// The managers whose users get a password without choosing anything.
  package static let managers = judges.map(\.generator).filter(\.isManager)
  /// Judges of the defaults, ready to answer; an answer is kept in none of them.
  package static let judges = known.filter(\.row.default).compactMap { try? GeneratorJudge($0) }

  /// Chooses generators by their ids, or `all`.
  ///
  /// Without ids, only the managers among the defaults if `managersOnly`, as in a table of several policies,
  /// or else all defaults.
  ///
  /// - Throws: ``Problem`` for an id that no generator has.
  package init(_ ids: [String] = [], managersOnly: Bool = false) throws(Problem) {
    let all = Self.known.map(\.id)
    for id in ids where id != "all" && !all.contains(id) { throw .unknownGenerator(id, among: all) }
    generators =
      ids.isEmpty
      ? managersOnly ? Self.managers : Self.known.filter(\.row.default)
      : ids.contains("all") ? Self.known : Self.known.filter { ids.contains($0.id) }
    decisive = Set(ids.isEmpty ? Self.managers.map(\.id) : generators.map(\.id))
  }

  /// The answers to policies; policies that mean the same are counted once.
  package func rows(
    of policies: [Policy], by workers: WorkerPool = .alone
  ) -> [GeneratorTable.Row] {
    var places: [Policy.CanonicalKey: Int] = [:]
    var different: [Policy] = []
    let numbers = policies.map { policy in
      if let place = places[policy.canonicalKey] { return place }
      places[policy.canonicalKey] = different.count
      different.append(policy)
      return different.count - 1
    }
    let asked = different
    let columns = workers.map(generators) { generator -> [GeneratorAnswer] in
      guard var judge = try? GeneratorJudge(generator) else { return [] }
      return asked.map { judge.answer($0) }
    }
    return zip(policies, numbers).map { policy, number in
      (policy, columns.filter { !$0.isEmpty }.map { $0[number] })
    }
  }

  /// The managers all of whose proposals policies refuse, for `lint`: together where the reason is the
  /// same.
  package static func notes(on policies: [Policy], _ standards: [Standard]) -> [LintFinding] {
    var judges = judges.filter { $0.generator.isManager }
    let demanding = standards.filter(\.demandsManagers)
    return policies.flatMap { policy in
      var groups: [(rule: RuleID?, reason: String, managers: [String])] = []
      for place in judges.indices {
        guard let refusal = judges[place].refusal(by: policy) else { continue }
        let (rule, name) = (refusal.rule?.id, refusal.generator.title)
        if let known = groups.firstIndex(where: { ($0.rule, $0.reason) == (rule, refusal.reason) })
        {
          groups[known].managers.append(name)
        } else {
          groups.append((rule, refusal.reason, [name]))
        }
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
        !decisive.contains($0.generator.id) || ($0.share?.value ?? 0) * 100 >= percent
      }
    }
  }
}

extension GeneratorJudge.Refusal {
  /// Why nothing is accepted, in words.
  fileprivate var reason: String {
    guard let rule else { return "no password meets all rules" }
    guard let missing = notPermitted, missing.count <= 8 else { return "none meets '\(rule.text)'" }
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
