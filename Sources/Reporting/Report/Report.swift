package import Findings
import Passwords
package import Workers

/// Everything from which reports are made: the inputs and the findings.
package struct Report: Sendable {
  /// The inputs and how they were understood.
  package let manifest: Manifest
  /// The findings about all lists.
  package let findings: Findings
  /// The keyspaces of the policies that could be counted; nil unless requested.
  package let space: [PolicySpace]?
  /// The guessing metrics; nil unless distinct passwords were counted.
  package let guessing: GuessingFindings?
  /// The findings about each list; empty unless lists are separated.
  package let parts: [Part]
  /// The policies held against standards.
  let standards: MadeAhead<StandardsOverview>
  /// The same results, prepared for people.
  package let overview: Overview
  /// The histograms as a CSV table.
  package let table: HistogramTable

  /// The findings about one of several lists.
  package struct Part: Sendable {
    /// Label in the `dataset` column.
    package let dataset: String
    /// The findings.
    package let findings: Findings

    /// Makes the part of a list.
    package init(dataset: String, findings: Findings) {
      self.dataset = dataset
      self.findings = findings
    }
  }

  /// Combines findings and the manifest of the same run.
  ///
  /// `complete` states that nothing requested is missing; an incomplete input overrides it.
  /// `standards` is about the same policies, and made on demand if none is given.
  package init(
    version: String, complete: Bool = true, dataset: String, inputs: [Manifest.Input],
    policies: [Manifest.Policy],
    blocklists: [Manifest.Blocklist], readings: [String: String], findings: Findings,
    space: [PolicySpace]? = nil, guessing: GuessingFindings? = nil, parts: [Part] = [],
    standards: MadeAhead<StandardsOverview>? = nil
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
    self.standards =
      standards
      ?? MadeAhead(by: .alone) {
        StandardsOverview(findings.policies.map { ($0.name, $0.policy) })
      }
    // The histograms take longer.
    let overview = MadeAhead(by: findings.workers) { [manifest] in
      Overview(manifest, findings, space: space, guessing: guessing)
    }
    table = HistogramTable(
      dataset: dataset,
      findings.histograms() + (guessing?.histograms ?? []) + (space ?? []).flatMap(\.histograms),
      parts: parts.map { HistogramTable.Part(dataset: $0.dataset, $0.findings.histograms()) })
    self.overview = overview.value
  }
}
