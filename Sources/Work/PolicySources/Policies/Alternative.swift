/// Conditions on a password that must all hold: one alternative of a policy that a reader makes.
///
/// The readers of all systems and of regular expressions meet here; ``rules(inexact:)`` says it in our
/// language.
struct Alternative: Hashable, Sendable {
  /// The fewest characters.
  var least = 0
  /// The most characters; nil if there is no such limit.
  var most: Int?
  /// The characters that may occur.
  var allowed = PointSet.all
  /// The classes that must occur, each with the fewest characters in it.
  var has: [Need] = []
  /// The classes of which only so many characters may occur.
  private(set) var atMost: [Need] = []
  /// Forbidden repetitions: no member occurs so many times in a row.
  var runs: [Need] = []
  /// The fewest distinct characters.
  var unique = 0
  /// The class of the first character, and of the last.
  var (first, last) = (PointSet.all, PointSet.all)
  /// Texts that must not occur, in any case.
  var words: [String] = []
  /// The longest permitted sequence.
  var maxSequential: Int?
  /// The longest permitted stretch of one kind of character.
  var maxClassRun: Int?
  /// The fewest kinds of character.
  var minClasses: Kinds?
  /// The parts that no rule says.
  var cannot: [Unsayable] = []

  /// A number of characters of a class.
  struct Need: Hashable, Sendable {
    var count: Int
    var set: PointSet
  }

  /// A number of kinds of character, and whether letters are sorted by Unicode's categories.
  struct Kinds: Hashable, Sendable {
    var count: Int
    var isUnicode = false
  }

  init() {}

  /// An alternative of the usual conditions, simplified.
  init(
    least: Int = 0, most: Int? = nil, has: [Need] = [], allowed: PointSet = .all,
    maxRepeating: Int? = nil, minClasses: Kinds? = nil
  ) {
    self.least = least
    self.most = most
    self.has = has
    self.allowed = allowed
    runs = maxRepeating.map { [Need(count: $0 + 1, set: .all)] } ?? []
    self.minClasses = minClasses
    _ = settle()
  }

  /// The alternative that no password meets.
  static var nobody: Alternative {
    var one = Alternative()
    (one.least, one.most) = (2, 1)
    return one
  }
}

extension Alternative {
  /// Permits at most so many characters of a class.
  mutating func most(_ count: Int, of set: PointSet) {
    if !atMost.contains(Need(count: count, set: set)) {
      atMost.append(Need(count: count, set: set))
    }
  }

  /// Simplifies the conditions; false if no password meets them.
  mutating func settle() -> Bool {
    settleLimits()
    first = first.intersection(allowed)
    last = last.intersection(allowed)
    if most == 0 || allowed.isEmpty { return false }
    if least > 0, first.isEmpty || last.isEmpty { return false }
    guard settleNeeds() else { return false }
    settleRuns()
    return true
  }

  /// What is left of sets among the permitted characters, each once.
  private func withinAllowed(_ needs: [Need]) -> [Need] {
    needs.reduce(into: []) { kept, need in
      let part = Need(count: need.count, set: need.set.intersection(allowed))
      if !kept.contains(part) { kept.append(part) }
    }
  }

  private mutating func settleLimits() {
    for limit in atMost where limit.count <= 0 { allowed = allowed.subtracting(limit.set) }
    let limits = withinAllowed(atMost).filter { !$0.set.isEmpty }
    for limit in limits where limit.set == allowed { most = min(most ?? .max, limit.count) }
    let kept = limits.filter { $0.set != allowed }
    atMost = kept.filter { limit in
      limit.count < most ?? .max
        && !kept.contains {
          $0 != limit && $0.count <= limit.count && limit.set.isSubset(of: $0.set)
        }
    }
  }

  private mutating func settleNeeds() -> Bool {
    let needs = withinAllowed(has)
    if needs.contains(where: \.set.isEmpty) { return false }
    for need in needs where need.set == allowed { least = max(least, need.count) }
    let needed = needs.filter { $0.set != allowed }
    has = needed.filter { need in
      !needed.contains { $0 != need && $0.count >= need.count && $0.set.isSubset(of: need.set) }
    }
    return (atMost + (most.map { [Need(count: $0, set: allowed)] } ?? [])).allSatisfy(hasRoom)
      && least <= most ?? .max
  }

  /// Whether the disjoint classes that must occur fit into a limit.
  private func hasRoom(in limit: Need) -> Bool {
    var disjoint: [Need] = []
    for need in has.sorted(by: { $0.count > $1.count })
    where need.set.isSubset(of: limit.set)
      && disjoint.allSatisfy({ $0.set.intersection(need.set).isEmpty })
    {
      disjoint.append(need)
    }
    var room = limit.count
    for need in disjoint {
      if need.count > room { return false }
      room -= need.count
    }
    return true
  }

  private mutating func settleRuns() {
    let kept = withinAllowed(runs).filter { !$0.set.isEmpty }
    for run in kept where run.set != allowed {
      cannot.append(Unsayable(.run, "a limit on repetition of some characters only"))
    }
    let areWhole = kept.allSatisfy { $0.set == allowed }
    runs = areWhole ? kept.min { $0.count < $1.count }.map { [$0] } ?? [] : []
  }

  /// Whether every password of this alternative surely meets another one.
  func implies(_ other: Alternative) -> Bool {
    guard cannot.isEmpty, other.cannot.isEmpty else { return false }
    let surely = max(least, has.map(\.count).max() ?? 0, unique)
    guard surely >= other.least, (most ?? .max) <= (other.most ?? .max),
      allowed.isSubset(of: other.allowed), unique >= other.unique
    else { return false }
    let isWithin = other.atMost.allSatisfy { limit in
      (most ?? .max) <= limit.count || allowed.intersection(limit.set).isEmpty
        || atMost.contains {
          $0.count <= limit.count && limit.set.intersection(allowed).isSubset(of: $0.set)
        }
    }
    return isWithin
      && other.has.allSatisfy { need in
        has.contains { $0.count >= need.count && $0.set.isSubset(of: need.set) }
          || allowed.isSubset(of: need.set) && surely >= need.count
      } && impliesEnds(of: other, surely) && impliesLimits(of: other)
  }

  private func impliesEnds(of other: Alternative, _ surely: Int) -> Bool {
    [(first, other.first), (last, other.last)].allSatisfy { mine, its in
      (mine.isSubset(of: its) || allowed.isSubset(of: its))
        && (its == .all || surely > 0)
    }
  }

  private func impliesLimits(of other: Alternative) -> Bool {
    func isStricter(_ mine: Int?, _ its: Int?) -> Bool { its.map { (mine ?? .max) <= $0 } ?? true }
    return other.runs.allSatisfy { run in runs.contains { $0.count <= run.count } }
      && Set(other.words).isSubset(of: words)
      && isStricter(maxSequential, other.maxSequential)
      && isStricter(maxClassRun, other.maxClassRun)
      && other.minClasses.map { its in
        minClasses.map { $0.isUnicode == its.isUnicode && $0.count >= its.count } ?? false
      } ?? true
  }
}
