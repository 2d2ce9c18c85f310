import PasswordPolicies
import Passwords

/// Finds strings that keep some conditions and miss others, the same for the same salt.
struct EdgeSpace {
  private let kept: Constraints
  private let missed: [Constraints]
  private var walk: AutomataWalk
  private let candidates: [AutomataWalk.Candidate]
  /// The candidate for the middle, where there is one.
  private let forbidden: AutomataWalk.Candidate?
  private let holds: Int
  private let mostSteps: Int

  /// The longest strings that are looked for.
  static let longest = 1024
  /// The number of lengths beyond the least that are tried.
  private static let lengths = 40
  /// Letters, digits and specials come first, then what is asked for only.
  private static let all: [Unicode.Scalar] =
    (0x21...0x7E).map { Unicode.Scalar(UInt8($0)) } + [" ", "\u{E9}", "\u{20AC}", "\u{1F511}"]
  private static let repertoire = Repertoire(all)

  /// Strings that hold characters in this order, and have a character in the middle that is otherwise not
  /// permitted; nil if no string keeps the conditions and may hold these, or if that takes too many
  /// states.
  init?(
    _ conditions: [Condition], outside missed: [Constraints], holds: [Unicode.Scalar],
    forbidden: Unicode.Scalar?
  ) {
    guard let kept = Constraints(conditions).simplified(in: Self.repertoire) else { return nil }
    // What no string meets is missed anyway.
    let missed = missed.compactMap { $0.simplified(in: Self.repertoire) }
    let usual = Self.all.filter { $0 != forbidden && kept.alphabet.contains($0) }
    let characters = usual + [forbidden].compactMap(\.self)
    let held = holds.compactMap { own in usual.firstIndex(of: own).map { (own, $0) } }
    if held.count < holds.count { return nil }
    let sets = characters.map(CodePointSet.init(only:))
    var machines: [AutomataWalk.Machine] = []
    for constraints in [kept] + missed {
      guard let machine = try? AutomataWalk.Machine(constraints, of: sets, in: Self.repertoire)
      else { return nil }
      machines.append(machine)
    }
    // Fewer places where fewer characters to hold would do, too.
    mostSteps = holds.count > 1 ? 1000 : 50_000
    walk = AutomataWalk(
      machines, machines.map(\.hopeless), mostSteps: mostSteps, holding: held)
    let candidates = zip(characters, walk.kinds).map(AutomataWalk.Candidate.init)
    self.candidates = Array(candidates.prefix(usual.count))
    self.forbidden = candidates.dropFirst(usual.count).first
    (self.kept, self.missed, self.holds) = (kept, missed, holds.count)
  }

  /// The lengths to try: comfortable ones, then all others.
  var lengths: [Int] {
    let least = max(kept.shortest, 1)
    let reach = max(least, kept.fewest, holds)
    let most = min(kept.longest ?? .max, min(reach, Self.longest) + Self.lengths)
    guard least <= most else { return [] }
    let comfortable = max(least + 1, kept.fewest + 2 + holds, 6)
    let near = [0, 1, 2, 4].map { comfortable + $0 }.filter { $0 <= most }
    return near + (least...most).filter { !near.contains($0) }
  }

  /// A string of a length; nil if there is none.
  mutating func password(of length: Int, salt: String) -> String? {
    guard length >= max(1, holds), walk.steps <= mostSteps,
      length <= Self.longest + Self.lengths + 1,
      kept.permits(length: length)
    else { return nil }
    // Where the forbidden character stands depends on the length.
    if forbidden != nil { walk.forget() }
    let hash = Hash(salt)
    let middle = forbidden.map { _ in length > 2 ? length / 2 : length - 1 }
    let orders = (0..<length).map { order(at: $0, hash) }
    return walk.password(
      of: length, ([kept] + missed).map { $0.permits(length: length) }
    ) { [forbidden] number, place in
      if place == middle { return number == 0 ? forbidden : nil }
      return number < orders[place].count ? orders[place][number] : nil
    }
  }

  /// The characters to try at a place.
  private func order(at place: Int, _ salt: Hash) -> [AutomataWalk.Candidate] {
    let usual =
      candidates.firstIndex { $0.scalar == " " || !$0.scalar.isASCII } ?? candidates.count
    let mixed = (0..<usual).map { (salt.mixed(with: place * 128 + $0), $0) }
      .sorted { $0 < $1 }.map { candidates[$0.1] }
    return mixed + candidates[usual...]
  }
}

/// A hash of text that is the same on every machine: FNV-1a.
private struct Hash {
  private var value: UInt64 = 0xCBF2_9CE4_8422_2325

  init(_ text: String) {
    for byte in text.utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }

  func mixed(with number: Int) -> UInt64 {
    var mixed = value ^ UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    return mixed ^ (mixed >> 31)
  }
}
