import TestSupport

/// An expression that matches passwords by the definition: the set of places where a match can end.
///
/// Written apart from the reader, so that both can be compared; it neither parses nor converts.
indirect enum NaiveExpression: Sendable {
  /// One character of a set, and the set as it is written.
  case one(String, @Sendable (Character) -> Bool)
  case sequence([NaiveExpression])
  case choice([NaiveExpression])
  /// Repeated within bounds; the text after it may be `?`, which means the same to a match.
  case repeated(NaiveExpression, Int, Int?, String)
  case look(NaiveExpression, isNegative: Bool)
  case start
  case end
  /// `(.)\1{n}`: a character, and itself n times more.
  case same(Int)

  /// The expression as text.
  var text: String {
    switch self {
    case .one(let text, _): text
    case .sequence(let parts): parts.map(\.text).joined()
    case .choice(let branches): "(?:\(branches.map(\.text).joined(separator: "|")))"
    case .repeated(let part, let least, let most, let mark):
      "\(part.isOne ? part.text : "(?:\(part.text))")\(Self.quantifier(least, most))\(mark)"
    case .look(let part, let isNegative): "(?\(isNegative ? "!" : "=")\(part.text))"
    case .start: "^"
    case .end: "$"
    case .same(let times): "(.)\\1\(times == 1 ? "" : "{\(times)}")"
    }
  }

  private var isOne: Bool { if case .one = self { true } else { false } }

  private static func quantifier(_ least: Int, _ most: Int?) -> String {
    switch (least, most) {
    case (0, nil): "*"
    case (1, nil): "+"
    case (0, 1): "?"
    case (_, nil): "{\(least),}"
    case (_, let most?): least == most ? "{\(least)}" : "{\(least),\(most)}"
    }
  }

  /// Where matches that begin at `start` can end.
  func ends(in password: [Character], from start: Int) -> Set<Int> {
    switch self {
    case .one(_, let contains):
      return start < password.count && contains(password[start]) ? [start + 1] : []
    case .sequence(let parts):
      return parts.reduce([start]) { places, part in
        Set(places.flatMap { part.ends(in: password, from: $0) })
      }
    case .choice(let branches):
      return Set(branches.flatMap { $0.ends(in: password, from: start) })
    case .repeated(let part, let least, let most, _):
      var (places, found): (Set<Int>, Set<Int>) = ([start], least == 0 ? [start] : [])
      // More rounds than characters find no new place.
      for round in 1...(max(least, most ?? 0, 1) + password.count + 1) {
        if let most, round > most { break }
        places = Set(places.flatMap { part.ends(in: password, from: $0) })
        if round >= least { found.formUnion(places) }
      }
      return found
    case .look(let part, let isNegative):
      return part.ends(in: password, from: start).isEmpty == isNegative ? [start] : []
    case .start: return start == 0 ? [0] : []
    case .end: return start == password.count ? [start] : []
    case .same(let times):
      guard start + times < password.count else { return [] }
      let run = password[start...(start + times)]
      return run.allSatisfy { $0 == password[start] } ? [start + times + 1] : []
    }
  }

  /// Whether the whole password matches.
  func matches(whole password: String) -> Bool {
    let characters = Array(password)
    return ends(in: characters, from: 0).contains(characters.count)
  }

  /// Whether some part of the password matches.
  func occurs(in password: String) -> Bool {
    let characters = Array(password)
    return (0...characters.count).contains { !ends(in: characters, from: $0).isEmpty }
  }
}

