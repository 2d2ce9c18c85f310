import Overview
package import PasswordPolicies
package import PasswordSpaces
import Reporting
import Requests

/// The settings for counting the passwords that policies permit.
///
///     let settings = KeyspaceSettings()
///     settings.keyspaces(of: policies) { policy, problem in print(problem.found) }
package struct KeyspaceSettings: Hashable, Sendable {
  /// The alphabets whose strings can be counted.
  package typealias Alphabet = ComparisonAlphabet
  /// The tables that can be made.
  package typealias Table = KeyspaceTable

  /// The lengths.
  package var lengths = LengthSettings()
  /// The alphabet; nil for printable ASCII to compare policies, and for what each policy permits in
  /// tables of exact counts.
  package var alphabet: Alphabet?

  /// Receives policies that cannot be counted, with the reasons.
  package typealias UncountedHandler = (Policy, KeyspaceProblem) -> Void

  /// The forms of a table's lines.
  package enum LineForm: Hashable, Sendable {
    /// Cells separated by commas, below a header.
    case csv
    /// An object on each line.
    case json
  }

  /// Makes settings with the defaults of `audit keyspace`.
  package init() {}

  /// Counts policies for people who compare them.
  ///
  /// - Returns: The keyspaces of all policies but those passed to `tell`.
  package func keyspaces(of policies: [Policy], tell: UncountedHandler) -> [PolicyKeyspace] {
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
    _ table: Table?, of policies: [Policy], as form: LineForm,
    deliver: (String) throws -> Bool, tell: UncountedHandler
  ) throws -> Bool {
    let table = table ?? .keyspace
    var counter = KeyspaceCounter(comparing: alphabet ?? (table == .policy ? .ascii : .policy))
    if form == .csv { _ = try deliver(table.header) }
    var areCounted = true
    for policy in policies {
      let lines: String
      do throws(KeyspaceProblem) { lines = try self.lines(table, of: policy, form, &counter) } catch
      {
        tell(policy, error)
        areCounted = false
        continue
      }
      guard try deliver(lines) else { break }
    }
    return areCounted
  }

  private func lines(
    _ table: Table, of policy: Policy, _ form: LineForm, _ counter: inout KeyspaceCounter
  ) throws(KeyspaceProblem) -> String {
    let keyspace = try PolicyKeyspace(
      policy, range: lengths.range(for: policy), costs: table == .policy, &counter)
    var costs: [RuleCosts] = []
    if table == .ruleCost {
      for length in costedLengths(keyspace) {
        costs.append(try RuleCosts(policy, length: length, &counter))
      }
    }
    return table.rows(keyspace, costs: costs).map { row in
      switch form {
      case .csv: table.csvLine(row)
      case .json: table.jsonLine(row)
      }
    }.joined()
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
package struct LengthSettings: Hashable, Sendable {
  /// The least length; nil for the policy's.
  package var from: Int?
  /// The greatest length; nil for the policy's.
  package var to: Int?
  /// The greatest length if the policy sets none.
  package var horizon: Int

  /// The usual value of ``horizon``.
  package static let usualHorizon = LengthRange.defaultHorizon
  /// The greatest length that can be counted.
  package static let longest = KeyspaceCounter.longest

  /// Chooses lengths; by default those of each policy.
  package init(from: Int? = nil, to: Int? = nil, horizon: Int = usualHorizon) {
    self.from = from
    self.to = to
    self.horizon = horizon
  }

  /// Whether an end is chosen.
  package var isChosen: Bool { from != nil || to != nil }

  /// The lengths to examine for a policy.
  package func range(for policy: Policy) -> LengthRange {
    LengthRange(policy, horizon: horizon, from: from, to: to)
  }
}
