import Diagnostics

extension Page {
  /// The accounts of a directory; nil for other lists.
  var directory: PageSection? {
    guard let all = accounts.first?.figures else { return nil }
    let source = Source(overview, accounts: all.accounts)
    return PageSection("accounts", "Accounts") {
      "Uncracked passwords withstood this attack, so they are stronger than those that are known. "
        + "A share in breach lies between the two bounds, whatever the uncracked passwords are. "
        + "Sharing is among accounts that count. Strata that are joined hide who, not what: a "
        + "share of everybody speaks of each. impacket prints local time, so ages may be off by a "
        + "day. Two runs compare only under the same potfiles."
      figures(all).map { $0.markup(source) }
      cracked
      breaches
      findings
    }
  }

  /// What must be known before anything else of a directory; nothing for other lists.
  var lead: [Markup] {
    guard let all = accounts.first?.figures else { return [] }
    return Markup.alarm(alarms(all), label: "Doubts about the dumps")
      + [.element(.div, [.class("lead")], sentences(all).map { .make(.p, $0) })]
  }

  /// The strata and groups.
  private var strata: [(label: String, figures: AccountFigures)] { Array(accounts.dropFirst()) }

  /// What makes the numbers doubtful.
  private func alarms(_ all: AccountFigures) -> [String] {
    let (unknown, conflicting) = (all.ofUnknownState, all.conflictingLines)
    let alarms = [
      (
        unknown > 0,
        "Of \(counted(unknown, "user")) it is not known whether they are disabled; they count. A table "
          + "(--attributes) or secretsdump -user-status tells."
      ),
      (
        all.blank >= 20 && all.blank * 10 >= all.accounts,
        "\(counted(all.blank, "account")) with the hash of a blank password are many: a tool that cannot "
          + "decrypt writes it, too."
      ),
      (
        conflicting > 0,
        "\(counted(conflicting, "line")) of the dumps \(conflicting == 1 ? "gives" : "give") an account a "
          + "second hash; the first counts."
      ),
      (
        all.unproven > 0,
        "Of \(counted(all.unproven, "account")) a password was found that does not have the hash, so it "
          + "is not audited."
      ),
    ]
    return alarms.filter(\.0).map(\.1)
  }

  /// What all accounts tell, in sentences.
  private func sentences(_ all: AccountFigures) -> [String] {
    var sentences = [
      "Of \(counted(all.accounts, "account")) \(counted(all.cracked, of: all.accounts)) have a password that was "
        + "cracked; \(grouped(all.blank)) have the hash of a blank one."
    ]
    for (label, group) in strata where label.hasPrefix("group: ") {
      sentences.append(
        "\(grouped(group.across ?? 0)) of \(counted(group.accounts, "account")) of "
          + "\(clipped(String(label.dropFirst(7)), to: 40)) share their password with an account "
          + "outside it; \(grouped(group.cracked)) were cracked.")
    }
    sentences.append(
      "\(counted(all.shared, of: all.hashed)) of \(grouped(all.hashed)) with a hash share a password"
        + (all.commonest.map {
          "; \(grouped($0)) have the commonest, \(grouped(all.tenCommonest ?? 0)) the ten commonest."
        } ?? "."))
    if let bounds = all.inForce {
      sentences.append(
        "Under the policies in force at least \(percent(bounds.least)) and at most "
          + "\(percent(bounds.most)) of \(counted(bounds.accounts, "account")) are in breach.")
    }
    for policy in charted {
      guard let bounds = all.policies.first(where: { $0.name == policy.name }) else { continue }
      let late = bounds.times?.after.violating ?? 0
      sentences.append(
        "Under \(policy.shortName)"
          + (policy.inForce.map { ", \($0)" } ?? "")
          + ", at least \(percent(bounds.least)) and at most \(percent(bounds.most)) of "
          + (policy.audience == nil ? "accounts" : counted(bounds.accounts, "account"))
          + " are in breach"
          + (late == 0 ? "." : "; \(grouped(late)) whose password was set since then break it."))
    }
    let (listed, named) = (all.listedUncracked, all.namedUncracked)
    if listed + named > 0 {
      sentences.append(
        "Of the passwords that were not cracked, \(grouped(listed)) are on a list of known ones, and "
          + "\(grouped(named)) are the user's own name.")
    }
    if let history = all.history {
      sentences.append(
        "Of \(counted(history.accounts, "account")) with history \(grouped(history.stepping)) made "
          + "their current password from the last one by a step.")
    }
    return sentences
  }