extension NaiveExpression {
  /// A random expression of the forms that sites use, and of some that nobody would.
  static func random(_ generator: inout SeededGenerator) -> NaiveExpression {
    var parts: [NaiveExpression] = []
    if Int.random(in: 0..<5, using: &generator) > 0 { parts.append(.start) }
    for _ in 0..<Int.random(in: 0...3, using: &generator) {
      let isChoice = Int.random(in: 0..<6, using: &generator) == 0
      let looks = (0..<(isChoice ? 2 : 1)).map { _ in look(&generator) }
      parts.append(isChoice ? .choice(looks.map { .sequence([$0]) }) : looks[0])
    }
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: parts.append(.repeated(any, Int.random(in: 0...3, using: &generator), nil, ""))
    case 1: parts.append(.repeated(set(&generator), 2, 5, ""))
    case 2:
      parts.append(quantified(.sequence([quantified(set(&generator), &generator)]), &generator))
    default: parts += body(&generator, depth: 0)
    }
    if Bool.random(using: &generator) { parts.append(.end) }
    return .sequence(parts)
  }

  private static let any = one(".") { _ in true }

  private static func look(_ generator: inout SeededGenerator) -> NaiveExpression {
    var inner: [NaiveExpression] = []
    let lead = Int.random(in: 0..<4, using: &generator)
    if lead < 2 { inner.append(.repeated(any, 0, nil, lead == 0 ? "?" : "")) }
    if lead == 2 { inner.append(.repeated(set(&generator), 0, nil, "")) }
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: inner.append(.same(Int.random(in: 1...2, using: &generator)))
    case 1: inner += body(&generator, depth: 1)
    case 2:
      inner = [
        .repeated(
          .sequence([
            .repeated(Bool.random(using: &generator) ? any : set(&generator), 0, nil, ""),
            set(&generator),
          ]),
          Int.random(in: 1...3, using: &generator), nil, "")
      ]
    default: inner.append(set(&generator))
    }
    if Int.random(in: 0..<4, using: &generator) == 0 { inner.append(.end) }
    return .look(.sequence(inner), isNegative: Int.random(in: 0..<3, using: &generator) == 0)
  }

  private static func body(
    _ generator: inout SeededGenerator, depth: Int
  ) -> [NaiveExpression] {
    (0..<Int.random(in: 1...3, using: &generator)).map { _ in
      switch depth > 2 ? 0 : Int.random(in: 0..<8, using: &generator) {
      case 5: .sequence([.repeated(any, 0, nil, "")])
      case 6:
        .choice([
          .sequence(body(&generator, depth: depth + 1)),
          .sequence(body(&generator, depth: depth + 1)),
        ])
      case 7: quantified(.sequence(body(&generator, depth: depth + 1)), &generator)
      default: quantified(set(&generator), &generator)
      }
    }
  }

  private static func quantified(
    _ part: NaiveExpression, _ generator: inout SeededGenerator
  ) -> NaiveExpression {
    let bounds: [(Int, Int?)?] = [
      nil, nil, nil, (0, nil), (1, nil), (0, 1), (2, 2), (1, 2), (2, 3), (2, nil),
    ]
    let mark = Int.random(in: 0..<5, using: &generator) == 0 ? "?" : ""
    guard let (least, most) = bounds.randomElement(using: &generator) ?? nil else { return part }
    return .repeated(part, least, most, mark)
  }

  private static func set(_ generator: inout SeededGenerator) -> NaiveExpression {
    sets.randomElement(using: &generator) ?? any
  }

  private static let sets: [NaiveExpression] = [
    any, one("[ab]") { "ab".contains($0) }, one("[A-C]") { "A"..."C" ~= $0 },
    one(#"\d"#) { "0"..."9" ~= $0 }, one(#"\D"#) { !("0"..."9" ~= $0) },
    one(#"\w"#) { $0.isLetter || $0.isNumber || $0 == "_" },
    one(#"\W"#) { !($0.isLetter || $0.isNumber || $0 == "_") }, one(#"\s"#) { $0 == " " },
    one(#"\S"#) { $0 != " " }, one("[^a]") { $0 != "a" }, one("[^!A-C]") { !"!ABC".contains($0) },
    one("[aA]") { $0 == "a" || $0 == "A" }, one("[bB]") { $0 == "b" || $0 == "B" },
    one("[!-]") { $0 == "!" || $0 == "-" }, one("a") { $0 == "a" }, one(#"\u0031"#) { $0 == "1" },
  ]
}
