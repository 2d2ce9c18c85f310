import Auditing
import Diagnostics
import Directories
import Metrics
import PasswordPolicies
import Passwords
import Reports
import Tallies

extension CountedDirectory {
  /// The whole and its datasets, as a recording of a schema has them.
  func recorded(_ schema: Schema) -> [RecordedStratum] {
    var whole = RecordedStratum(accounts: self.whole.accounts, tally: Tally(schema: schema))
    whole.counts = named.directory.recordedLines + self.whole.recorded
    return [whole]
      + parts.map { stratum, counts in
        var part = RecordedStratum(accounts: counts.accounts, tally: judged.tally(counts.judged))
        (part.option, part.label) = (stratum.option, stratum.dataset)
        (part.joined, part.describesPersons) = (UInt64(stratum.joined), stratum.describesPersons)
        part.counts = counts.recorded
        return part
      }
  }
}

extension DirectoryFindings {
  /// The findings about the accounts of a recorded directory, by those about all known passwords,
  /// and those before anything was counted; the blocklists are those that are asked.
  init(_ recording: Recording, _ whole: Findings, _ nothing: Findings, lists: LoadedBlocklists) {
    let isListed = lists.askedOfAccounts == recording.readings["accounts on lists"]
    func accounts(_ stratum: RecordedStratum, _ found: Findings) -> [Histogram] {
      let counts = stratum.counts.filter {
        isListed || $0.metric != "listed" && ($0.metric, $0.bucket) != ("finding", "listed")
      }
      return counts.histograms
        + found.policies.map { policy in
          Histogram(
            "account_compliance", of: policy.name,
            [
              policy.compliant, found.entries - policy.compliant, stratum.accounts - found.entries,
            ])
        }
    }
    let parts = recording.strata.dropFirst().map { stratum in
      var found = nothing
      found.add(stratum.tally)
      return Report.Part(
        dataset: stratum.label, findings: found, accounts: accounts(stratum, found))
    }
    self.init(
      accounts: recording.strata.first.map { accounts($0, whole) } ?? [], parts: parts,
      strata: recording.strata.dropFirst().map {
        Report.Stratum(
          option: $0.option, dataset: $0.label, accounts: $0.accounts, joined: Int($0.joined),
          isBelowCell: $0.describesPersons)
      }, shortfalls: [], named: nil)
  }
}

extension LoadedBlocklists {
  /// The lists that accounts are compared with; nil without one.
  var askedOfAccounts: String? {
    let lists = entries.filter(\.isAsked).map(\.label)
    return lists.isEmpty ? nil : lists.sorted().joined(separator: "; ")
  }
}

extension JudgingSettings {
  /// Refuses policies that ask a tally when passwords were set, or whose they are.
  func requireNoScope(in file: String) throws(Problem) {
    for policy in policies {
      if policy.audience != nil { throw .notRecorded(policy, "of which accounts they are", file) }
      if policy.since != nil { throw .notRecorded(policy, "when they were set", file) }
    }
  }
}