  /// The figures of a directory.
  private func figures(_ all: AccountFigures) -> [Figure] {
    let ages = all.ages.contains { $0.isKnown && $0.accounts > 0 } ? [self.ages(all)] : []
    let times = charted.compactMap { policy in
      all.policies.first { $0.name == policy.name }?.times.map { (policy, $0) }
    }
    return [known(all)] + (strata.isEmpty ? [] : [shares(all)]) + [sharing(all)] + ages
      + times.enumerated().map { number, own in
        self.times(own.1, of: own.0, id: "a5-\(number + 1)")
      }
  }

  /// What is known of passwords, and the kinds of accounts.
  private func known(_ all: AccountFigures) -> Figure {
    .stacks(
      [
        (
          "Accounts that count",
          [
            ("cracked", all.cracked, .solid(.blue)), ("blank", all.blank, .solid(.worst)),
            ("unproven", all.unproven, .dots(.middle)), ("not cracked", all.uncracked, .tint),
            ("no hash", all.withoutHash, .outline),
          ].filter { $0.1 > 0 }
        ),
        (
          "All accounts of the dumps",
          [
            ("enabled users", all.enabled, .solid(.comply)),
            ("of unknown state", all.ofUnknownState, .stripes(.comply)),
            ("disabled", all.disabled, .tint), ("excluded", all.excluded, .outline),
            ("machines", all.machines, .dots(.violet)), ("system", all.system, .solid(.middle)),
          ].filter { $0.1 > 0 }
        ),
      ], isOneScale: false,
      title: "\(percent(all.crackedShare)) of accounts have a password that was cracked",
      caption: "The upper bar is all accounts that count, the lower one all that the dumps hold.",
      heading: "Accounts by what is known of their password, by kind and state", id: "a1")
  }

  /// The shares of the largest strata and groups.
  private func shares(_ all: AccountFigures) -> Figure {
    let shown = strata.sorted { one, other in
      let (a, b) = (one.label.hasPrefix("group: "), other.label.hasPrefix("group: "))
      return a == b ? one.figures.accounts > other.figures.accounts : a
    }.prefix(24)
    return .strata(
      Array(shown), whole: all,
      policy: all.inForce != nil ? "their policy" : all.policies.first?.name ?? "no policy",
      caption:
        "The dark bar is the cracked share, the outline the share in breach: somewhere in it, "
        + "whatever the uncracked passwords are. The dashed rule is the cracked share of all."
        + (strata.count > shown.count ? " The \(shown.count) largest of \(strata.count)." : ""),
      id: "a2")
  }

  private func sharing(_ all: AccountFigures) -> Figure {
    .columns(
      all.sharing, title: "\(grouped(all.shared)) accounts share their password with another one",
      caption:
        "Accounts by how many have the same password, cracked or not; above each column how many, and "
        + "in how many different passwords."
        + (all.sharing.allSatisfy { $0.beyond == nil }
          ? "" : " Dark are members of groups who share theirs with one outside."),
      heading: "Accounts by how many have their password", unit: "accounts with the password",
      id: "a3")
  }

