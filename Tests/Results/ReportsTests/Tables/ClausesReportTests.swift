import Conformance
import Diagnostics
import Foundation
import PasswordPolicies
import Reports
import Testing

/// Policies held against standards, as people and programs read it.
@Suite struct ClausesReportTests {
  private func results(
    _ ids: String..., text: String = "minlength: 8; maxlength: 11; required: digit;",
    waived: Set<String> = []
  ) throws -> [Conformance] {
    let reading = PolicyReading(policyFile: Array(text.utf8), file: "GptTmpl.inf")
    var policy = try #require(reading.policies.first)
    policy.source = PolicySource(
      kind: .secedit, outcome: .bound,
      remarks: [Remark(.notJudged, "filter", at: .start, "a filter of passwords")],
      settings: [
        PolicySetting(
          .maxAge, .number(42), part: "MaximumPasswordAge", at: .text(line: 5, column: 1)),
        PolicySetting(
          .lockoutThreshold, .unlimited, part: "LockoutBadCount", at: .text(line: 9, column: 1)),
        PolicySetting(
          .reversible, .flag(true), part: "ClearTextPassword", at: .text(line: 10, column: 1)),
      ])
    var judge = ConformanceJudge(policy)
    return try ids.map { id in
      var result = judge.conformance(to: try #require(Standard.named(id)))
      result.waived = waived
      return result
    }
  }

  private func text(
    _ results: [Conformance], _ standards: [Standard] = [], as format: OutputFormat = .text,
    sources: Bool = false, isWhole: Bool = false
  ) -> String {
    String(
      decoding: ClausesReport(
        results, standards, areSourcesShown: sources, columns: 100, isWhole: isWhole
      ).bytes(as: format), as: UTF8.self)
  }

  @Test func `text has a block for each policy and standard`() throws {
    let found = text(try results("pci-4.0.1", waived: ["age", "storage"]))
    #expect(
      found == """
        GptTmpl against PCI DSS 4.0.1 (4.0.1, requirement 8.3; in force in full since 2025-03-31;
          2024-06-11, read 2026-11-28)
        the system refuses more: filter; these are not judged
        requirement  partly          at least 12 characters; 8 only where the system cannot hold 12 (8.3.6)
                                     [length]
                                     accepts '48260482', 8 characters; minlength: 8, GptTmpl.inf:1:1; only
                                       under the exception for systems that cannot hold 12
        requirement  broken          letters and digits (8.3.6) [letters-digits]
                                     accepts '48260482'
        requirement  broken, waived  unreadable in storage and transmission (8.3.2) [storage]
                                     reversible = yes, GptTmpl.inf:10:1
        requirement  broken          locked after at most 10 failures (8.3.4) [lockout]
                                     lockout-threshold = never, GptTmpl.inf:9:1
        requirement  broken          for at least 30 minutes, or until the person is identified (8.3.4)
                                     [lockout-time]
                                     nobody is locked out, GptTmpl.inf:9:1
        requirement  met             as the only factor: changed every 90 days, or accounts are analysed
                                     dynamically (8.3.9) [age]
                                     max-age = 42 days, GptTmpl.inf:5:1
        not visible here: 3 requirement (first, history, guidance); --verbose says why
        Passwords in quotes are made up. […] names a clause: --waive pci-4.0.1:letters-digits leaves that
          one out of the exit code
        must: 1 met, 4 broken, 1 partly   waived: storage

        """)
  }

