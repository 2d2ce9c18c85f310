import Passwords

extension Policy {
  /// The reason, in words, why no password can comply; nil if some password may.
  ///
  /// Misses some unsatisfiable policies, but never reports a satisfiable one.
  package var unsatisfiable: String? {
    var first: String?
    for alternative in alternatives {
      guard let reason = alternative.contradiction(maxConsecutive) else { return nil }
      first = first ?? reason
    }
    return first
  }
}

extension Policy.Alternative {
  /// Two demands that exclude each other, in words.
  fileprivate func contradiction(_ reading: PasswordRules.MaxConsecutiveReading) -> String? {
    if let least = rules.minLength, let most = rules.maxLength, least > most {
      return "minlength \(least) is above maxlength \(most)"
    }
    let permitted = rules.permitted.members
    for need in needs where need.set.intersection(permitted).isEmpty {
      return "no character of \(PasswordRules.CharacterClass(need.set)) is permitted"
    }
    if let least = minClasses {
      let available = least.kinds.sets.count { !$0.intersection(permitted).isEmpty }
      if available < least.minimum {
        let kinds = available == 1 ? "1 kind is" : "\(available) kinds are"
        return "min-classes is \(least.minimum), but only \(kinds) permitted"
      }
    }
    // The search for the shortest password is slow, so it runs only if one may not fit.
    let upperBound = needs.reduce(0) { $0 + min($1.count, Policy.Test.beyondAll) }
    if let most = rules.maxLength, max(upperBound, minClasses?.minimum ?? 0) > most,
      case let shortest = shortest, shortest > most
    {
      return "the required characters alone take \(shortest), above maxlength \(most)"
    }
    if let longest = longestWithinRuns(reading), case let shortest = shortest, shortest > longest {
      return "with these characters the run limits end a password after \(longest), "
        + "but it takes \(shortest)"
    }
    return nil
  }

  /// The longest password that run limits and permitted characters allow; nil if no limit is
  /// certain.
  private func longestWithinRuns(_ reading: PasswordRules.MaxConsecutiveReading) -> Int? {
    let permitted = rules.permitted.members
    let consecutive = rules.maxConsecutive ?? .max
    let repeats = min(consecutive, rules.maxRepeating ?? .max)
    let steps = min(
      reading == .repeatsAndSequences ? consecutive : .max, rules.maxSequential ?? .max)
    let members = permitted.ascii
    var longest = Int.max
    if permitted.beyond.isEmpty {
      let count = members.nonzeroBitCount
      let areNeighbours =
        count == 2 && members >> UInt128(members.trailingZeroBitCount) == 0b11
        && Atoms.kinds.prefix(3).contains { permitted.isSubset(of: $0) }
      if count == 1 || areNeighbours && steps == 1 { longest = repeats }
    }
    if let maxClassRun, Atoms.kinds.contains(where: { permitted.isSubset(of: $0) }) {
      longest = min(longest, maxClassRun)
    }
    return longest == .max ? nil : longest
  }
}
