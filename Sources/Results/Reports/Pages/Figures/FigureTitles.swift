/// The titles of figures: what each shows, in a short sentence without a full stop.
enum FigureTitles {
  /// A share, or the least and the greatest of several policies, with their names.
  private static func range(
    _ rows: [(name: String, share: Double, words: String)]
  ) -> String? {
    guard let least = rows.min(by: { $0.share < $1.share }),
      let most = rows.max(by: { $0.share < $1.share })
    else { return nil }
    if rows.count == 1 { return "\(least.words) (\(short(least.name)))" }
    return "\(least.words) (\(short(least.name))) to \(most.words) (\(short(most.name)))"
  }

  /// The same of a share of each policy, as far as it is stated.
  private static func range(
    _ policies: [PolicyOverview], of part: (PolicyOverview) -> Part?
  ) -> String? {
    range(
      policies.compactMap { policy in
        part(policy).flatMap { $0.isStated ? (policy.name, $0.share, $0.percent) : nil }
      })
  }

  private static func short(_ name: String) -> String { clipped(name, to: 30) }

  /// How many comply.
  static func compliance(_ policies: [PolicyOverview]) -> String {
    "Accepted, of all passwords: \(range(policies, of: \.compliant) ?? "none")"
  }

  /// The rule that keeps out most by itself.
  static func refusals(_ policy: PolicyOverview) -> String {
    guard let top = policy.rules.max(by: { $0.only.count < $1.only.count }), top.only.count > 0
    else { return "No rule of \(short(policy.name)) refuses anything on its own" }
    return "Refuses most on its own: \(clipped(top.words, to: 60)), \(top.only.percent)"
  }

  /// The commonest set of broken rules.
  static func sets(_ policy: PolicyOverview, _ name: String, _ part: Part) -> String {
    "Most often broken together, and no other rule: \(clipped(name, to: 60)), \(part.percent)"
  }

  /// How much of what complies is easy to guess.
  static func scores(_ all: StrengthOverview, _ policies: [PolicyOverview]) -> String {
    let whole = "of all: \(all.weak?.percent ?? "none")"
    guard let range = range(policies, of: \.survivors?.strength?.weak) else {
      return "zxcvbn's score 0 or 1, \(whole)"
    }
    return "zxcvbn's score 0 or 1, of the accepted: \(range); \(whole)"
  }

  /// How much of what complies is found in a day.
  static func found(_ all: StrengthOverview, _ policies: [PolicyOverview]) -> String {
    let rate = all.headline?.rate ?? ""
    guard let range = range(policies, of: \.survivors?.strength?.headline?.part) else {
      return "Guessed in a day at \(rate), of all: \(all.headline?.percent ?? "none")"
    }
    return "Guessed in a day at \(rate), of the accepted: \(range)"
  }

  /// The rule that is kept for free most often; one about lengths only if there is no other.
  static func habits(_ rows: [(name: String, row: HabitRow)]) -> String {
    let stated = rows.filter { $0.row.isStated }
    let ranked = [HabitRow.Kind.decoration, .length, .word].map { kind in
      stated.filter { $0.row.kind == kind }.max { $0.row.free.share < $1.row.free.share }
    }
    guard let most = ranked.compactMap(\.self).first else {
      return "Too few passwords are accepted to say how rules are kept"
    }
    let name = clipped(most.row.words, to: 50)
    return "Most often kept for free: \(name) of \(short(most.name)), \(most.row.free.percent)"
  }

  /// The commonest of some parts.
  static func commonest(_ rows: [(name: String, part: Part)]) -> String {
    rows.max { $0.part.count < $1.part.count }.map {
      "Commonest: \(clipped($0.name, to: 60)), \($0.part.percent)"
    } ?? ""
  }

  /// The bits of random strings.
  static func space(_ rows: [(name: String, bits: Double)]) -> String {
    "Bits of the shortest random strings: "
      + (range(rows.map { ($0.name, $0.bits, bitsWord($0.bits)) }) ?? "none")
  }

  /// How a share changed, of the row that changed most.
  static func changes(_ rows: [(name: String, old: Part?, new: Part?)]) -> String? {
    let known = rows.compactMap { row -> (words: String, change: Double)? in
      guard let old = row.old, let new = row.new, old.isStated, new.isStated else { return nil }
      let words = "\(clipped(row.name, to: 50)) \(old.percent) → \(new.percent)"
      return (words, abs(new.share - old.share))
    }
    guard let most = known.max(by: { $0.change < $1.change }) else { return nil }
    return most.change == 0 ? "No share changed" : "Changed most: \(most.words)"
  }
}
