/// A condition on a whole password, of character groups joined by *and* and *or*.
///
/// `not` stands only before character groups whose negation is no character group.
indirect enum Formula: Sendable {
  /// Every password.
  case always
  /// No password.
  case never
  /// All of these hold; none of them is an `all`.
  case all([Formula])
  /// One of these holds; none of them is an `any`.
  case any([Formula])
  /// The condition does not hold: of `has` with two or more, `run`, `unique` and `word`.
  case not(Formula)
  /// The number of characters lies within bounds; no most means without limit.
  case length(Int, Int?)
  /// Every character is in the set.
  case only(PointSet)
  /// At least so many characters are in the set.
  case has(Int, PointSet)
  /// There is a first character, and it is in the set.
  case first(PointSet)
  /// There is a last character, and it is in the set.
  case last(PointSet)
  /// A character of the set occurs so many times in a row.
  case run(Int, PointSet)
  /// At least so many distinct characters.
  case unique(Int)
  /// The text occurs, in any case.
  case word(String)
  /// A part of the expression that no rule says.
  case cannot(Unsayable)

  /// All of some formulas.
  static func all(of parts: [Formula]) -> Formula {
    var flat: [Formula] = []
    for part in parts {
      switch part {
      case .always: break
      case .never: return .never
      case .all(let inner): flat += inner
      default: flat.append(part)
      }
    }
    guard let first = flat.first else { return .always }
    return flat.count == 1 ? first : .all(flat)
  }

  /// One of some formulas.
  static func any(of parts: [Formula]) -> Formula {
    var flat: [Formula] = []
    for part in parts {
      switch part {
      case .never: break
      case .always: return .always
      case .any(let inner): flat += inner
      default: flat.append(part)
      }
    }
    guard let first = flat.first else { return .never }
    return flat.count == 1 ? first : .any(flat)
  }

  /// The opposite; what cannot be said stays so.
  var negated: Formula {
    switch self {
    case .always: .never
    case .never: .always
    case .all(let parts): .any(of: parts.map(\.negated))
    case .any(let parts): .all(of: parts.map(\.negated))
    case .not(let formula): formula
    case .length(let least, let most):
      .any(of: [
        least > 0 ? .length(0, least - 1) : .never, most.map { .length($0.plus(1), nil) } ?? .never,
      ])
    case .only(let set): set == .all ? .never : .has(1, set.complement)
    case .has(1, let set): .only(set.complement)
    case .first(let set): .any(of: [.length(0, 0), .first(set.complement)])
    case .last(let set): .any(of: [.length(0, 0), .last(set.complement)])
    case .has, .run, .unique, .word: .not(self)
    case .cannot: self
    }
  }

  /// Whether it stays true when characters are put before the password.
  var growsLeftwards: Bool {
    switch self {
    case .all(let parts), .any(let parts): parts.allSatisfy(\.growsLeftwards)
    case .always, .never, .has, .last, .run, .unique, .word, .length(_, nil): true
    case .not, .length, .only, .first, .cannot: false
    }
  }

  /// The first part that cannot be said.
  var firstUnsayable: Unsayable? {
    switch self {
    case .cannot(let part): part
    case .all(let parts), .any(let parts): parts.lazy.compactMap(\.firstUnsayable).first
    default: nil
    }
  }

  /// The formula with each condition that no rule says replaced by that, at a place.
  func pinned(to place: Range<Int>) -> Formula {
    switch self {
    case .all(let parts): .all(parts.map { $0.pinned(to: place) })
    case .any(let parts): .any(parts.map { $0.pinned(to: place) })
    default: unsayable(at: place).map(Formula.cannot) ?? self
    }
  }

  /// Why no rule says this condition; nil if one does.
  func unsayable(at place: Range<Int>) -> Unsayable? {
    switch self {
    case .run: Unsayable(.repeat, "a character that must be repeated", place)
    case .word: Unsayable(.word, "a text that must occur", place)
    case .not(.unique): Unsayable(.repeat, "one character, repeated", place)
    default: nil
    }
  }
}

/// The work that reading one expression may take, in steps of about a microsecond.
///
/// Expressions of real policies take some hundreds; without a limit, `(a|bc)(a|bc)…` would take
/// time that doubles with each group.
struct Effort {
  private var left = 500_000

  /// Takes some steps.
  ///
  /// - Throws: a refusal of the whole expression if none are left.
  mutating func spend(_ steps: Int) throws(Unsayable) {
    left -= min(steps, 1_000_000)
    if left < 0 { throw Unsayable(.many, "more combinations than can be read") }
  }
}