  @Test func `an overview has a row for each standard`() throws {
    let results = try results("pci-4.0.1", "cyber-essentials", "apple")
    func overview(_ format: OutputFormat) -> String {
      String(
        decoding: ClausesReport(results, [], columns: 100, isOverview: true).bytes(as: format),
        as: UTF8.self)
    }
    #expect(
      overview(.text) == """
        GptTmpl against standards, by their binding clauses
        the system refuses more: filter; these are not judged
        standard          met  broken  partly  not visible  first broken or partly
        pci-4.0.1           1       4       1            3  [letters-digits] letters and digits
        cyber-essentials    0       1       2            2  [no-maximum] no maximum length
        apple               0       2       0            0  [room] 12 characters are accepted, or a browser…
        0 of 3 standards have no binding clause that is broken or kept in part; recommendations are not
          counted
        '--standard ID' shows each clause of one, '--verbose' of all

        """)
    let markdown = overview(.markdown)
    #expect(
      markdown.contains(
        "| PCI DSS 4.0.1 \\(pci-4.0.1\\) | 1 | 4 | 1 | 3 | \\[letters-digits\\] letters and digits |"
      ))
    let csv = overview(.csv).split(separator: "\n")
    #expect(csv.count == 4)
    #expect(csv[1] == "GptTmpl,pci-4.0.1,PCI DSS 4.0.1,1,4,1,3,letters-digits,letters and digits")
    let kept = ClausesReport(
      try self.results("apple", text: "minlength: 12;"), [], isOverview: true
    ).bytes(as: .csv)
    #expect(String(decoding: kept, as: UTF8.self).hasSuffix(",Apple's guideline,2,0,0,0,,\n"))
    // One document has both.
    #expect(overview(.json).contains(#""first":"letters-digits""#))
    #expect(overview(.json) == text(results, as: .json))
  }

  @Test func `Markdown is a table for a report or a ticket`() throws {
    let found = text(try results("pci-4.0.1"), as: .markdown)
    #expect(
      found == """
        ## GptTmpl against PCI DSS 4.0.1

        4.0.1, requirement 8.3; in force in full since 2025-03-31; 2024-06-11, read 2026-11-28

        the system refuses more: filter; these are not judged

        | level | clause | verdict | shown by |
        | --- | --- | --- | --- |
        | requirement | at least 12 characters; 8 only where the system cannot hold 12 \\(8.3.6\\) `length` | partly | \
        accepts `48260482`, 8 characters; `minlength: 8`, GptTmpl.inf:1:1; only under the exception for \
        systems that cannot hold 12 |
        | requirement | letters and digits \\(8.3.6\\) `letters-digits` | broken | accepts `48260482` |
        | requirement | unreadable in storage and transmission \\(8.3.2\\) `storage` | broken | reversible = yes, \
        GptTmpl.inf:10:1 |
        | requirement | locked after at most 10 failures \\(8.3.4\\) `lockout` | broken | lockout-threshold = never, \
        GptTmpl.inf:9:1 |
        | requirement | for at least 30 minutes, or until the person is identified \\(8.3.4\\) `lockout-time` | broken | \
        nobody is locked out, GptTmpl.inf:9:1 |
        | requirement | a first or reset password is unique, and changed on first use \\(8.3.5\\) `first` | \
        not-visible | a process, which no policy shows |
        | requirement | none of the last four \\(8.3.7\\) `history` | not-visible | this file does not say |
        | requirement | users are told the rules and how to choose \\(8.3.8\\) `guidance` | not-visible | a process, \
        which no policy shows |
        | requirement | as the only factor: changed every 90 days, or accounts are analysed dynamically \
        \\(8.3.9\\) `age` | met | max-age = 42 days, GptTmpl.inf:5:1 |

        must: 1 met, 4 broken, 1 partly

        """)
  }

  @Test func `what is not visible is told with the reason on request`() throws {
    let whole = text(try results("pci-4.0.1"), sources: true, isWhole: true)
    #expect(whole.contains("a process, which no policy shows"))
    #expect(!whole.contains("--verbose"))
    #expect(whole.contains("\n  from memory: the date of issue\n"))
    let nist = text(try results("nist-63b-4"), sources: true)
    #expect(nist.contains("clauses from memory: slips"))
    #expect(nist.contains("the system refuses more: filter; these are not judged"))
  }

  @Test func `a witness stands in a code span, whatever it is made of`() throws {
    let text = text(
      try results("pci-4.0.1", text: "minlength: 3; allowed: [`|*];"), as: .markdown)
    #expect(text.contains("accepts `'\\|*`, 3 characters") || text.contains("accepts `"))
    for line in text.split(separator: "\n") where line.hasPrefix("|") {
      // Four cells, whose bars are escaped.
      #expect(line.replacing("\\|", with: "").count { $0 == "|" } == 5, "\(line)")
    }
  }

  @Test func `JSON and CSV say the same`() throws {
    let results = try results("pci-4.0.1", "cnil-80", waived: ["age", "storage"])
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(text(results, as: .json).utf8))
        as? [String: Any])
    #expect(document["version"] as? Int == 1 && (document["silent"] as? [Any])?.count == 10)
    let found = try #require(document["results"] as? [[String: Any]])
    #expect(found.map { $0["standard"] as? String } == ["pci-4.0.1", "cnil-80"])
    let first = try #require(found.first)
    #expect(first["kind"] as? String == "secedit" && first["outcome"] as? String == "bound")
    #expect(first["assuming"] as? [String] == ["filter"])
    let settings = try #require(first["settings"] as? [String: [String: Any]])
    #expect(settings["max-age"]?["value"] as? Int == 42)
    #expect(settings["lockout-threshold"]?["value"] is NSNull)
    #expect(settings["max-age"]?["place"] as? String == "5:1")
    let summary = try #require(first["summary"] as? [String: [String: Int]])
    #expect(summary["must"]?.values.reduce(0, +) == 9)
    let clauses = found.flatMap { $0["clauses"] as? [[String: Any]] ?? [] }
    let lines = text(results, as: .csv).split(separator: "\n")
    #expect(
      lines.first
        == "policy,standard,clause,number,level,force,verdict,evidence,password,setting,value,bits,with,says"
    )
    #expect(lines.count == 1 + clauses.count)
    for (line, clause) in zip(lines.dropFirst(), clauses) {
      let id = clause["clause"] as? String ?? "", verdict = clause["verdict"] as? String ?? ""
      #expect(line.contains(",\(id),") && line.contains(",\(verdict),"))
    }
    #expect(lines.contains { $0.contains(",lockout,") && $0.contains(",never,") })
    // What is met needs no waiver.
    let waived = clauses.filter { $0["waived"] as? Bool == true }.map { $0["clause"] as? String }
    #expect(Set(waived) == ["storage"])
    let bits = try #require(clauses.first { $0["evidence"] as? String == "count" })
    #expect(bits["length"] as? Int == 8 && bits["count"] is String && bits["bits"] is Double)
  }

  @Test func `the summary of JSON counts the clauses of each force by verdict`() throws {
    let results = try results("nist-63b-4", "asvs-5-l2", "cnil-80", "pci-4.0.1")
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(text(results, as: .json).utf8))
        as? [String: Any])
    let found = try #require(document["results"] as? [[String: Any]])
    #expect(found.count == 4)
    var seen: Set<String> = []
    for result in found {
      let clauses = try #require(result["clauses"] as? [[String: Any]])
      let summary = try #require(result["summary"] as? [String: [String: Int]])
      #expect(Set(summary.keys) == Set(Standard.Force.allCases.map(\.rawValue)))
      for (force, counts) in summary {
        for (verdict, count) in counts {
          let same = clauses.count {
            $0["force"] as? String == force && $0["verdict"] as? String == verdict
          }
          #expect(count == same, "\(force) \(verdict)")
          if count > 0 { seen.insert(force) }
        }
      }
    }
    #expect(seen.count > 1)
  }

  @Test func `a standard alone is its clauses, with texts that state no number`() throws {
    let standard = try #require(Standard.named("ism-secret"))
    let text = text([], [standard])
    #expect(text.hasPrefix("Australian ISM, SECRET (2025.12.9; 2025-12-09, read 2026-11-28)\n"))
    #expect(text.contains("\n  GDPR, art. 32: ") && text.contains("at least 17 characters"))
    let json = self.text([], [standard], as: .json)
    #expect(json.contains(#""policy":null"#) && json.contains(#""test":"min-length""#))
    #expect(!json.contains(#""verdict""#))
  }

  @Test func `standards are listed with their editions and both days`() {
    let text = StandardsTable.text(columns: 100)
    #expect(text.contains("CIS Password Policy Guide 21.12: 21.12, password-only accounts; issued"))
    #expect(text.contains("clauses, 0 from memory"))
    #expect(StandardsTable.filled.bytes(as: .csv).count { $0 == 10 } == Standard.all.count + 1)
  }
}
