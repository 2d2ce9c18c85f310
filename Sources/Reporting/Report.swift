package import Findings
import Passwords

/// Everything a report is made from: what was read, and what was found in it.
package struct Report: Sendable {
  /// What was read and how it was understood.
  package let manifest: Manifest
  /// What was found.
  package let findings: Findings
  /// The keyspaces of the policies that could be counted; nil unless that was asked for.
  package let space: [PolicySpace]?
  /// What it takes to guess the passwords; nil unless distinct ones were counted.
  package let guessing: GuessingFindings?
  /// What was found in each list alone; empty unless lists are told apart.
  package let parts: [Part]
  /// The same as people are told it.
  package let overview: Overview
  /// The histograms as a CSV table.
  package let table: HistogramTable

  /// What was found in one of several lists.
  package struct Part: Sendable {
    /// Label in the `dataset` column.
    package let dataset: String
    /// What was found.
    package let findings: Findings

    /// Names the list of some findings.
    package init(dataset: String, findings: Findings) {
      self.dataset = dataset
      self.findings = findings
    }
  }

  /// Puts the findings beside a manifest made of the same run.
  ///
  /// `complete` says that nothing asked for is missing; an incomplete input denies it.
  package init(
    version: String, complete: Bool = true, dataset: String, inputs: [Manifest.Input],
    policies: [Manifest.Policy],
    blocklists: [Manifest.Blocklist], readings: [String: String], findings: Findings,
    space: [PolicySpace]? = nil, guessing: GuessingFindings? = nil, parts: [Part] = []
  ) {
    let lines = findings.list.lines
    manifest = Manifest(
      version: version, complete: complete && inputs.allSatisfy(\.complete), dataset: dataset,
      inputs: inputs, entries: lines.entries,
      lines: Manifest.Lines(
        audited: lines.audited, empty: lines.empty,
        overLong: lines.overLong &+ findings.skippedLines, cut: findings.cutLines,
        malformed: lines.malformed, header: lines.headers,
        scoredInPart: lines.scoredInPart),
      encodings: Manifest.Encodings(
        ascii: lines.ascii, utf8: lines.utf8, illFormed: lines.illFormed,
        changedByNFC: lines.changedByFormC),
      policies: policies, blocklists: blocklists, readings: readings,
      keyspaces: space.map { $0.map(Manifest.Keyspace.init) },
      guessing: guessing.map(Manifest.Guessing.init))
    self.findings = findings
    self.space = space
    self.guessing = guessing
    self.parts = parts
    overview = Overview(manifest, findings, space: space, guessing: guessing)
    table = HistogramTable(
      dataset: dataset,
      findings.histograms() + (guessing?.histograms ?? []) + (space ?? []).flatMap(\.histograms),
      parts: parts.map { HistogramTable.Part(dataset: $0.dataset, $0.findings.histograms()) })
  }
}
