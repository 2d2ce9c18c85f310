package import Diagnostics
package import PasswordPolicies
package import PasswordSpaces
package import Reports

/// The settings for counting the passwords that policies permit.
///
///     let settings = KeyspaceSettings()
///     settings.keyspaces(of: policies) { policy, problem in print(problem.found) }
package struct KeyspaceSettings: Hashable, Sendable {
  private let lengths: LengthSettings
  private let alphabet: ComparisonAlphabet?

  /// Makes settings, by default those of `audit keyspace`.
  ///
  /// - Parameters:
  ///   - lengths: The lengths.
  ///   - alphabet: The alphabet; nil for printable ASCII to compare policies, and for what each
  ///     policy permits in tables of exact counts.
  /// - Throws: ``Problem`` for lengths that no policy has.
  package init(
    lengths: LengthSettings = LengthSettings(), alphabet: ComparisonAlphabet? = nil
  ) throws(Problem) {
    try lengths.validate()
    self.lengths = lengths
    self.alphabet = alphabet
  }

  /// Questions about policies, each of which is a line with a policy and lengths.
  ///
  /// - Parameter policies: How policies are read; its files and presets are not used.
  /// - Returns: The questions.
  package func questions(reading policies: PolicySettings) -> LineQuestions {
    LineQuestions(overLong: OutputFormat.jsonl.overLong()) { [alphabet] in
      KeyspaceAnswerer(policies, alphabet: alphabet)
    }
  }

  /// Counts policies for people who compare them.
  ///
  /// - Returns: The keyspaces of all policies but those passed to `tell`.
  package func keyspaces(of policies: [Policy], tell: (Policy, KeyspaceProblem) -> Void)
    -> [PolicyKeyspace]
  {
    var counter = KeyspaceCounter(comparing: alphabet ?? .ascii)
    return policies.compactMap { policy in
      do throws(KeyspaceProblem) {
        return try PolicyKeyspace(policy, range: lengths.range(for: policy), &counter)
      } catch {
        tell(policy, error)
        return nil
      }
    }
  }

  /// Counts policies for programs, in a table.
  ///
  /// - Parameters:
  ///   - table: The table; nil for the row a length.
  ///   - policies: The policies.
  ///   - form: The form of the lines.
  ///   - deliver: Writes the lines of one policy, and returns whether the output still has a reader;
  ///     false ends the counting.
  ///   - tell: Receives policies that cannot be counted, which have no lines.
  /// - Returns: Whether every policy was counted.
  /// - Throws: Errors of `deliver`.
  package func write(
    _ table: KeyspaceTable?, of policies: [Policy], as form: OutputFormat,
    deliver: (String) throws -> Bool, tell: (Policy, KeyspaceProblem) -> Void
  ) throws -> Bool {
    let table = table ?? .keyspace
    var counter = KeyspaceCounter(comparing: alphabet ?? (table == .policy ? .ascii : .policy))
    var array = JSONArray()
    _ = try deliver(form.heading(table.schema.fields.map(\.name), isLookedAt: true))
    var areCounted = true
    for policy in policies {
      let lines: [UInt8]
      do throws(KeyspaceProblem) {
        lines = try rows(of: table, policy, &counter).rows(as: form)
      } catch {
        tell(policy, error)
        areCounted = false
        continue
      }
      let text = form == .json ? array.adding(lines) : lines
      guard try deliver(String(decoding: text, as: UTF8.self)) else { return areCounted }
    }
    if form == .json { _ = try deliver(String(decoding: array.ending, as: UTF8.self)) }
    return areCounted
  }

  private func rows(
    of table: KeyspaceTable, _ policy: Policy, _ counter: inout KeyspaceCounter
  ) throws(KeyspaceProblem) -> FilledTable {
    let keyspace = try PolicyKeyspace(
      policy, range: lengths.range(for: policy), costs: table == .policy, &counter)
    var costs: [RuleCosts] = []
    if table == .ruleCost {
      for length in costedLengths(keyspace) {
        costs.append(try RuleCosts(policy, length: length, &counter))
      }
    }
    return table.filled([(keyspace, costs)])
  }

  /// The lengths for rules' costs: those chosen, or the shortest and the usual ones.
  private func costedLengths(_ keyspace: PolicyKeyspace) -> [Int] {
    let permitted = keyspace.rows.filter(\.isPermitted).map(\.length)
    if lengths.isChosen { return permitted }
    let usual = PolicyKeyspace.referenceLengths.filter(permitted.contains)
    return Set(usual + permitted.prefix(1)).sorted()
  }
}

/// The lengths for which a policy's passwords are counted or generated.
package struct LengthSettings: Hashable, Sendable, CheckedSettings {
  /// The least length; nil for the policy's.
  private let from: Int?
  /// The greatest length; nil for the policy's.
  private let to: Int?
  /// The greatest length if the policy sets none.
  private let horizon: Int

  /// Chooses lengths; by default those of each policy.
  package init(from: Int? = nil, to: Int? = nil, horizon: Int = LengthRange.defaultHorizon) {
    self.from = from
    self.to = to
    self.horizon = horizon
  }

  package func validate() throws(Problem) {
    let longest = KeyspaceCounter.longest
    for number in [from, to, horizon].compactMap(\.self) where !(0...longest).contains(number) {
      throw Problem.ofSettings("Lengths go from 0 to \(longest), so not \(number).")
    }
    if let from, let to, from > to {
      throw Problem.ofSettings("--from \(from) is above --to \(to).")
    }
  }

  /// Whether an end is chosen.
  package var isChosen: Bool { from != nil || to != nil }

  /// The lengths to examine for a policy.
  func range(for policy: Policy) -> LengthRange {
    LengthRange(policy, horizon: horizon, from: from, to: to)
  }
}
