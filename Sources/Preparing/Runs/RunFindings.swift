package import Findings
import Intake
import PasswordRules
package import Reporting

/// What an audit found in its lists.
package struct RunFindings: Sendable {
  /// The audit.
  package let run: PreparedRun
  /// What became of the lists.
  package let recording: ReadLists
  /// What the policies make of them.
  package let findings: Findings
  /// What guessing takes; nil where that was not asked, or memory was too short for it.
  package let guessing: GuessingFindings?
  /// What the policies make of each list alone, in order; empty unless lists are told apart.
  package let byList: [Findings]

  /// What keeps the findings from being all that was asked for.
  package var shortfalls: Shortfalls {
    var shortfalls = recording.shortfalls
    if run.reading.settings.distinct != nil, guessing == nil { shortfalls.insert(.noSpectrum) }
    if findings.entries == 0 { shortfalls.insert(.nothingAudited) }
    if let spaces = run.spaces, spaces.count < run.reading.settings.policies.count {
      shortfalls.insert(.uncountedSpace)
    }
    return shortfalls
  }

  /// Puts the findings into a report.
  ///
  /// - Parameters:
  ///   - version: That of the program.
  ///   - dataset: What the report calls the lists; nil for the first one's name.
  /// - Returns: The report, to be written in any format.
  package func report(version: String, dataset: String? = nil) -> Report {
    let (settings, rulebook) = (run.reading.settings, run.reading.rulebook)
    let label = dataset ?? run.reading.lists.label
    let labels = byList.isEmpty ? [] : run.reading.lists.labels(besides: label)
    return Report(
      version: version, complete: shortfalls.isDisjoint(with: [.readInPart, .noSpectrum]),
      dataset: label,
      inputs: recording.summaries.enumerated().map { number, summary in
        Manifest.Input(summary, dataset: labels.isEmpty ? nil : labels[number])
      },
      policies: settings.policies.map(Manifest.Policy.init),
      blocklists: rulebook.blocklists.manifest(
        lookups: findings.entries, policies: settings.policies),
      readings: settings.readings.merging(rulebook.blocklists.readings) { $1 },
      findings: findings, space: run.spaces,
      guessing: guessing,
      parts: zip(labels, byList).map { Report.Part(dataset: $0, findings: $1) })
  }
}
