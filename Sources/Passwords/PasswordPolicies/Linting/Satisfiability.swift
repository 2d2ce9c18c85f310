import Passwords

extension Policy {
  /// The reason, in words, why no password can meet the policy; nil if some password may.
  ///
  /// Misses some unsatisfiable policies, but never reports a satisfiable one.
  package var unsatisfiable: String? {
    var first: String?
    for rules in rulesOfAlternatives {
      guard let reason = rules.flatMap(\.conditions).contradiction else { return nil }
      first = first ?? reason
    }
    return first
  }
}

extension [Condition] {
  /// Two demands that exclude each other, in words.
  fileprivate var contradiction: String? {
    let length = bounds(of: .length)
    if length.lower > length.upper {
      return "minlength \(length.lower) is above maxlength \(length.upper)"
    }
    let permitted = permitted
    for need in counts where need.set.intersection(permitted).isEmpty {
      return "no character of \(PasswordRules.CharacterClass(need.set)) is permitted"
    }
    for (sets, minimum) in kinds {
      let available = sets.count { !$0.intersection(permitted).isEmpty }
      if available < minimum {
        let kinds = available == 1 ? "1 kind is" : "\(available) kinds are"
        return "min-classes is \(minimum), but only \(kinds) permitted"
      }
    }
    let unique = bounds(of: .uniqueCharacters).lower
    if permitted.beyond.isEmpty, unique > permitted.ascii.nonzeroBitCount {
      return "min-unique is \(unique), but only \(permitted.ascii.nonzeroBitCount) characters are "
        + "permitted"
    }
    for limit in limits {
      let inside = counts.map { (set: $0.set.intersection(permitted), minimum: $0.minimum) }
        .filter { $0.set.isSubset(of: limit.set) }
      let needed = Self.fewest(of: inside)
      if needed > limit.maximum {
        return
          "at least \(needed) of \(PasswordRules.CharacterClass(limit.set)) are needed, but at "
          + "most \(limit.maximum) are permitted"
      }
    }
    // The search for the shortest password is slow, so it runs only if one may not fit.
    let upperBound = Swift.max(
      counts.reduce(0) { $0 + Swift.min($1.minimum, Condition.beyondAll) },
      Swift.max(unique, kinds.map(\.minimum).max() ?? 0))
    if upperBound > length.upper, case let shortest = shortest, shortest > length.upper {
      return "the required characters alone take \(shortest), above maxlength \(length.upper)"
    }
    if let longest = longestWithinRuns, case let shortest = shortest, shortest > longest {
      return "with these characters the run limits end a password after \(longest), "
        + "but it takes \(shortest)"
    }
    if case let longest = longestWithinLimits(permitted), case let shortest = shortest,
      shortest > longest
    {
      return "at most \(longest) characters are permitted in all, but a password takes \(shortest)"
    }
    if fit == .none { return "the numbers of characters that its rules ask for exclude each other" }
    return nil
  }

  /// The longest password that run limits and permitted characters allow; nil if no limit is
  /// certain.
  private var longestWithinRuns: Int? {
    let permitted = permitted
    let members = permitted.ascii
    var longest = Int.max
    if permitted.beyond.isEmpty {
      let count = members.nonzeroBitCount
      let areNeighbours =
        count == 2 && members >> UInt128(members.trailingZeroBitCount) == 0b11
        && CharacterGroups.kinds.prefix(3).contains { permitted.isSubset(of: $0) }
      if count == 1 || areNeighbours && bounds(of: .longestSequence).upper == 1 {
        longest = bounds(of: .longestRun).upper
      }
    }
    if let kind = CharacterGroups.kinds.first(where: permitted.isSubset) {
      for fact in Fact.allCases where fact.row.stretches.map(kind.isSubset) == true {
        longest = Swift.min(longest, bounds(of: fact).upper)
      }
    }
    return longest == .max ? nil : longest
  }
}
