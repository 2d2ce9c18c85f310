extension Page {
  /// Compliance, and passwords that break only one rule.
  var compliance: PageSection? {
    guard !charted.isEmpty else { return nil }
    return PageSection("complies", "What is accepted") {
      "A password that breaks one rule would be accepted after one change. Shares are of all "
        + "\(grouped(overview.entries)) \(overview.noun)s"
        + (overview.isOfSome
          ? "; of policies that are in force for some accounts only, of those of theirs." : ".")
      Figure.compliance(charted, id: "f1")
    }
  }

  /// The refusals of each rule, alone and together with others.
  var refusals: PageSection? {
    let ruled = charted.filter { !$0.rules.isEmpty }
    guard !ruled.isEmpty else { return nil }
    return PageSection("refuses", "What refuses") {
      "A rule is worth what it refuses that no other rule of the policy refuses. Rules stand in the "
        + "order of the policy."
      for (number, policy) in ruled.enumerated() {
        if charted.count > 1 { Markup.make(.h3, clipped(policy.name, to: 80)) }
        policy.topRule.map { Sentences.refusal($0, isOfAll: policy.audience == nil) }
        Figure.refusals(policy, id: "f2-\(number + 1)")
        Figure.sets(policy, id: "f3-\(number + 1)")
      }
      if isLong {
        Markup.make(.h3, "All other policies")
        Markup.folded("Table: every rule of all other policies", allRules.markup)
      }
    }
  }

  /// Every rule of the policies without charts.
  private var allRules: DataTable {
    let shown = Set(chartedNumbers)
    let rows = overview.groups.filter { !shown.contains($0.number) }.flatMap { group in
      let name = clipped(group.name, to: 40)
      return group.first.rules.map { (name: name, rule: $0) }
    }
    return DataTable(
      "Passwords that break each rule of the other policies", rows,
      [
        .words("policy") { $0.name }, .words("rule") { clipped($0.rule.text, to: 60) },
        .number("break it") { grouped($0.rule.any.count) },
        .number("share") { percent($0.rule.any.share) },
        .number("break no other") { grouped($0.rule.only.count) },
      ])
  }
}
