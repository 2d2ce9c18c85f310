import Diagnostics
import Findings
import Foundation
import PasswordRules
import Passwords

/// The report as text for people: one screen for one policy, a line each for many.
///
///     bank                                      2.1 % comply
///       minlength: 8; required: upper; allowed: ascii-printable;
///     …
package struct Summary {
  let report: Report
  let ink: Ink
  let columns: Int

  /// Terminal colours, or none.
  package struct Ink: Sendable {
    private let isOn: Bool

    /// Colour only where the reader sees it.
    package init(isOn: Bool) { self.isOn = isOn }

    func strong(_ text: String) -> String { wrap("1", text) }
    func faint(_ text: String) -> String { wrap("2", text) }
    func good(_ text: String) -> String { wrap("32", text) }
    func bad(_ text: String) -> String { wrap("31", text) }
    func alarm(_ text: String) -> String { wrap("33", text) }

    private func wrap(_ code: String, _ text: String) -> String {
      isOn ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
  }

  /// A summary for a page of so many columns, at least 60.
  package init(_ report: Report, ink: Ink, columns: Int = 80) {
    self.report = report
    self.ink = ink
    self.columns = min(max(columns, 60), 120)
  }

  // More policies than this are a table; each with its bars would fill the scroll-back.
  private static let detailed = 4

  /// The whole text, ending in LF.
  package var text: String {
    var blocks = [header]
    let policies = report.findings.policies
    if policies.count <= Self.detailed {
      blocks += policies.indices.map(detail(ofPolicy:))
    } else {
      blocks.append(overview)
    }
    blocks += [space, strength, blocklists, lengths].filter { !$0.isEmpty }
    blocks.append(skipped)
    if !readings.isEmpty { blocks.append(readings) }
    return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  private var findings: Findings { report.findings }
  private var entries: UInt64 { findings.entries }

  private var header: [String] {
    let manifest = report.manifest
    let lineCount = manifest.lines.audited
    let title =
      "\(escaped(manifest.dataset)): \(counted(entries, "password"))"
      + (lineCount == entries ? "" : " in \(counted(lineCount, "line"))")
    var lines = [
      ink.strong(title)
        + (manifest.complete ? "" : "  " + ink.bad("INCOMPLETE: not everything could be counted"))
    ]
    if manifest.inputs.count == 1, let input = manifest.inputs.first {
      let unpacked = input.container == "plain" ? "" : ", \(bytes(input.textBytes)) of text"
      let layout = input.layout == "plain" ? nil : input.layout
      let told = input.layoutToldBy.map { ", told by \($0)" } ?? ""
      lines += wrapped(
        "\(bytes(input.bytes)) \(input.container)\(unpacked)\(layout.map { "; \($0)" } ?? "")\(told)",
        indent: 2)
    } else {
      let read = manifest.inputs.reduce(0) { $0 &+ $1.bytes }
      lines.append("  \(counted(manifest.inputs.count, "list")), \(bytes(read))")
      for input in manifest.inputs where input.layout != "plain" && input.layout != nil {
        let told = input.layoutToldBy.map { ", told by \($0)" } ?? ""
        lines += wrapped("\(input.name): \(input.layout ?? "")\(told)", indent: 2)
      }
    }
    if let distinct = findings.distinctCount {
      lines.append(
        "  distinct: \(counted(distinct, "password")), "
          + "\(percent(share(distinct, of: entries))) of all")
    }
    return lines
  }

  private func detail(ofPolicy index: Int) -> [String] {
    let policy = findings.policies[index]
    let complying = share(policy.compliant, of: entries)
    var lines = [
      ink.strong(escaped(policy.name)) + "  "
        + ink.good("\(percent(complying)) comply") + " (\(grouped(policy.compliant)))"
    ]
    lines += wrapped(report.manifest.policies[index].rules, indent: 2).map(ink.faint)
    guard !policy.rules.isEmpty else { return lines }
    let labels = policy.rules.map(label(of:))
    let width = min(max(labels.map(\.count).max() ?? 0, 10), columns / 2 - 4)
    let barColumns = max(10, columns - width - 25)
    lines.append(
      "  " + "refused by".padded(to: width + 2 + barColumns)
        + "any".indented(to: 8) + "only this".indented(to: 12))
    for (rule, name) in labels.enumerated() {
      let any = share(policy.violation[rule], of: entries)
      let only = share(policy.violationOnly[rule], of: entries)
      lines.append(
        "  " + clipped(name, to: width).padded(to: width + 2)
          + ink.bad(bar(any, columns: barColumns).padded(to: barColumns))
          + percent(any).indented(to: 8) + percent(only).indented(to: 12))
    }
    let pairs = policy.violationPairs.sorted { $0.count > $1.count }.prefix(3).filter {
      $0.count > 0
    }
    if policy.rules.count > 2, !pairs.isEmpty {
      let list = pairs.map {
        "\(policy.rules[$0.first].id)+\(policy.rules[$0.second].id) "
          + percent(share($0.count, of: entries))
      }
      lines += wrapped("most often together: " + list.joined(separator: ", "), indent: 2)
    }
    if policy.compliant > 0 { lines += wrapped(survivors(of: policy), indent: 2) }
    return lines
  }

  /// A rule as the policy states it; its id where there are alternatives or several of a kind.
  private func label(of rule: Policy.Rule) -> String {
    let isIndexed = rule.id.contains { $0 == "[" || $0 == "." }
    return escaped(isIndexed ? "\(rule.id)  \(rule.text)" : rule.text)
  }

  private func survivors(of policy: PolicyFindings) -> String {
    var parts = ["median length \(median(policy.survivorLengths))"]
    let strength = policy.survivorStrength
    if strength.scores.isEmpty {
      for (level, count) in zip(MeterLevel.allCases, strength.meter) where level == .strong {
        parts.append("\(percent(share(count, of: policy.compliant))) strong by the meter")
      }
    } else {
      let weak = strength.scores.prefix(2).reduce(0, &+)
      parts.append("\(percent(share(weak, of: policy.compliant))) with a score of 0 or 1")
    }
    if !findings.listNames.isEmpty {
      let listed = policy.compliant &- policy.survivorsUnlisted
      parts.append("\(percent(share(listed, of: policy.compliant))) on a blocklist")
    }
    return "those that comply: " + parts.joined(separator: ", ")
  }

  private var overview: [String] {
    let policies = findings.policies
    let width = min(policies.map(\.name.count).max() ?? 0, columns / 2)
    var lines = [
      ink.strong("policy".padded(to: width + 2) + "comply".indented(to: 8) + "  refused most by")
    ]
    for policy in policies {
      let complying = share(policy.compliant, of: entries)
      let top = policy.violation.enumerated().max { $0.element < $1.element }
      let refusal = top.flatMap { rule, count -> String? in
        count == 0
          ? nil
          : "\(label(of: policy.rules[rule])) " + percent(share(count, of: entries))
      }
      lines.append(
        clipped(escaped(policy.name), to: width).padded(to: width + 2)
          + ink.good(percent(complying).indented(to: 8)) + "  " + (refusal ?? ""))
    }
    return lines
  }

  private var blocklists: [String] {
    guard !findings.listNames.isEmpty else { return [] }
    let listed = entries &- findings.list.unlisted
    var lines = [
      ink.strong("blocklist") + "  \(percent(share(listed, of: entries))) listed"
        + " (\(grouped(listed)))"
        + (report.manifest.blocklists.allSatisfy(\.conforms) ? ", whole password" : "")
    ]
    for (index, list) in report.manifest.blocklists.enumerated() {
      let hits = findings.list.listed[index]
      lines.append(
        "  \(escaped(list.name)) (\(counted(list.values, "value"))): "
          + "\(counted(hits, "hit")), \(percent(share(hits, of: entries)))")
      for policy in findings.policies.prefix(Self.detailed) where policy.listedOnlyBy[index] > 0 {
        lines.append(
          "    \(grouped(policy.listedOnlyBy[index])) of them nothing else would have caught "
            + "under \(escaped(policy.name))")
      }
      lines += worth(ofList: index)
    }
    // What is marked beside the lists: what passwords have to do with their users' names.
    for index in findings.listNames.indices.dropFirst(report.manifest.blocklists.count) {
      let hits = findings.list.listed[index]
      lines.append(
        "  \(findings.listNames[index]): \(counted(hits, "hit")), "
          + "\(percent(share(hits, of: entries)))")
    }
    let falseHits = report.manifest.blocklists.reduce(0) { $0 + $1.expectedFalseHits }
    lines.append("  hits to expect by chance: \(rounded(falseHits))")
    return lines
  }

  /// What the best values of a ranked list catch, and how much of a list can never refuse anything.
  private func worth(ofList index: Int) -> [String] {
    var lines: [String] = []
    var hits: UInt64 = 0
    let curve = findings.rankBands(ofList: index).map { band in
      hits &+= band.hits
      return "\(grouped(band.limit)): \(percent(share(hits, of: entries)))"
    }
    if curve.count > 1 {
      lines += wrapped("hits of its best " + curve.joined(separator: ", "), indent: 4)
    }
    let list = report.manifest.blocklists[index]
    for policy in findings.policies.prefix(Self.detailed) {
      guard let idle = list.idle[policy.name], idle > 0 else { continue }
      lines += wrapped(
        "\(percent(idle)) of its values can never refuse anything under \(policy.name): it "
          + "refuses their lengths", indent: 4)
    }
    return lines
  }

  /// A small number in three digits.
  private func rounded(_ number: Double) -> String {
    guard number > 0 else { return "0" }
    let exponent = Int(log10(number).rounded(.down))
    let leading = Int((number / pow(10, Double(exponent)) * 10).rounded())
    return exponent >= -2 && number < 1e6
      ? "\((number * 1000).rounded() / 1000)" : "\(leading / 10).\(leading % 10)e\(exponent)"
  }

  private var strength: [String] {
    let strength = findings.list.strength
    guard !strength.meter.isEmpty else { return [] }
    let levels = zip(MeterLevel.allCases, strength.meter).map {
      "\($0) \(percent(share($1, of: entries)))"
    }
    let meter = "four criteria: " + levels.joined(separator: ", ")
    guard !strength.scores.isEmpty else { return [ink.strong("strength") + "  " + meter] }
    let words = ["too guessable", "very guessable", "somewhat", "safely unguessable", "very"]
    let barColumns = columns - 48
    var lines = [ink.strong("strength") + "  zxcvbn score"]
    for (score, count) in strength.scores.enumerated() {
      let part = share(count, of: entries)
      lines.append(
        "  \(score)  " + words[score].padded(to: 20)
          + bar(part, columns: barColumns).padded(to: barColumns)
          + grouped(count).indented(to: 14) + percent(part).indented(to: 9))
    }
    let attacks = findings.attacks.filter { $0.name.hasSuffix("for 1 day") }.map {
      "\($0.name.split(separator: " ").first ?? ""): "
        + percent(
          share(findings.list.strength.found(by: $0, of: findings.guessBudgets), of: entries))
    }
    lines += wrapped("cracked within a day at " + attacks.joined(separator: ", "), indent: 2)
    lines += wrapped(meter, indent: 2)
    return lines
  }

  private var lengths: [String] {
    let counts = findings.list.lengths
    guard counts.count > 1 else { return [] }
    // The tail of a list is long and thin: the last per cent is one line.
    var shown = counts.count - 1
    var tail: UInt64 = 0
    while shown > 1, (tail &+ counts[shown]) <= entries / 100 {
      tail &+= counts[shown]
      shown -= 1
    }
    let widest = share(counts.max() ?? 0, of: entries)
    let barColumns = columns - 32
    func line(_ name: String, _ count: UInt64) -> String {
      let part = share(count, of: entries)
      return "  " + name.indented(to: 6) + " "
        + bar(widest > 0 ? part / widest : 0, columns: barColumns).padded(to: barColumns)
        + grouped(count).indented(to: 14) + percent(part).indented(to: 9)
    }
    var lines = [ink.strong("length") + "  in code points; median \(median(counts))"]
    let first = counts.firstIndex { $0 > 0 } ?? 1
    lines += (first...max(first, shown)).map { line(String($0), counts[$0]) }
    if tail > 0 { lines.append(line("\(shown + 1)+", tail)) }
    return lines
  }

  private var skipped: [String] {
    let skipped = report.manifest.lines
    let lines = findings.list.lines
    var parts: [String] = []
    if skipped.empty > 0 { parts.append(counted(skipped.empty, "empty line")) }
    if skipped.overLong > 0 { parts.append(counted(skipped.overLong, "over-long line")) }
    if skipped.malformed > 0 { parts.append(counted(skipped.malformed, "malformed line")) }
    if skipped.header > 0 { parts.append(counted(skipped.header, "header")) }
    if skipped.cut > 0 { parts.append(counted(skipped.cut, "line") + " cut off") }
    let (illFormed, inPart) = (lines.illFormed, lines.scoredInPart)
    var notes = illFormed > 0 ? "; audited though not UTF-8: \(counted(illFormed, "password"))" : ""
    if inPart > 0 { notes += "; scored on the first 512 characters: \(counted(inPart, "line"))" }
    let what = parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
    return [ink.strong("skipped") + "  " + (parts.isEmpty ? what : ink.alarm(what)) + notes]
  }

  /// What could be read in several ways and changes the numbers above.
  private var readings: [String] {
    let told = report.manifest.readings
    var lines: [String] = []
    if let reading = told["max-consecutive"] {
      lines += wrapped("max-consecutive limits \(reading)", indent: 2)
    }
    for how in ["leet", "substring", "entra-like"] {
      if let reading = told[how] { lines += wrapped("\(how): \(reading)", indent: 2) }
    }
    if let reading = told["strength"] { lines += wrapped("strength: \(reading)", indent: 2) }
    return lines.isEmpty ? [] : [ink.strong("read as")] + lines
  }

  /// The length that half of the entries do not exceed.
  private func median(_ counts: [UInt64]) -> Int {
    let total = counts.reduce(0, &+)
    var below: UInt64 = 0
    for (length, count) in counts.enumerated() {
      below &+= count
      if below >= total &- total / 2 { return length }
    }
    return 0
  }

  func clipped(_ text: String, to width: Int) -> String {
    text.count <= width ? text : text.prefix(max(0, width - 1)) + "…"
  }

  /// Words in lines that fit the page.
  func wrapped(_ text: String, indent: Int) -> [String] {
    wrappedText(text, indent: indent, columns: columns)
  }
}