  private func ages(_ all: AccountFigures) -> Figure {
    let rules = policyDays(all.ages)
    return .columns(
      all.ages, rules: rules,
      title: "\(grouped(all.olderThanTwoYears)) passwords are older than two years",
      caption: "Accounts by the days since their password was set."
        + (rules.isEmpty
          ? "" : " Left of a dashed rule they were set since that policy is in force."),
      heading: "Accounts by the age of their password", unit: "days", id: "a4")
  }

  /// Accounts by whether their password was set since a policy is in force, and complies.
  private func times(_ times: AccountFigures.Times, of policy: PolicyOverview, id: String) -> Figure
  {
    .stacks(
      [
        ("set since then", times.after), ("set before", times.before),
        ("at an unknown time", times.unknown),
      ].map { name, verdicts in
        (
          name,
          [
            ("in breach", verdicts.violating, Fill.stripes(.refuse)),
            ("open", verdicts.open, .tint),
            ("meets the policy", verdicts.compliant, .solid(.comply)),
          ]
        )
      }, isOneScale: true, alarm: 0,
      title:
        "\(grouped(times.after.violating)) passwords set since \(policy.since ?? "") break \(policy.shortName)",
      caption:
        "A password that was set since then and breaks the policy means a reset past it, or a "
        + "filter that does not work. Open is a password that is not known.",
      heading: "Accounts by when their password was set, and whether it meets the policy", id: id)
  }

  /// The days since which policies are in force, as rules across the columns of ages.
  private func policyDays(_ ages: [AccountFigures.Bin]) -> [(label: String, place: Double)] {
    let end = overview.manifest.readings["ages end"].flatMap { CalendarDay($0) }
    return charted.compactMap { policy in
      guard let end, let since = policy.since, let day = CalendarDay(since),
        let place = ages.place(ofDays: end.daysSince1970 - day.daysSince1970)
      else { return nil }
      return ("\(clipped(policy.name, to: 20)), \(since)", place)
    }
  }

  private typealias Dataset = (label: String, figures: AccountFigures)

  /// The column of datasets.
  private static var dataset: DataTable.Cells<Dataset> {
    .words("dataset") { clipped($0.label, to: 80) }
  }

  /// How much is known of each dataset's passwords.
  private var cracked: DataTable {
    let numbers: [(String, any KeyPath<AccountFigures, UInt64> & Sendable)] = [
      ("accounts", \.accounts), ("cracked", \.cracked), ("blank", \.blank),
      ("unproven", \.unproven), ("not cracked", \.uncracked), ("shared", \.shared),
    ]
    return DataTable(
      "Accounts by what is known of their password", accounts,
      [Self.dataset]
        + numbers.map { name, number in .number(name) { grouped($0.figures[keyPath: number]) } }
        + [.number("shared across") { $0.figures.across.map { grouped($0) } }])
  }

  /// The bounds of the share in breach of each policy.
  private var breaches: DataTable {
    let numbers = chartedNumbers
    func breaches(_ figures: AccountFigures) -> [AccountFigures.Breach] {
      numbers.map { figures.policies[$0] } + [figures.inForce].compactMap(\.self)
    }
    let names = accounts.first.map { breaches($0.figures).map(\.name) } ?? []
    return DataTable(
      "Accounts in breach of each policy: at least, at most", accounts,
      [Self.dataset]
        + names.enumerated().flatMap { place, name -> [DataTable.Cells<Dataset>] in
          let name = clipped(name, to: 30)
          return [
            .number("\(name), at least") { percent(breaches($0.figures)[place].least) },
            .number("\(name), at most") { percent(breaches($0.figures)[place].most) },
          ]
        })
  }

  /// The accounts with each finding.
  private var findings: DataTable {
    let names = accounts.first?.figures.findings.map(\.name) ?? []
    return DataTable(
      "Accounts with each finding; an account may have several", accounts,
      [Self.dataset]
        + names.map { name in
          .number(name) { dataset in
            dataset.figures.findings.first { $0.name == name }.map { grouped($0.accounts) }
          }
        })
  }
}
