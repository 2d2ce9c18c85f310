import Auditing
import Blocklists
import Foundation
import Intake
import Metrics
import PasswordPolicies
import PasswordStrength
import Passwords
import Tallies
import TallyFiles
import TestSupport
import Testing
import Workers

/// The tally of the synthetic sample under a schema, with a list for each one that policies name.
private func tally(
  _ schema: Schema, _ lists: NamedLists, textBytes: UInt64?
) throws -> Tally {
  let path = Repository.root.appending(path: "Datasets/Samples/synthetic-100k.txt.gz").path
  let (inputs, problems) = ListInput.resolve([path])
  #expect(problems.isEmpty)
  let plan = AuditPlan(
    ListsToRead(inputs, reading: TextSettings(maxBytes: textBytes), threads: 2),
    Criteria(
      schema: schema, blocklists: lists.set,
      strength: StrengthSettings(referenceYear: 2026)))
  let whole = Locked(Tally(schema: schema))
  _ = plan.run { part in whole.withLock { $0.merge(part) } }
  return whole.withLock { $0 }
}

/// The lists that policies name; the built-in words stand for files, since only the bits matter.
private struct NamedLists {
  let set: BlocklistSet
  private let references: [ListReference]

  init(_ policies: [Policy]) throws {
    var references: [ListReference] = []
    for list in policies.flatMap(\.lists) where !references.contains(list) {
      if case .userName = list { continue }
      references.append(list)
    }
    self.references = references
    set = try BlocklistSet(
      references.enumerated().map { number, reference in
        switch reference {
        case .context(let words): return .context(words, name: "list \(number)")
        case .blocklist(_, let comparison):
          let compared = ListComparison(whole: comparison.form)
          return .builtIn(comparison: compared, name: "list \(number)")
        case .contextParts, .userName: return .context([], name: "nothing")
        }
      })
  }

  func mask(of reference: ListReference) -> UInt32? {
    if case .userName = reference { return 0 }
    return references.firstIndex(of: reference).map { 1 << UInt32($0) }
  }
}

private func presetsAndExamples() throws -> [Policy] {
  let folder = Repository.root.appending(path: "Datasets/Policies")
  let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    .filter { $0.hasSuffix(".txt") }.sorted()
  let examples = try files.flatMap { file in
    PolicyReading(
      policyFile: Array(try Data(contentsOf: folder.appending(path: file))), file: file
    ).policies
  }
  #expect(examples.count >= 5)
  return Preset.all.map { $0.policy() } + examples
}

// Debug builds take a hundred times as long for a line.
#if DEBUG
  private let (textBytes, scoredBytes): (UInt64?, UInt64?) = (200_000, 30_000)
#else
  private let (textBytes, scoredBytes): (UInt64?, UInt64?) = (nil, nil)
#endif

private func sites() throws -> [Policy] {
  Quirks(try VectorFile.sites().map { Quirks.Entry(domain: $0.domain, rules: $0.rules) })
    .read(file: "apple-password-rules.json").policies
}

/// All findings as text, to be compared.
private func histograms(
  _ policies: [Policy], _ tally: Tally, _ lists: NamedLists
) throws -> [Histogram] {
  var findings = try Findings(
    policies, schema: tally.schema, lists: lists.set.blocklists.map { ListValues($0.name) },
    patternNames: DecisivePattern.allCases.map(\.name), attacks: Attack.all(rates: [.standard[0]])
  ) { policy throws(SchemaError) in
    try PolicyMatcher(policy, schema: tally.schema, lists: lists.mask(of:))
  }
  findings.add(tally)
  return findings.histograms()
}

private func demand(
  of policies: [Policy], _ lists: NamedLists, _ strength: FactDemand.StrengthDetail
) -> FactDemand {
  var demand = lists.set.demand
  for policy in policies { demand.formUnion(policy.demand) }
  demand.meter = strength != .none
  demand.score = strength == .zxcvbn
  if demand.score { demand.guessBudgets = Attack.all(rates: [.standard[0]]).map(\.guesses) }
  return demand
}

private func compare(
  _ policies: [Policy], _ strength: FactDemand.StrengthDetail, textBytes: UInt64?
) throws {
  let lists = try NamedLists(policies)
  let asked = demand(of: policies, lists, strength)
  let attacks = Attack.all(rates: Attack.Rate.standard).map(\.guesses)
  let grid = AttackCurve.strengthBudgets(besides: attacks, isCombined: strength == .combined)
  let budgets = Set(attacks + grid).sorted()
  let full = try Schema(
    for: .full(
      strength: strength, guessBudgets: budgets, lists: lists.set.blocklists.count))
  let made = try tally(try Schema(for: asked), lists, textBytes: textBytes)
  let recorded = try tally(full, lists, textBytes: textBytes)
  #expect(recorded.lines == made.lines)
  #expect(recorded.lines.entries > 1000)

  let coarsened = recorded.coarsened(by: try Coarsening(of: full, to: asked))
  #expect(coarsened == made)
  let expected = try histograms(policies, made, lists)
  #expect(try histograms(policies, coarsened, lists) == expected)
  // The matcher reads the finer schema directly, too.
  #expect(try histograms(policies, recorded, lists) == expected)

  #expect(try read(try TallyFile.bytes(of: Recording(tally: recorded))).tally == recorded)
}

@Suite struct FullSchemaTests {
  @Test func `the full schema answers presets and examples as their own schema does`() throws {
    let policies = try presetsAndExamples().filter {
      !$0.rules.contains { $0.id.name == "min-score" }
    }
    #expect(policies.count > 20)
    try compare(policies, .meter, textBytes: textBytes)
  }

  @Test func `the full schema answers scores and attacks as their own schema does`() throws {
    try compare(try presetsAndExamples(), .zxcvbn, textBytes: scoredBytes)
  }

  @Test func `the full schema answers the real policies as their own schema does`() throws {
    let full = try Schema(for: .full(strength: .meter))
    var missing: [String: String] = [:]
    let policies = try sites().filter { policy in
      do {
        _ = try Coarsening(of: full, to: policy.demand)
        return true
      } catch {
        missing[policy.name] = "\(error)"
        return false
      }
    }
    #expect(policies.count + missing.count == 434)
    // None of them names single letters or digits, which the full schema does not tell apart.
    #expect(missing.isEmpty, "\(missing)")
    try compare(policies, .meter, textBytes: textBytes)
  }
}
