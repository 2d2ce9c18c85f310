/// The shares of the refused who do each of the four things; they add up to 1.
///
///     Mixture("p=0.6,c=0.05,u=0,e=0.35")?.part(of: .convergent)   // 1/20
///
/// Nobody has measured one, so none is assumed.
package struct Mixture: Hashable, Sendable {
  /// The numerators, in the order of ``Behaviour``.
  let parts: [UInt128]
  /// Their common denominator, which they add up to.
  let whole: UInt128

  /// Takes parts in the order of ``Behaviour``; nil unless there are four and some is positive.
  package init?(parts: [UInt64]) {
    let wide = parts.map { UInt128($0) }
    let whole = wide.reduce(0, &+)
    guard wide.count == Behaviour.allCases.count, whole > 0 else { return nil }
    let divisor = wide.reduce(whole) { commonDivisor($0, $1) }
    self.parts = wide.map { $0 / divisor }
    self.whole = whole / divisor
  }

  /// Reads decimal shares by the first letters of the behaviours, each once and at most; those that
  /// are not named are 0.
  ///
  /// Nil for any other text, and for shares that do not add up to exactly 1.
  package init?(_ text: String) {
    var parts = [UInt64](repeating: 0, count: Behaviour.allCases.count)
    var seen: Set<Int> = []
    for item in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = item.split(separator: "=", omittingEmptySubsequences: false)
      guard sides.count == 2,
        let place = Behaviour.allCases.firstIndex(where: { $0.rawValue.prefix(1) == sides[0] }),
        seen.insert(place).inserted, let billionths = Self.billionths(sides[1])
      else { return nil }
      parts[place] = billionths
    }
    guard parts.reduce(0, &+) == Self.one else { return nil }
    self.init(parts: parts)
  }

  private static let one: UInt64 = 1_000_000_000

  /// A decimal number from 0 to 1 with at most nine decimals, in billionths.
  private static func billionths(_ text: Substring) -> UInt64? {
    let sides = text.split(separator: ".", omittingEmptySubsequences: false)
    let decimals = sides.count == 2 ? sides[1] : ""
    let digits = (sides.first ?? "") + decimals
    guard (1...2).contains(sides.count), !decimals.isEmpty || sides.count == 1,
      sides[0].count == 1, decimals.utf8.count <= 9,
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = UInt64(digits + String(repeating: "0", count: 9 - decimals.utf8.count)),
      number <= one
    else { return nil }
    return number
  }

  /// The shares as ``init(_:)`` reads them.
  package var text: String {
    zip(Behaviour.allCases, parts).map { behaviour, part in
      let billionths = part * UInt128(Self.one) / whole
      let digits = String(billionths % UInt128(Self.one))
      let decimals = String(repeating: "0", count: 9 - digits.utf8.count) + digits
      let shown = decimals.reversed().drop { $0 == "0" }.reversed()
      return "\(behaviour.rawValue.prefix(1))=\(billionths / UInt128(Self.one))"
        + (shown.isEmpty ? "" : "." + String(shown))
    }.joined(separator: ",")
  }

  /// The share that does one thing.
  package func part(of behaviour: Behaviour) -> Fraction {
    Fraction(Behaviour.allCases.firstIndex(of: behaviour).map { parts[$0] } ?? 0, whole)
  }
}
