import Diagnostics
import Workers

// The first screen: what a reader decides by.
extension Page {
  /// A row for each policy: what it locks out, what it leaves, on how many passwords that rests, and
  /// the standards that it meets.
  var decision: Markup {
    guard !overview.policies.isEmpty else { return .element(.p, [], ["No policy was audited."]) }
    return .element(
      .section, [.id("summary"), .init(.ariaLabel, "Summary")],
      [
        decisionTable(
          overview.groups,
          "What each policy refuses, and what is guessed of the passwords it accepts",
          hasNoPolicy: !overview.isOfSome)
      ])
  }

  /// The sentences below it.
  var sentences: [Markup] {
    Markup.box("say", Decision(overview).sentences)
  }

  /// The rows of some policies, perhaps below one without a policy.
  private func decisionTable(
    _ groups: [PolicyGroup], _ caption: String, hasIDs: Bool = true, hasNoPolicy: Bool = false
  ) -> Markup {
    let day = overview.strength?.headline
    let marks = standards.value.marks
    // Where policies are in force for some accounts only, each row states its own number.
    let isOfSome = overview.isOfSome
    let all = isOfSome ? "" : ", of \(counted(overview.entries, overview.noun))"
    func ofAll(_ policy: PolicyOverview) -> String {
      isOfSome ? " of \(grouped(policy.compliant.total))" : ""
    }
    // Policies of one error have it above all, others in their rows.
    let noError = hasNoPolicy && day != nil ? overview.errors?.of(.usual) : nil
    let errors = ([noError] + groups.map { overview.error(of: $0.first) }).compactMap(\.self)
      .uniqued()
    var columns: [DataTable.Cells<PolicyGroup?>] = [
      .written(.words("policy")) { group, cell in
        guard let group else { return cell.write("no policy") }
        self.writeName(of: group, &cell)
      },
      .written(.words("refused" + all, label: "refused")) { group, cell in
        guard let policy = group?.first else { return cell.write(.strong, [], roundedPercent(0)) }
        Self.writeBar(policy.violating, look: "ref", of: ofAll(policy), &cell)
      },
    ]
    if let day {
      let error = errors.count == 1 ? errors.first.map { ", \($0.words)" } : nil
      let head = DataTable.Column.words(
        "of the accepted, guessed in a day on each account (\(day.assumption)\(error ?? ""))",
        label: "of the accepted, guessed in a day")
      columns.append(
        .written(head) { group, cell in
          let error = group.map { self.overview.error(of: $0.first) } ?? noError
          if let policy = group?.first {
            Self.write(policy, error, &cell)
          } else {
            Self.writeBar(day.part, look: "day", hasMargin: error == .within8, &cell)
          }
          let isStated =
            group.map { $0.first.survivors?.strength?.headline?.part.isStated == true } ?? true
          if errors.count > 1, isStated, let error {
            cell.write(.span, [.class("err")], error.words)
          }
        })
    }
    let accepted = isOfSome ? "accepted" : "accepted, of \(grouped(overview.entries))"
    columns += [
      .written(.words(accepted, label: "accepted")) { group, cell in
        let policy = group?.first
        cell.write(
          policy.map { $0.compliant.grouped + ofAll($0) } ?? grouped(self.overview.entries))
      },
      .written(.words("standards, by its text only", label: "standards")) { group, cell in
        guard let group else { return cell.write("–") }
        for mark in marks.indices.contains(group.number) ? marks[group.number] : [] {
          cell.write(.span, [.class(mark.isMet ? "yes" : "no")], mark.words)
          cell.write(" ")
        }
      },
    ]
    return DataTable(
      caption, (hasNoPolicy ? [nil] : []) + groups.map(Optional.some), columns,
      id: { group in hasIDs ? group.map { "p\($0.number + 1)" } : nil }
    ).markup(class: "decide")
  }

