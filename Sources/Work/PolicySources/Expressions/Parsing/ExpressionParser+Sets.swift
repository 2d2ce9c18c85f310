// The classes of HTML's pattern, which has the flag 'v': classes within classes, '--' and '&&'.
extension ExpressionParser {
  /// The members of a class: characters, and texts of none or several of them.
  private struct Members {
    var points = PointSet()
    var texts: Set<[Unicode.Scalar]> = []
    /// Whether its form could hold texts, by which engines decide whether it may be negated.
    var mayHoldTexts = false
    /// Whether it is one character, which may begin or end a range.
    var isCharacter = false
  }

  /// Reads a class after its `[` or `[^` at `start`; a text of several characters is no member that a
  /// rule can have.
  mutating func unionOfHTML(_ start: Int, isNegated: Bool) throws(Unsayable) -> PointSet {
    let members = try contents(start, isNegated: isNegated)
    if !members.texts.isEmpty {
      throw refusal(
        .row, "a class with a text of several characters, which is valid, but no rule says it",
        from: start)
    }
    return members.points
  }

  private mutating func contents(_ start: Int, isNegated: Bool) throws(Unsayable) -> Members {
    depth += 1
    defer { depth -= 1 }
    if depth > Self.deepest {
      throw refusal(
        .many, "classes nested more than \(Self.deepest) deep", from: start, to: start + 1)
    }
    var all = try element(start)
    if let sign = ["--", "&&"].first(where: sees), !all.isRange {
      all.members = try operation(sign, on: all.members, start)
    } else {
      while next != "]" {
        let place = position
        if let sign = ["--", "&&"].first(where: sees) {
          throw refusal(
            .syntax, "'\(sign)' beside other members; write each side in brackets of its own",
            from: place, to: place + 2)
        }
        let (more, _) = try element(start)
        all.members.points = all.members.points.union(more.points)
        all.members.texts.formUnion(more.texts)
        all.members.mayHoldTexts = all.members.mayHoldTexts || more.mayHoldTexts
      }
    }
    guard next == "]" else { throw unclosed(start) }
    position += 1
    var members = all.members
    members.isCharacter = false
    guard isNegated else { return members }
    if members.mayHoldTexts {
      throw refusal(.syntax, "a negated class with a text of several characters", from: start)
    }
    members.points = members.points.complement
    return members
  }

  /// Reads operands with one sign between them up to `]`.
  private mutating func operation(
    _ sign: String, on first: Members, _ start: Int
  ) throws(Unsayable) -> Members {
    var found = first
    while sees(sign) {
      position += 2
      if sign == "&&", next == "&" {
        throw refusal(.syntax, "'&&&', which is no sign", from: position - 2, to: position + 1)
      }
      let other = try operand(start)
      if sign == "--" {
        found.points = found.points.subtracting(other.points)
        found.texts.subtract(other.texts)
      } else {
        found.points = found.points.intersection(other.points)
        found.texts.formIntersection(other.texts)
        found.mayHoldTexts = found.mayHoldTexts && other.mayHoldTexts
      }
    }
    if let next, next != "]" {
      throw refusal(
        .syntax, "'\(next)' after '\(sign)' and its side; write each side in brackets of its own",
        to: position + 1)
    }
    return found
  }

  /// Reads an operand, or a range of characters.
  private mutating func element(
    _ start: Int
  ) throws(Unsayable) -> (members: Members, isRange: Bool) {
    let first = position
    let low = try operand(start)
    guard next == "-", !sees("--"), position + 1 < text.count, text[position + 1] != "]" else {
      return (low, false)
    }
    position += 1
    let high = try operand(start)
    guard low.isCharacter, high.isCharacter, let low = low.points.single,
      let high = high.points.single
    else { throw refusal(.syntax, "a range whose end is a class", from: first) }
    return (Members(points: try range(low, high, from: first)), true)
  }

  /// Reads a character, an escape, a class in brackets or `\q{…}`.
  private mutating func operand(_ start: Int) throws(Unsayable) -> Members {
    let place = position
    if next == "[" {
      position += 1
      let isNegated = next == "^"
      if isNegated { position += 1 }
      if next == "]" {
        position += 1
        return Members(points: isNegated ? .all : PointSet())
      }
      return try contents(place, isNegated: isNegated)
    }
    if sees("\\q{") { return try texts(place) }
    return Members(
      points: try character(of: start), isCharacter: text[place] != "\\" || isCharacter(at: place))
  }

  /// Whether an escape at a place stands for a character, and not for a class.
  private func isCharacter(at place: Int) -> Bool {
    place + 1 < text.count && !"dDwWsSpP".unicodeScalars.contains(text[place + 1])
  }

  /// Reads a character, or the set of an escape, of the class that began at `start`.
  private mutating func character(of start: Int) throws(Unsayable) -> PointSet {
    let place = position
    guard let first = next else { throw unclosed(start) }
    position += 1
    if first == "\\" {
      if case .set(let set) = try escape(place, inClass: true) { return set }
      return PointSet()
    }
    let mode = "in a class is an error in the mode of HTML's pattern"
    if "()[]{}/|-".unicodeScalars.contains(first) {
      throw refusal(.syntax, "'\(first)' \(mode); write '\\\(first)'", from: place)
    }
    if "&!#$%*+,.:;<=>?@^`~".unicodeScalars.contains(first), next == first {
      throw refusal(.syntax, "'\(first)\(first)' \(mode)", from: place, to: place + 2)
    }
    return PointSet(first)
  }

  /// Reads `\q{…}`: texts with `|` between them.
  private mutating func texts(_ start: Int) throws(Unsayable) -> Members {
    position += 3
    var found = Members()
    var one: [Unicode.Scalar] = []
    while true {
      guard let scalar = next else {
        throw refusal(.syntax, "'\\q{' that is never closed", from: start)
      }
      if scalar == "|" || scalar == "}" {
        position += 1
        if one.count == 1 {
          found.points = found.points.union(PointSet(one[0]))
        } else {
          found.texts.insert(one)
          found.mayHoldTexts = true
        }
        one = []
        if scalar == "}" { return found }
      } else if let point = try character(of: start).single, let member = Unicode.Scalar(point) {
        one.append(member)
      } else {
        throw refusal(.syntax, "a class within '\\q{…}'", from: start)
      }
    }
  }
}
