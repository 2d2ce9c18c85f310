import Diagnostics
import Jobs
import PasswordPolicies
import PasswordSpaces
import Reports
import TestSupport
import Testing
import Workers

@Suite struct GeneratorSettingsTests {
  private static let rules =
    "[any]\nminlength: 1; allowed: unicode;\n[pin]\nminlength: 4; maxlength: 6; allowed: digit;\n"
    + "[site]\nminlength: 10; required: upper; required: digit;"

  private func ids(_ chosen: [String], narrowed: Bool = false) throws -> [String] {
    var settings = try GeneratorSettings(chosen)
    if narrowed { settings.narrow() }
    return settings.generators.map(\.id)
  }

  @Test func `generators are chosen by id, all at once, or by default`() throws {
    let known = GeneratorSettings.known
    #expect(known.count > 5 && Set(known.map(\.id)).count == known.count)
    #expect(try ids(["all"]) == known.map(\.id))
    #expect(try ids([]) == known.filter(\.row.default).map(\.id))
    for generator in known {
      #expect(try ids([generator.id]) == [generator.id])
    }
    #expect(try ids([known[2].id, known[0].id]) == [known[0].id, known[2].id])
    let told = problem { try GeneratorSettings([known[0].id, "appel"]) }
    #expect(
      told?.found
        == "Unknown generator 'appel'. Did you mean 'apple'? 'audit rules managers' lists them.")
    #expect(told?.isUsage == true)
  }

  @Test func `a table of several policies has managers, unless generators are chosen`() throws {
    let known = GeneratorSettings.known
    let managers = known.filter { $0.row.default && $0.isManager }.map(\.id)
    #expect(try ids([], narrowed: true) == managers && !managers.isEmpty)
    #expect(try ids(["all"], narrowed: true) == known.map(\.id))
    #expect(GeneratorSettings.managers.map(\.generator.id) == managers)
    #expect(GeneratorSettings.judges.map(\.generator.id) == (try ids([])))
  }

  @Test func `rows are in the order of policies and generators, by however many workers`() throws {
    let (settings, policies) = (try GeneratorSettings(), try policies(Self.rules))
    for workers in [WorkerPool.alone, WorkerPool(width: 3)] {
      let rows = settings.rows(of: policies, by: workers)
      #expect(rows.map(\.policy.name) == ["any", "pin", "site"])
      for row in rows {
        #expect(row.answers.map(\.generator.id) == settings.generators.map(\.id))
        #expect(row.answers.allSatisfy { $0.share?.isAll == true } == (row.policy.name == "any"))
      }
    }
  }

  @Test func `a share is reached from its limit down, by the managers or by what is chosen`() throws
  {
    let policies = try policies("[site]\nminlength: 10; required: upper; required: digit;")
    for ids in [[], ["all"]] {
      let settings = try GeneratorSettings(ids)
      let rows = settings.rows(of: policies)
      let asked = rows[0].answers.filter { !ids.isEmpty || $0.generator.isManager }
      let least = asked.reduce(100) { min($0, ($1.share?.value ?? 0) * 100) }
      #expect(settings.areAccepted(least, in: rows) && settings.areAccepted(0, in: rows))
      #expect(!settings.areAccepted(least.nextUp, in: rows))
    }
  }

  @Test func `managers that one rule refuses are named together, each reason once`() throws {
    let names = GeneratorSettings.managers.map(\.generator.title)
    func notes(_ rules: String) throws -> [String] {
      GeneratorSettings.notes(on: try policies(rules), []).map(\.statement)
    }
    #expect(try notes("minlength: 1; allowed: unicode;") == [])
    let all = names.joined(separator: ", ")
    #expect(
      try notes("maxlength: 3;") == [
        "refuses every password that each of \(all) proposes (password managers): none meets "
          + "'maxlength: 3'"
      ])
    // One that is refused for another reason stands alone, and what is accepted nowhere.
    let digits = try notes("minlength: 8; maxlength: 30; allowed: digit;")
    #expect(digits.count == 1 && digits[0].contains("none meets 'allowed: digit'"))
    let policy = try policies("minlength: 8; maxlength: 30; allowed: digit;")[0]
    let refused = GeneratorSettings.managers.filter { judge in
      var judge = judge
      return judge.answer(policy, advises: false).share?.isNone == true
    }.map(\.generator.title)
    #expect(refused.count < names.count)
    #expect(digits[0].contains("that each of \(refused.joined(separator: ", ")) proposes"))
    let two = "[a]\nmaxlength: 3;\n[b]\nmaxlength: 3;"
    #expect(try notes(two).count == 2)
  }

  @Test func `of several rules that refuse everything the first is the reason`() throws {
    for rules in ["maxlength: 3; required: [~];", "minlength: 200; maxlength: 300; required: [~];"]
    {
      let policies = try policies(rules)
      var judge = try #require(GeneratorSettings.managers.first)
      let all = judge.answer(policies[0], advises: false).refusedBy.filter(\.share.isAll)
      #expect(all.count > 1, "\(rules)")
      let rule = policies[0].rules.first { $0.id == all.first?.rule }
      let told = GeneratorSettings.notes(on: policies, []).map(\.statement)
      #expect(told.first?.hasSuffix("none meets '\(rule?.text ?? "")'") == true, "\(told)")
    }
  }
}
