import Diagnostics
import Metrics

// The first screen: compliance, refusals and remaining risk, in words that need no manual.
extension Summary {
  /// More policies than this do not all appear on the first screen.
  private static let mostRows = 16
  /// How many appear then.
  private static let rowsOfMany = 12
  /// From this number of policies on, the table replaces lines about single policies.
  private static let many = 4

  private var isNarrow: Bool { columns < 76 }

  /// The policies with a row, in the order given.
  private var shown: [PolicyOverview] {
    let all = overview.policies
    return isVerbose || all.count <= Self.mostRows ? all : Array(all.prefix(Self.rowsOfMany))
  }

  /// A row for each policy: compliance, the rule that refuses most, and the risk of the rest.
  var comparison: [String] {
    let shown = shown
    guard !shown.isEmpty else { return [] }
    let table = TextTable(
      shown.map(\.name), head: isNarrow ? ["policy", "(in %)"] : ["policy"], numbers(shown),
      columns: columns)
    let rest = overview.policies.count - shown.count
    return table.lines(faint: ink.faint)
      + shown.flatMap { policy in
        policy.notes.flatMap { wrapped("\(escaped(policy.name)): \($0)", indent: 2) }
      }
      + (rest > 0 ? [ink.faint("… and \(grouped(rest)) more: see the last line")] : [])
  }

  private func numbers(_ policies: [PolicyOverview]) -> [TextTable.Column] {
    let tops = policies.map(\.topRule)
    var columns = [
      TextTable.Column(
        head: ["comply"],
        cells: policies.map { policy in
          let all = overview.isOfSome ? " of \(grouped(policy.compliant.total))" : ""
          return cell(policy.compliant.percent + all)
        }, colour: ink.good),
      TextTable.Column(
        group: isNarrow ? "refused most" : "refused most for", head: [],
        cells: tops.map { clipped($0?.brief ?? "nothing", to: isNarrow ? 10 : 14) },
        isText: true, gap: 3),
    ]
    let isMany = policies.count >= Self.many
    columns.append(
      TextTable.Column(
        group: columns[1].group, head: isMany ? ["any"] : [],
        cells: tops.map { $0.map { cell($0.any) } ?? "" }, colour: ink.bad))
    // On a narrow page the sizes of few compliant passwords need its columns.
    if isMany, !isNarrow {
      columns.append(
        TextTable.Column(
          group: columns[1].group, head: ["only", "this"],
          cells: tops.map { $0.map { cell($0.only) } ?? "" }))
    }
    return columns + left(policies, gap: isMany ? 3 : 4)
  }

  /// The risk of compliant passwords: easy ones, and passwords found within a day.
  private func left(_ policies: [PolicyOverview], gap: Int) -> [TextTable.Column] {
    let group = isNarrow ? "of these" : "of those that comply"
    func column(_ head: [String], _ percent: (PolicyOverview.Survivors) -> String?)
      -> TextTable.Column
    {
      TextTable.Column(
        group: group, head: head,
        cells: policies.map { $0.survivors.flatMap(percent).map { cell($0) } ?? "–" })
    }
    var columns: [TextTable.Column] = []
    if let strength = overview.strength, !strength.scores.isEmpty {
      columns = [column(["easy", "(0–1)"]) { $0.strength?.weak?.percent }]
      if let rate = strength.headline?.attack.rate.words {
        columns.append(
          column(
            isNarrow || policies.count >= Self.many
              ? ["cracked", "in a day", "at \(rate)"] : ["cracked in a", "day at \(rate)"]
          ) { $0.strength?.headline?.percent })
      }
    } else if overview.strength != nil {
      columns = [column(["strong by", "the meter"]) { $0.strength?.strong?.percent }]
    } else {
      if overview.blocklists?.listed != nil {
        columns.append(column(["on a", "blocklist"]) { $0.listed?.percent })
      }
      if overview.blocklists?.related != nil {
        columns.append(column(["like the", "user's name"]) { $0.related?.percent })
      }
    }
    for index in columns.indices { columns[index].gap = index == 0 ? gap : isNarrow ? 2 : 3 }
    return columns
  }

