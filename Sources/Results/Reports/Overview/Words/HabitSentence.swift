import Metrics

/// What is said of how a policy's rules are kept: one sentence with the number of those that comply,
/// by fixed conditions.
package struct HabitSentence {
  private let policy: PolicyOverview
  private let habits: PolicyHabits
  private let list: ListHabits

  /// Takes the facts of a policy; nil if habits were not counted.
  package init?(_ policy: PolicyOverview, _ overview: ReportOverview) {
    guard let habits = policy.habits, let list = overview.habits else { return nil }
    self.policy = policy
    self.habits = habits
    self.list = list
  }

  /// The least shares that are told: of a rule or all rules, of decorated words, of dates.
  private static let (mostly, often, some) = (0.5, 0.2, 0.01)

  /// The sentence; nil if nothing is told, or of too few passwords.
  package var sentence: Sentence? {
    guard policy.survivors?.isStated == true else { return nil }
    let clauses = [rule, all, decorated, calendar].compactMap(\.self)
    guard !clauses.isEmpty else { return nil }
    return """
      Of the \(number: policy.compliant.grouped) passwords accepted by \(name: policy.name), \
      \(clauses.joined(separator: "; ")).
      """
  }

  /// The rule that most keep for free, if they are half or more; one about lengths only if there is
  /// no other.
  private var rule: Sentence? {
    // What is kept by those of one alternative is no share of all that comply.
    let whole = habits.rules.filter { $0.free.total == policy.compliant.count }
      .filter { $0.free.share >= Self.mostly }
    let decorations = whole.filter { $0.means != .length }
    guard
      let most = (decorations.isEmpty ? whole : decorations).max(by: {
        $0.free.count < $1.free.count
      })
    else { return nil }
    let share = percent(most.free.share)
    func told(_ words: String, of all: String) -> Sentence {
      let usual: Sentence? = list.share(of: most.means).map {
        " (of all passwords with \(all), \(number: $0.percent) do)"
      }
      return "\(number: share) \(words)\(usual)"
    }
    switch most.means {
    case .places([.capital]): return told("put the only capital first", of: "a capital")
    case .places([.digit]): return told("put all digits last", of: "a digit")
    case .places([.special]): return told("put all specials last", of: "a special")
    case .length:
      return "\(number: share) have no character more than \(name: most.row.text)"
    // Told of by itself.
    case .decoration: return nil
    case .places, .all: return "\(number: share) keep \(name: most.row.text) \(Self.byPlaces)"
    }
  }

  private static let byPlaces = "by a capital first and digits or specials last"

  private var all: Sentence? {
    let measured = habits.rules.filter { $0.means != .length }
    guard let all = habits.all, all.share >= Self.mostly, measured.count > 1 else { return nil }
    let isDecorated = measured.contains { $0.means == .decoration }
    let how = isDecorated ? "by such habits" : Self.byPlaces
    return "\(number: percent(all.share)) keep all its rules \(how)"
  }

  private var decorated: Sentence? {
    let share = habits.decorated.share
    return share < Self.often
      ? nil
      : "\(number: percent(share)) are a common word with another case, digits or specials added"
  }

  private var calendar: Sentence? {
    let (year, calendar) = (habits.year.share, habits.calendar.share)
    guard max(year, calendar) >= Self.some else { return nil }
    return """
      \(number: percent(year)) end in this or last year and \(number: percent(calendar)) contain \
      a month, season or weekday
      """
  }

  /// What shares of habits do not say.
  package static let caveat =
    "A random password would put its only capital first by chance, too: in 0.9 % of 8 letters and "
    + "digits. Shares of habits say what people do, not what a rule caused."
}
