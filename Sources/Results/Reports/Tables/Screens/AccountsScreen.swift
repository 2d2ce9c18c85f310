/// The accounts of a directory on a terminal: how many are cracked, share a password or are in
/// breach of a policy, and the same for each stratum and group.
///
///     accounts      3,769 count: 1,670 (44.3 %) have a cracked password, 38 a blank one; …
///     shared        972 (26.1 %) of 3,731 with a hash share it with another account; …
///     refused       current: at least 29.2 %, at most 83.9 % of these accounts
package struct AccountsScreen: Screen {
  private let report: Report
  private let whole: AccountFigures
  let columns = 80

  /// Prepares a screen; nil if the report is not about a directory.
  package init?(_ report: Report) {
    guard let whole = AccountFigures(report.accounts) else { return nil }
    self.whole = whole
    self.report = report
  }

  /// The lines, each with its line end.
  package var text: String {
    var lines = fact(
      "Accounts",
      "\(grouped(whole.accounts)) are counted: \(counted(whole.cracked, of: whole.accounts)) have a cracked password, "
        + "\(grouped(whole.blank)) a blank one, \(grouped(whole.unproven)) one that the hash does not prove; "
        + "\(grouped(whole.uncracked)) are not cracked"
        + (whole.withoutHash > 0 ? ", \(grouped(whole.withoutHash)) have no hash" : ""))
    lines += fact(
      "Shared",
      "\(counted(whole.shared, of: whole.hashed)) of \(grouped(whole.hashed)) with a hash share it with another "
        + "account" + (whole.commonest.map { "; the commonest has \(grouped($0)) accounts" } ?? ""))
    let policies = whole.policies + [whole.inForce].compactMap(\.self)
    for (number, policy) in policies.enumerated() {
      lines += fact(
        number == 0 ? "Refused" : "",
        "\(shortened(policy.name, to: 30)): at least \(percent(policy.least)), at most "
          + "\(percent(policy.most)) of "
          + (policy.accounts < whole.accounts
            ? "\(counted(policy.accounts, "account"))" : "these accounts"))
    }
    if !policies.isEmpty {
      lines += fact(
        "",
        "Passwords that break the policy. At least: the known ones; at most: these, and all unknown ones."
      )
    }
    if !report.parts.isEmpty { lines += [""] + table }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The cells of a dataset; breaches are of the policies in force, or of the first one.
  private func row(_ label: String, _ figures: AccountFigures) -> [String] {
    let breach = figures.headline
    var cells = [shortened(label, to: 30), grouped(figures.accounts), grouped(figures.cracked)]
    cells += [grouped(figures.blank), figures.across.map { grouped($0) } ?? "–"]
    cells += [breach.map { percent($0.least) } ?? "–", breach.map { percent($0.most) } ?? "–"]
    return cells
  }

  /// A row for all accounts and for each part.
  private var table: [String] {
    let header = ["", "accounts", "cracked", "blank", "across*", "at least", "at most"]
    var rows = [header, row("(all)", whole)]
    for part in report.parts {
      if let figures = AccountFigures(part.accounts) { rows.append(row(part.dataset, figures)) }
    }
    let lines = alignedRows(rows)
    let width = lines.first?.count ?? 0
    return ["refused".indented(to: width).trimmed] + lines
      + ["* share their password with an account outside their row's group"]
  }
}