  private func cell(_ part: Part) -> String { cell(part.percent) }

  private func cell(_ percent: String) -> String {
    isNarrow ? percent.replacing(" % of ", with: "/").replacing(" %", with: "") : percent
  }

  /// Facts about all passwords, one on each line.
  var facts: [String] {
    fact("folded", overview.foldingNote) + strengthLine
      + fact("dictionaries", overview.strength?.fall) + fact("cracked", cracked)
      + fact("uncovered", overview.strength?.coverage)
      + fact("listed", listed) + fact("users' names", related)
      + fact("no password", blank) + fact("repetitions", repetitions)
      + fact("not audited", skipped, ink.alarm) + fact("lines", layouts)
  }

  /// The estimate behind what is cracked in a time, if a policy's row says that.
  private var cracked: String? {
    overview.policies.isEmpty ? nil : overview.estimateInBrief
  }

  /// Facts about lists without a password.
  var factsWithoutPasswords: [String] {
    fact("not audited", skipped, ink.alarm) + fact("lines", layouts)
  }

  private static let label = 19

  private func fact(
    _ name: String, _ text: String?, _ colour: (String) -> String = { $0 }
  ) -> [String] {
    guard let text else { return [] }
    return wrappedText(text, indent: 0, columns: columns - Self.label).enumerated().map {
      ($0.offset == 0 ? name : "").padded(to: Self.label) + colour($0.element)
    }
  }

  /// The scores of all passwords as bars on one line.
  private var strengthLine: [String] {
    guard let strength = overview.strength else { return [] }
    guard !strength.scores.isEmpty else {
      let levels = strength.meter.map { "\($0.level) \($0.part.percent)" }
      return fact("strength of all", levels.joined(separator: ", ") + " by the four-criteria meter")
    }
    let width = isNarrow ? 10 : 14
    let bars = strength.scores.enumerated().map { score, part in
      "\(score) \(bar(part.share, columns: width))\(wholePercent(part.share)) %"
    }.joined(separator: "  ")
    let label = "strength of all"
    return label.count + 4 + bars.count <= columns
      ? [label.padded(to: Self.label) + bars] : [label, "  " + bars]
  }

  private var listed: String? {
    guard let lists = overview.blocklists, let listed = lists.listed else { return nil }
    if lists.rows.count == 1, let list = lists.rows.first {
      return "\(listed.percent) are on the \(list.name.words)"
    }
    let shares = lists.rows.map { "\($0.name.text) \($0.hits.percent)" }
    return "\(listed.percent) are on a blocklist (\(shares.joined(separator: ", ")); "
      + "some may be on several)"
  }

  /// The passwords that relate to their users' names; nil if no list names users.
  private var related: String? {
    guard let lists = overview.blocklists, let related = lists.related else { return nil }
    let shares = lists.relations.map { "\($0.name) \($0.hits.percent)" }
    return "\(related.percent) relate to their user's name (\(shares.joined(separator: ", ")); "
      + "some in several ways)"
  }

  /// The accounts without a password; nil if there are none.
  private var blank: String? {
    overview.blank.map {
      "\($0.grouped) of \(counted($0.total, "user")) \($0.count == 1 ? "has" : "have") none "
        + "(\($0.percent))"
    }
  }

  /// The meaning of repetitions; nil unless distinct passwords were counted.
  private var repetitions: String? { overview.weights?.sentence }

  /// Lines that were not audited; nil if there are none.
  private var skipped: String? {
    let parts = overview.lines.skipped
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// How lines that hold more than a password were read; nil for plain lists.
  private var layouts: String? {
    let layouts = overview.inputs.named.compactMap { $0.layout?.words }.uniqued()
    return layouts.isEmpty ? nil : "read as " + layouts.joined(separator: "; ")
  }
}
