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
  let overview: Overview
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
    overview = report.overview
    self.ink = ink
    self.columns = min(max(columns, 60), 120)
  }

  // More policies than this are a table; each with its bars would fill the scroll-back.
  private static let detailed = 4

  /// The whole text, ending in LF.
  package var text: String {
    var blocks = [header]
    if overview.policies.count <= Self.detailed {
      blocks += overview.policies.map(detail(of:))
    } else {
      blocks.append(table(of: overview.policies))
    }
    blocks += [space, strength, blocklists, lengths].filter { !$0.isEmpty }
    blocks.append(skipped)
    if !readings.isEmpty { blocks.append(readings) }
    return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  private var header: [String] {
    let manifest = overview.manifest
    let lineCount = manifest.lines.audited
    let title =
      "\(escaped(manifest.dataset)): \(counted(overview.entries, "password"))"
      + (lineCount == overview.entries ? "" : " in \(counted(lineCount, "line"))")
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
      let lists = manifest.inputs.reduce(0) { $0 &+ ($1.lists ?? 1) }
      lines.append("  \(counted(lists, "list")), \(bytes(read))")
      for input in manifest.inputs.prefix(20) where input.layout != "plain" && input.layout != nil {
        let told = input.layoutToldBy.map { ", told by \($0)" } ?? ""
        lines += wrapped("\(input.name): \(input.layout ?? "")\(told)", indent: 2)
      }
    }
    if let distinct = overview.distinct {
      lines.append(
        "  distinct: \(counted(distinct.count, "password")), \(distinct.percent) of all")
    }
    return lines
  }

  private func detail(of policy: PolicyOverview) -> [String] {
    var lines = [
      ink.strong(escaped(policy.name)) + "  "
        + ink.good("\(policy.compliant.percent) comply") + " (\(policy.compliant.grouped))"
    ]
    lines += wrapped(policy.text, indent: 2).map(ink.faint)
    guard !policy.rules.isEmpty else { return lines }
    let width = min(max(policy.rules.map(\.label.count).max() ?? 0, 10), columns / 2 - 4)
    let barColumns = max(10, columns - width - 25)
    lines.append(
      "  " + "refused by".padded(to: width + 2 + barColumns)
        + "any".indented(to: 8) + "only this".indented(to: 12))
    for rule in policy.rules {
      lines.append(
        "  " + clipped(rule.label, to: width).padded(to: width + 2)
          + ink.bad(bar(rule.any.share, columns: barColumns).padded(to: barColumns))
          + rule.any.percent.indented(to: 8) + rule.only.percent.indented(to: 12))
    }
    if policy.rules.count > 2, !policy.topPairs.isEmpty {
      let list = policy.topPairs.map { "\($0.ids) \($0.part.percent)" }
      lines += wrapped("most often together: " + list.joined(separator: ", "), indent: 2)
    }
    if let survivors = policy.survivors { lines += wrapped(sentence(on: survivors), indent: 2) }
    return lines
  }

  private func sentence(on survivors: PolicyOverview.Survivors) -> String {
    var parts = ["median length \(survivors.medianLength)"]
    if let weak = survivors.strength?.weak {
      parts.append("\(weak.percent) with a score of 0 or 1")
    } else if let strong = survivors.strength?.strong {
      parts.append("\(strong.percent) strong by the meter")
    }
    if let listed = survivors.listed { parts.append("\(listed.percent) on a blocklist") }
    return "those that comply: " + parts.joined(separator: ", ")
  }

  private func table(of policies: [PolicyOverview]) -> [String] {
    let width = min(policies.map(\.name.count).max() ?? 0, columns / 2)
    var lines = [
      ink.strong("policy".padded(to: width + 2) + "comply".indented(to: 8) + "  refused most by")
    ]
    for policy in policies {
      let refusal = policy.topRule.map { "\($0.label) \($0.any.percent)" }
      lines.append(
        clipped(escaped(policy.name), to: width).padded(to: width + 2)
          + ink.good(policy.compliant.percent.indented(to: 8)) + "  " + (refusal ?? ""))
    }
    return lines
  }

  private var blocklists: [String] {
    guard let blocklists = overview.blocklists else { return [] }
    var lines = [
      ink.strong("blocklist") + "  \(blocklists.listed.percent) listed"
        + " (\(blocklists.listed.grouped))" + (blocklists.conforms ? ", whole password" : "")
    ]
    for list in blocklists.rows {
      lines.append(
        "  \(escaped(list.name)) (\(counted(list.values, "value"))): "
          + "\(counted(list.hits.count, "hit")), \(list.hits.percent)")
      for policy in list.policies.prefix(Self.detailed) where policy.only.count > 0 {
        lines.append(
          "    \(policy.only.grouped) of them nothing else would have caught "
            + "under \(escaped(policy.policy))")
      }
      lines += worth(of: list)
    }
    for relation in blocklists.relations {
      lines.append(
        "  \(relation.name): \(counted(relation.hits.count, "hit")), \(relation.hits.percent)")
    }
    lines.append("  hits to expect by chance: \(rounded(blocklists.expectedFalseHits))")
    return lines
  }

  /// What the best values of a ranked list catch, and how much of a list can never refuse anything.
  private func worth(of list: BlocklistsOverview.Row) -> [String] {
    var lines: [String] = []
    if list.best.count > 1 {
      let curve = list.best.map { "\(grouped($0.values)): \($0.part.percent)" }
      lines += wrapped("hits of its best " + curve.joined(separator: ", "), indent: 4)
    }
    for policy in list.policies.prefix(Self.detailed) {
      guard let idle = policy.idle, idle > 0 else { continue }
      lines += wrapped(
        "\(percent(idle)) of its values can never refuse anything under \(policy.policy): it "
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
    guard let strength = overview.strength, !strength.meter.isEmpty else { return [] }
    let levels = strength.meter.map { "\($0.level) \($0.part.percent)" }
    let meter = "four criteria: " + levels.joined(separator: ", ")
    guard !strength.scores.isEmpty else { return [ink.strong("strength") + "  " + meter] }
    let words = ["too guessable", "very guessable", "somewhat", "safely unguessable", "very"]
    let barColumns = columns - 48
    var lines = [ink.strong("strength") + "  zxcvbn score"]
    for (score, part) in strength.scores.enumerated() {
      lines.append(
        "  \(score)  " + words[score].padded(to: 20)
          + bar(part.share, columns: barColumns).padded(to: barColumns)
          + part.grouped.indented(to: 14) + part.percent.indented(to: 9))
    }
    let attacks = strength.withinDay.map { "\($0.attack.rate.name): \($0.part.percent)" }
    lines += wrapped("cracked within a day at " + attacks.joined(separator: ", "), indent: 2)
    lines += wrapped(meter, indent: 2)
    return lines
  }

  private var lengths: [String] {
    let lengths = overview.lengths
    guard !lengths.rows.isEmpty else { return [] }
    let parts = lengths.rows.map(\.part) + (lengths.tail.map { [$0.part] } ?? [])
    let widest = lengths.widest.share
    let barColumns = columns - 32
    let names =
      lengths.rows.map { String($0.length) } + (lengths.tail.map { ["\($0.from)+"] } ?? [])
    return [ink.strong("length") + "  in code points; median \(lengths.median)"]
      + zip(names, parts).map { name, part in
        "  " + name.indented(to: 6) + " "
          + bar(widest > 0 ? part.share / widest : 0, columns: barColumns).padded(to: barColumns)
          + part.grouped.indented(to: 14) + part.percent.indented(to: 9)
      }
  }

  private var skipped: [String] {
    let skipped = overview.manifest.lines
    var parts: [String] = []
    if skipped.empty > 0 { parts.append(counted(skipped.empty, "empty line")) }
    if skipped.overLong > 0 { parts.append(counted(skipped.overLong, "over-long line")) }
    if skipped.malformed > 0 { parts.append(counted(skipped.malformed, "malformed line")) }
    if skipped.header > 0 { parts.append(counted(skipped.header, "header")) }
    if skipped.cut > 0 { parts.append(counted(skipped.cut, "line") + " cut off") }
    let (illFormed, inPart) = (overview.manifest.encodings.illFormed, skipped.scoredInPart)
    var notes = illFormed > 0 ? "; audited though not UTF-8: \(counted(illFormed, "password"))" : ""
    if inPart > 0 { notes += "; scored on the first 512 characters: \(counted(inPart, "line"))" }
    let what = parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
    return [ink.strong("skipped") + "  " + (parts.isEmpty ? what : ink.alarm(what)) + notes]
  }

  /// What could be read in several ways and changes the numbers above.
  private var readings: [String] {
    let told = overview.manifest.readings
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

  func clipped(_ text: String, to width: Int) -> String {
    text.count <= width ? text : text.prefix(max(0, width - 1)) + "…"
  }

  /// Words in lines that fit the page.
  func wrapped(_ text: String, indent: Int) -> [String] {
    wrappedText(text, indent: indent, columns: columns)
  }
}
