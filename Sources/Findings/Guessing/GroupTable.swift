import PasswordRules
import Passwords
import Tallies

/// A spectrum laid out for many policies: what each asks is one pass over two arrays.
struct GroupTable: Sendable {
  /// All passwords, whatever a policy says.
  let whole: CountSpectrum
  /// One for each distinct signature.
  let profiles: [Profile]
  /// Occurrences of all passwords of each signature.
  let masses: [UInt128]
  let recipe: Recipe
  /// The groups, by level of the whole.
  private let groups: [Group]
  /// Where each level's groups end.
  private let ends: [Int]

  private struct Group {
    let signature: UInt32
    let passwords: UInt64
  }

  init(_ spectrum: Spectrum) {
    var places: [Signature: UInt32] = [:]
    var profiles: [Profile] = []
    var masses: [UInt128] = []
    var groups: [Group] = []
    var ends: [Int] = []
    var levels: [CountSpectrum.Level] = []
    // A hash's order is no order: what is added up is the same in any.
    let rows = spectrum.passwords.sorted { $0.key.occurrences > $1.key.occurrences }
    groups.reserveCapacity(rows.count)
    for (group, passwords) in rows {
      let place = places[group.signature] ?? UInt32(truncatingIfNeeded: profiles.count)
      if Int(place) == profiles.count {
        places[group.signature] = place
        profiles.append(spectrum.recipe.profile(of: group.signature))
        masses.append(0)
      }
      let mass = UInt128(group.occurrences).saturating(times: UInt128(passwords))
      masses[Int(place)] = masses[Int(place)].saturating(plus: mass)
      groups.append(Group(signature: place, passwords: passwords))
      if levels.last?.occurrences == group.occurrences {
        levels[levels.count - 1] = CountSpectrum.Level(
          occurrences: group.occurrences,
          passwords: levels[levels.count - 1].passwords &+ passwords)
        ends[ends.count - 1] = groups.count
      } else {
        levels.append(CountSpectrum.Level(occurrences: group.occurrences, passwords: passwords))
        ends.append(groups.count)
      }
    }
    whole = CountSpectrum(descending: levels)
    recipe = spectrum.recipe
    self.profiles = profiles
    self.masses = masses
    self.groups = groups
    self.ends = ends
  }

  /// The rules that each signature breaks, one bit each.
  func verdicts(_ matcher: PolicyMatcher) -> [UInt64] {
    var verdicts = [UInt64](repeating: 0, count: profiles.count)
    var span = verdicts.mutableSpan
    matcher.judge(profiles.span, into: &span)
    return verdicts
  }

  /// What of each level is accepted.
  func accepted(by verdicts: [UInt64]) -> AcceptedLevels {
    var passwords = [UInt64](repeating: 0, count: ends.count)
    let (groups, verdicts) = (groups.span, verdicts.span)
    var start = 0
    for level in ends.indices {
      var sum: UInt64 = 0
      for index in start..<ends[level]
      where verdicts[Int(truncatingIfNeeded: groups[index].signature)] == 0 {
        sum &+= groups[index].passwords
      }
      passwords[level] = sum
      start = ends[level]
    }
    return AcceptedLevels(passwords, of: whole)
  }

  /// Accepted occurrences by how many of the recipe's guess budgets are too small; empty where
  /// that was not recorded.
  func strength(acceptedBy verdicts: [UInt64]) -> [UInt128] {
    guard recipe.budgetField != nil else { return [] }
    var masses = [UInt128](repeating: 0, count: recipe.demand.guessBudgets.count + 1)
    for index in profiles.indices where verdicts[index] == 0 {
      let budget = profiles[index].guessBudget ?? 0
      masses[budget] = masses[budget].saturating(plus: self.masses[index])
    }
    return masses
  }

  /// The half decade of guesses that half of the accepted occurrences do not exceed; nil where
  /// strength was not recorded or nothing is accepted.
  func medianGuesses(acceptedBy verdicts: [UInt64]) -> Int? {
    guard recipe.guessesField != nil else { return nil }
    var bins: [UInt128] = []
    var total: UInt128 = 0
    for index in profiles.indices where verdicts[index] == 0 {
      let bin = profiles[index].guessesBin ?? 0
      if bin >= bins.count { bins += Array(repeating: 0, count: bin + 1 - bins.count) }
      bins[bin] = bins[bin].saturating(plus: masses[index])
      total = total.saturating(plus: masses[index])
    }
    var below: UInt128 = 0
    return bins.firstIndex { mass in
      below = below.saturating(plus: mass)
      return below > 0 && below >= total &- total / 2
    }
  }
}
