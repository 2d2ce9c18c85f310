import Blocklists
package import Findings
import PasswordRules
package import Reporting
import Tallies

/// What policies make of lists, whether these were read just now or recorded before.
package struct AuditFindings: Sendable {
  /// What was asked.
  package let settings: AuditSettings
  /// What is known of the lists besides the counts of their passwords.
  package let read: ReadLists
  /// The lists of refused values.
  let blocklists: LoadedBlocklists
  /// The keyspaces of the policies that could be counted; nil unless that was asked for.
  package let spaces: [PolicySpace]?
  /// What the policies make of the lists.
  package let findings: Findings
  /// What guessing takes; nil where that was not asked, or memory was too short for it.
  package let guessing: GuessingFindings?
  /// What the policies make of each list alone, in order; empty unless lists are told apart.
  package private(set) var byList: [Findings] = []

  /// The lists, as a report names them.
  package var lists: FoundLists { read.lists }

  /// What keeps the findings from being all that was asked for.
  package var shortfalls: Shortfalls {
    var shortfalls = read.shortfalls
    if settings.distinct != nil, guessing == nil { shortfalls.insert(.noSpectrum) }
    if findings.entries == 0 { shortfalls.insert(.nothingAudited) }
    if findings.list.shapes?.isOver == true { shortfalls.insert(.noShapes) }
    if let spaces, spaces.count < settings.policies.count { shortfalls.insert(.uncountedSpace) }
    return shortfalls
  }

  /// Adds what the policies make of each list alone.
  mutating func add(_ parts: [Findings]) {
    byList = zip(parts, read.inputs).map { part, input in
      var findings = part
      findings.skippedLines = input.overLongLines
      findings.cutLines = input.cutLines
      if !read.namesUsers { findings.leaveOutLists(from: blocklists.set.blocklists.count) }
      return findings
    }
  }

  /// Puts the findings into a report.
  ///
  /// - Parameters:
  ///   - version: That of the program.
  ///   - dataset: What the report calls the lists; nil for the first one's name.
  ///   - counted: Keyspaces that were counted elsewhere, in the order of the policies; nil for those
  ///     that the settings asked for.
  /// - Returns: The report, to be written in any format.
  package func report(
    version: String, dataset: String? = nil, spaces counted: [PolicySpace]? = nil
  ) -> Report {
    let label = dataset ?? lists.label
    let labels = byList.isEmpty ? [] : lists.labels(besides: label)
    return Report(
      version: version, complete: shortfalls.isDisjoint(with: [.readInPart, .noSpectrum]),
      dataset: label,
      inputs: read.inputs.enumerated().map { number, input in
        Manifest.Input(input, dataset: labels.isEmpty ? nil : labels[number])
      },
      policies: settings.policies.map(Manifest.Policy.init),
      blocklists: blocklists.manifest(lookups: findings.entries, policies: settings.policies),
      readings: settings.readings.merging(read.readings) { $1 }
        .merging(blocklists.readings) { $1 }
        .merging(findings.list.shapes.map { ["shape": $0.stated] } ?? [:]) { $1 },
      findings: findings, space: counted ?? spaces, guessing: guessing,
      parts: zip(labels, byList).map { Report.Part(dataset: $0, findings: $1) })
  }
}
