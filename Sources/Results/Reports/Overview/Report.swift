package import Diagnostics
package import Metrics
import Passwords
import Tallies
package import Workers

/// Everything from which reports are made: the inputs and the findings.
package struct Report: Sendable {
  /// The inputs and how they were understood.
  package let manifest: Manifest
  /// The findings about all lists.
  package let findings: Findings
  /// The keyspaces of the policies that could be counted; nil unless requested.
  package let space: [PolicySpace]?
  /// What guesses find; nil unless distinct passwords were counted.
  package let guessed: GuessedPolicies?
  /// The guessing metrics; nil unless they are exact.
  package var guessing: GuessingFindings? { guessed?.exact }
  /// What guesses find by what the refused do; nil unless requested.
  package let behaviours: BehaviourFindings?
  /// The findings about each list; empty unless lists are separated.
  package let parts: [Part]
  /// The accounts of a directory; nil unless the lists are dumps.
  let directory: Accounts?
  /// Their counts; empty unless the lists are dumps.
  package var accounts: [Histogram] { directory?.counts ?? [] }
  /// The policies held against standards.
  package let standards: MadeAhead<StandardsOverview>
  /// The same results, prepared for people.
  package let overview: ReportOverview

  /// The findings about one of several lists.
  package struct Part: Sendable {
    /// Label in the `dataset` column.
    package let dataset: String
    package let findings: Findings
    /// The counts of accounts, if it is a part of a directory.
    package let accounts: [Histogram]

    /// Makes the part of a list or of a directory.
    package init(dataset: String, findings: Findings, accounts: [Histogram] = []) {
      self.dataset = dataset
      self.findings = findings
      self.accounts = accounts
    }

    /// The number of its passwords.
    package var entries: UInt64 { findings.entries }

    /// The share of the list that complies with a policy, in per cent; a dash for an empty list.
    package func complying(with policy: Int) -> String {
      let found = findings.policies[policy]
      let entries = found.entries(of: entries)
      return entries == 0 ? "–" : percent(share(found.compliant, of: entries))
    }
  }

  /// What a part of a directory is of.
  package struct Stratum: Encodable, Sendable {
    /// The option that asked for it, such as `--by Department`.
    package let option: String
    /// Label in the `dataset` column.
    package let dataset: String
    /// Its counting accounts.
    package let accounts: UInt64
    /// The number of strata that were joined into it; 0 for others.
    package let joined: Int
    /// Whether it is so small that it describes single persons.
    package let describesPersons: Bool

    /// Describes a part.
    package init(
      option: String, dataset: String, accounts: UInt64, joined: Int, isBelowCell: Bool = false
    ) {
      self.option = option
      self.dataset = dataset
      self.accounts = accounts
      self.joined = joined
      describesPersons = isBelowCell
    }
  }

  /// The file that names accounts.
  package struct AccountsFile: Encodable, Sendable {
    /// Its path, as it was given.
    package let file: String
    /// Its rows, without the header.
    package let rows: Int

    /// Describes the file.
    package init(file: String, rows: Int) {
      self.file = file
      self.rows = rows
    }
  }

  /// The accounts of a directory.
  package struct Accounts: Sendable {
    /// The counts of all of them.
    let counts: [Histogram]
    /// What the parts are of, in their order.
    let strata: [Stratum]
    /// The file that names accounts; nil if none is written.
    let file: AccountsFile?

    /// Joins what is known of accounts.
    package init(counts: [Histogram], strata: [Stratum], file: AccountsFile?) {
      self.counts = counts
      self.strata = strata
      self.file = file
    }
  }

  /// Combines findings and the manifest of the same run.
  ///
  /// - Parameters:
  ///   - manifest: The inputs, and how they were understood.
  ///   - findings: The findings about all lists.
  ///   - space: The keyspace of each policy, nil if it could not be counted.
  ///   - guessed: What guesses find under each policy.
  ///   - behaviours: What guesses find by what the refused do.
  ///   - parts: The findings about each list; empty unless lists are separated.
  ///   - accounts: The accounts of a directory; nil unless the lists are dumps.
  ///   - standards: The same policies held against standards; nil to do that on demand.
  ///   - date: The day that pages state; nil for none.
  package init(
    _ manifest: Manifest, findings: Findings, space: [PolicySpace?]? = nil,
    guessed: GuessedPolicies? = nil, behaviours: BehaviourFindings? = nil, parts: [Part] = [],
    accounts: Accounts? = nil, standards: MadeAhead<StandardsOverview>? = nil,
    date: CalendarDay? = nil
  ) {
    let overviews = PolicyOverview.each(
      manifest.policies, findings, spaces: space, guessed?.policies)
    self.manifest = manifest
    self.findings = findings
    self.space = space.map { $0.compactMap(\.self) }
    self.guessed = guessed
    self.behaviours = behaviours
    self.parts = parts
    directory = accounts
    self.standards =
      standards
      ?? MadeAhead(by: .alone) {
        StandardsOverview(findings.policies.map { ($0.name, $0.policy) })
      }
    overview = ReportOverview(
      manifest, findings, overviews, guessed, behaviours, hasSpace: space != nil, date: date)
  }
}
