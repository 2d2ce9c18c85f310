import PasswordPolicies

/// Length that is traded against classes, as libpwquality and pam_cracklib do it.
///
/// A credit of k for a class gives min(n, k) characters of length for n characters of the class: a
/// password is long enough if its length and the credits reach the minimum. This holds exactly if,
/// for some t ≤ k of each class, the password has t characters of each and the minimum less the sum
/// of all t: choose t = min(n, k) for one direction; the other is monotone.
enum Credits {
  /// The most alternatives: each has two rules or more.
  private static let most = PolicyMatcher.mostRules / 2

  /// The base with each needed choice of t; classes and their credits, of which those above 0 count.
  static func alternatives(
    _ base: Alternative, minimum: Int, _ credits: [(set: PointSet, credit: Int)]
  ) throws(Refusal) -> [Alternative] {
    let positive = credits.filter { $0.credit > 0 }
    if positive.map(\.credit) == [1, 1, 1, 1] {
      // The sum is the number of kinds that occur.
      let kinds = (0...4).filter { isNeeded($0, minimum) }.map { count in
        Alternative(
          least: max(minimum - count, 0),
          minClasses: count > 0 ? Alternative.Kinds(count: count) : nil)
      }
      return try Alternative.conjunction([[base], kinds])
    }
    var choices: [[Int]] = [[]]
    for (_, credit) in positive {
      var next: [[Int]] = []
      for choice in choices {
        for count in 0...min(credit, max(minimum, 0)) {
          guard isNeeded(choice.reduce(count, +), minimum) else { break }
          next.append(choice + [count])
          if next.count > most { throw tooMany }
        }
      }
      choices = next
    }
    let found = choices.map { choice in
      Alternative(
        least: max(minimum - choice.reduce(0, +), 0),
        has: zip(choice, positive).filter { $0.0 > 0 }
          .map { Alternative.Need(count: $0, set: $1.set) })
    }
    return try Alternative.conjunction([[base], found])
  }

  /// Whether no choice of one character less allows as short a password as these characters make.
  private static func isNeeded(_ sum: Int, _ minimum: Int) -> Bool {
    sum == 0 || 2 * sum - 1 < minimum
  }

  private static var tooMany: Refusal {
    Refusal(
      "many",
      "credits that trade length against classes in more than \(most) ways, where a policy has at "
        + "most \(PolicyMatcher.mostRules) rules")
  }
}
