import Passwords

extension Condition {
  /// Whether every password that meets this condition also meets another one.
  ///
  /// `permitted` contains every character of such passwords. Returns false if this is not certain.
  func implies(_ other: Condition, permitted: CodePointSet) -> Bool {
    switch (self, other) {
    case (.fact(let fact, let a), .fact(let other, let b)):
      if fact == other { return b.lowerBound <= a.lowerBound && a.upperBound <= b.upperBound }
      return other.row.ceilings.contains(fact) && b.lowerBound <= 0 && a.upperBound <= b.upperBound
        || fact.row.ceilings.contains(other) && b.upperBound == .max && b.lowerBound <= a.lowerBound
    case (.fact(.length, let a), .count(let set, atLeast: let count)):
      return a.lowerBound >= count && permitted.isSubset(of: set)
    case (.only(let a), .only(let b)): return a.isSubset(of: b)
    case (.count(let a, atLeast: let m), .count(let b, atLeast: let n)):
      return m >= n && a.intersection(permitted).isSubset(of: b)
    case (.count(_, atLeast: let m), .fact(.length, let b)):
      return m >= b.lowerBound && b.upperBound == .max
    case (.kinds(_, atLeast: let m), .fact(let fact, let b)):
      return fact.row.countsSets && m >= b.lowerBound && b.upperBound == .max
    case (.kinds(let kindsA, atLeast: let a), .kinds(let kindsB, atLeast: let b)):
      return a >= b && kindsA == kindsB
    case (.unlisted(let a), .unlisted(let b)): return a.covers(b)
    case (.character(let end, let a), .character(let other, let b)):
      return end == other && a.intersection(permitted).isSubset(of: b)
        || permitted.isSubset(of: b)
    case (.character(_, let a), .count(let b, atLeast: 1)):
      return a.intersection(permitted).isSubset(of: b)
    case (.count, .character(_, let b)): return permitted.isSubset(of: b)
    case (.fact(.length, let a), .character(_, let b)):
      return a.lowerBound >= 1 && permitted.isSubset(of: b)
    case (.character, .fact(let fact, let b)):
      return fact.row.countsSets && b.lowerBound <= 1 && b.upperBound == .max
    default: return false
    }
  }
}

extension ListReference {
  /// Whether this list refuses every password that the other list refuses.
  fileprivate func covers(_ other: ListReference) -> Bool {
    switch (self, other) {
    case (.blocklist(let a, let wide), .blocklist(let b, let narrow)):
      a == b && wide.covers(narrow)
    default: self == other
    }
  }
}

extension ListComparison {
  /// Whether this list refuses every password that the other one refuses.
  ///
  /// Containing a value does not imply containing a value that is too short to be searched for.
  fileprivate func covers(_ other: Self) -> Bool {
    switch (self, other) {
    case (.exact, .exact), (.exact, .fold), (.exact, .leet), (.fold, .exact), (.fold, .fold),
      (.fold, .leet), (.leet, .exact), (.leet, .fold), (.leet, .leet):
      form.covers(other.form)
    case (.substring(_, atLeast: let a), .substring(_, atLeast: let b)):
      form.covers(other.form) && a <= b
    default: self == other
    }
  }
}

extension ListComparison.Form {
  fileprivate func covers(_ other: Self) -> Bool {
    switch (self, other) {
    case (.leet, _), (.fold, .fold), (.fold, .exact), (.exact, .exact): true
    default: false
    }
  }
}