  private func writeName(of group: PolicyGroup, _ cell: inout MarkupWriter) {
    let policy = group.first
    cell.write(clipped(group.name, to: 60))
    if policy.isBesideFactor {
      cell.write(
        .span, [.class("rem")], "for use beside a second factor, not to be ranked with others")
    }
    cell.write(
      .code, [], clipped(policy.text, to: charted.count > 6 || isLong ? 120 : 200))
    for note in policy.notes {
      cell.write(.span, [.class("rem")], clipped(note, to: 160))
    }
  }

  /// A share with a bar behind it, and a line for an error of eight points; the bar of a share that
  /// lies between two ends is hatched from the lower to the upper one.
  private static func writeBar(
    _ part: Part, look: String, of all: String = "", hasMargin: Bool = false,
    _ cell: inout MarkupWriter
  ) {
    cell.write(.div, [.class("n \(look)"), .bar(part.share)]) { cell in
      cell.write(.strong, [], look == "day" ? part.estimatedPercent : part.roundedPercent)
      cell.write(all)
      if hasMargin { cell.write(.span, [.class("wh")], "") }
      if !part.isExact {
        cell.write(.span, [.class("iv"), .bar(part.share, upTo: part.mostShare)], "")
      }
    }
  }

  /// The share of a policy's compliant passwords that is found in a day; of few without a bar.
  private static func write(
    _ policy: PolicyOverview, _ error: StatedError?, _ cell: inout MarkupWriter
  ) {
    guard let part = policy.survivors?.strength?.headline?.part, let words = policy.foundInDay
    else { return cell.write("–") }
    if policy.isOfMany {
      return writeBar(part, look: "day", hasMargin: error == .within8, &cell)
    }
    cell.write(.span, [.class("few")], words)
  }
}

// Pages of hundreds of policies.
extension Page {
  /// Tables of the policies that nothing beats, and of all, by tenths of what they refuse.
  var everyPolicy: PageSection? {
    guard isLong, !overview.isEmpty else { return nil }
    let groups = overview.groups
    let best = Set((map?.front ?? []).map(\.number))
    let tenths = Dictionary(grouping: groups) { min(9, Int($0.first.violating.share * 10)) }
    return PageSection("policies", "Every policy") {
      if !best.isEmpty {
        let count = counted(map?.count(.front) ?? 0, "policy", "policies")
        Markup.details(
          "Best trade-offs: \(count)",
          decisionTable(
            Self.sorted(groups.filter { best.contains($0.number) }),
            "The best trade-offs: no other policy both refuses less and leaves less to guess",
            hasIDs: false), [.init(.open, "open")])
      }
      for tenth in tenths.keys.sorted() {
        let own = Self.sorted(tenths[tenth] ?? [])
        let range = "\(tenth * 10)–\(tenth * 10 + 10) % refused"
        let count = own.reduce(0) { $0 + $1.names.count }
        Markup.folded(
          "\(range): \(counted(count, "policy", "policies"))",
          decisionTable(own, "Policies with \(range)"))
      }
      index(groups)
    }
  }

  /// Those that refuse least first.
  private static func sorted(_ groups: [PolicyGroup]) -> [PolicyGroup] {
    groups.sorted { ($0.first.violating.count, $0.number) < ($1.first.violating.count, $1.number) }
  }

  /// Links to the policies' rows.
  private func index(_ groups: [PolicyGroup]) -> Markup {
    var links = MarkupWriter()
    let named = groups.flatMap { group in group.names.map { (name: $0, group: group) } }
    for (name, group) in named.sorted(by: {
      ($0.name, $0.group.number) < ($1.name, $1.group.number)
    }) {
      links.write(.li) {
        $0.write(.a, [.link(to: "p\(group.number + 1)")], clipped(name, to: 40))
      }
    }
    return .folded(
      "Index of all \(overview.policies.count) policies",
      .element(
        .nav, [.class("index"), .init(.ariaLabel, "Policies")],
        [.element(.ul, [], [.written(links)])]))
  }

  /// The map of the policies.
  var mapSection: PageSection? {
    guard let map, overview.policies.count > 1 else { return nil }
    return PageSection("map", "Best trade-offs") { Figure.map(map, id: "f0") }
  }
}
