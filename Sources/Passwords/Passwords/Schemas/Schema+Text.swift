/// A schema as text: one statement per line, with its keyword first, then numbers and names.
///
///     audit-schema 1
///     character group 30-39
///     run 16
///     count 16 61-7A
///     lists 1
///     list exact 29001 sha256:… 0,10,90 common.txt
///
/// Free text comes last on its line, with `
/// `, `\r` and `\\` for characters that would end the line. Equal schemas have equal texts, and
/// ``init(text:)`` accepts no other texts.
extension Schema {
  /// The version of the text and of the layout of signatures; raised when either changes.
  package static let textVersion = 1
  /// The longest text, in bytes; 32 lists with names and bands take some 20 KB.
  package static let longestText = 1 << 20

  private static let firstWord = "audit-recipe"

  /// The schema as text, ending in a line feed.
  package var text: String {
    var lines = ["\(Self.firstWord) \(Self.textVersion)"]
    lines += characterGroups.sets.map { "atom \($0.text)" }
    let facts = Fact.demanded.filter { demand[$0] > 0 }
    let saturating = facts.filter { $0.row.measure == .saturating }
    lines += saturating.map { "\($0.row.keyword ?? "") \(demand[$0])" }
    lines += countedClasses.map { "count \(demand.counts[$0] ?? 0) \($0.text)" }
    lines += facts.filter { !saturating.contains($0) }.compactMap { fact in
      fact.row.keyword.map { fact == .habitCapitals ? $0 + habitArguments : $0 }
    }
    if demand.wholeDecades { lines.append("whole-decades") }
    lines += demand.guessBudgets.map { "budget \($0)" }
    if demand.lists > 0 { lines.append("lists \(demand.lists)") }
    lines += sources.lists.map { list in
      let bands = list.bandCounts.map { String($0) }.joined(separator: ",")
      return [
        "list", Self.token(list.comparison), String(list.valueCount), Self.token(list.digest),
        Self.token(bands), Self.escaped(list.name),
      ].joined(separator: " ")
    }
    lines += sources.userRelations.map { "user-relation \(Self.escaped($0))" }
    if let scorer = sources.scorer {
      let cuts = scorer.cuts.map { "\($0)" }.joined(separator: ",")
      lines.append(
        "scorer \(scorer.referenceYear) \(Self.token(cuts)) \(Self.token(scorer.contextDigest)) "
          + Self.escaped(scorer.name))
      lines += scorer.patternNames.map { "pattern \(Self.escaped($0))" }
      if !scorer.model.isEmpty { lines.append("model \(Self.escaped(scorer.model))") }
      if !scorer.guesses.isEmpty { lines.append("guesses \(Self.escaped(scorer.guesses))") }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// What follows the keyword of habits: version, year and digest; nothing if they are unknown.
  private var habitArguments: String {
    sources.habits.map { " \($0.version) \($0.referenceYear) \(Self.token($0.digest))" } ?? ""
  }

  /// A word inside a line, without spaces; `-` stands for the empty text.
  private static func token(_ text: String) -> String {
    if text.isEmpty { return "-" }
    return text == "-" ? "\\-" : escaped(text, space: "\\s")
  }

  private static func escaped(_ text: String, space: String = " ") -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\\": result += "\\\\"
      case " ": result += space
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// The reasons why a text is not a schema.
package enum SchemaTextError: Error, Hashable, Sendable {
  /// The text does not begin with the keyword.
  case foreign
  /// The text has another version.
  case version(String)
  /// The text is longer than ``Schema/longestText``.
  case tooLong(byteCount: Int)
  /// The line with this number, from 1, is invalid in its place.
  case line(Int)
  /// The facts do not form a schema.
  case facts(SchemaError)
}

extension Schema {
  /// Reads a schema from its ``text``.
  ///
  /// - Throws: ``SchemaTextError`` for any text that ``text`` does not produce.
  /// - Complexity: O(characters).
  package init(text: String) throws(SchemaTextError) {
    guard text.utf8.count <= Self.longestText else { throw .tooLong(byteCount: text.utf8.count) }
    let lines = text[...].parts(at: "\n")
    let first = lines[0].parts(at: " ")
    guard first.count == 2, first[0] == Self.firstWord else { throw .foreign }
    guard first[1] == String(Self.textVersion) else { throw .version(String(first[1])) }
    var reading = SchemaReader()
    for (number, line) in lines.enumerated().dropFirst().dropLast() {
      guard reading.take(line) else { throw .line(number + 1) }
    }
    guard reading.isConsistent else { throw .line(lines.count) }
    do throws(SchemaError) {
      self = try Schema(for: reading.demand, sources: reading.sources)
    } catch {
      throw .facts(error)
    }
    // This detects statements that are out of order, duplicated or written differently.
    let own = self.text
    if own.utf8.elementsEqual(text.utf8) { return }
    let ownLines = own[...].parts(at: "\n")
    let difference = zip(lines, ownLines).enumerated()
      .first { !$1.0.utf8.elementsEqual($1.1.utf8) }?.offset
    throw .line((difference ?? min(lines.count, ownLines.count) - 1) + 1)
  }
}

/// The statements of a schema's text that have been read so far.
private struct SchemaReader {
  private(set) var demand = FactDemand()
  private(set) var sources = FactSources()

  /// Reads a line; false if it is invalid.
  mutating func take(_ line: Substring) -> Bool {
    let parts = line.parts(at: " ", most: 2)
    let rest = parts.count > 1 ? parts[1] : ""
    switch parts[0] {
    case "atom":
      guard let set = CodePointSet(text: rest), !set.isEmpty else { return false }
      demand.classes.insert(set)
      return true
    case "count": return take(count: rest)
    case "whole-decades":
      demand.wholeDecades = true
      return rest.isEmpty
    case "budget": return take(budget: rest)
    case "lists":
      guard let number = Int(rest), 1...32 ~= number else { return false }
      demand.lists = number
      return true
    case "list": return take(list: rest)
    case "user-relation": return take(relation: rest)
    case "scorer": return take(scorer: rest)
    case "pattern": return take(pattern: rest)
    case "model": return take(model: rest)
    case "guesses": return take(guesses: rest)
    default: return take(parts[0], rest)
    }
  }

  /// Reads the statement of a fact.
  private mutating func take(_ keyword: Substring, _ rest: Substring) -> Bool {
    guard let fact = Fact.demanded.first(where: { $0.row.keyword ?? "" == keyword })
    else { return false }
    guard fact.row.measure == .saturating else {
      demand[fact] = 1
      return rest.isEmpty || fact == .habitCapitals && take(habits: rest)
    }
    guard let number = Int(rest), 1...fact.row.largest ~= number else { return false }
    demand[fact] = number
    return true
  }

  /// Whether there are as many names as bits, and no more patterns than a field can hold.
  var isConsistent: Bool {
    (sources.bitCount == 0 || sources.bitCount == demand.lists) && demand.classes.count <= 128
      && demand.guessBudgets.count <= 63 && (sources.scorer?.patternNames.count ?? 0) <= 32
  }

  private mutating func take(count text: Substring) -> Bool {
    let parts = text.parts(at: " ")
    guard parts.count == 2, let limit = Int(parts[0]), 1...Schema.longestLine + 1 ~= limit,
      let set = CodePointSet(text: parts[1]), !set.isEmpty, demand.counts[set] == nil
    else { return false }
    demand.counts[set] = limit
    return true
  }

  private mutating func take(budget text: Substring) -> Bool {
    guard let budget = Double(text), budget.isFinite, budget >= 0 else { return false }
    demand.guessBudgets.append(budget)
    return true
  }

  private mutating func take(list text: Substring) -> Bool {
    let parts = text.parts(at: " ", most: 5)
    guard parts.count == 5, sources.lists.count < 32, let values = UInt64(parts[1]),
      let comparison = Self.untoken(parts[0]), let digest = Self.untoken(parts[2]),
      let bands = Self.numbers(parts[3], { UInt64($0) }), bands.count <= ListHits.bandCount,
      let name = Self.unescaped(parts[4])
    else { return false }
    sources.lists.append(
      ListSource(
        name: name, comparison: comparison, digest: digest, valueCount: values,
        bandCounts: bands))
    return true
  }

  private mutating func take(scorer text: Substring) -> Bool {
    let parts = text.parts(at: " ", most: 4)
    guard parts.count == 4, sources.scorer == nil, let year = Int(parts[0]),
      let cuts = Self.numbers(parts[1], { Double($0) }), cuts.count <= 16,
      cuts.allSatisfy(\.isFinite), let digest = Self.untoken(parts[2]),
      let name = Self.unescaped(parts[3])
    else { return false }
    sources.scorer = ScorerSource(
      name: name, referenceYear: year, cuts: cuts, contextDigest: digest,
      patternNames: [])
    return true
  }

  /// Reads the name of a relation; two bits of one relation would have no meaning.
  private mutating func take(relation text: Substring) -> Bool {
    guard let name = Self.unescaped(text), !name.isEmpty, sources.userRelations.count < 32,
      !sources.userRelations.contains(name)
    else { return false }
    sources.userRelations.append(name)
    return true
  }

  private mutating func take(pattern text: Substring) -> Bool {
    guard let name = Self.unescaped(text), !name.isEmpty else { return false }
    sources.scorer?.patternNames.append(name)
    return true
  }

  private mutating func take(model text: Substring) -> Bool {
    guard let name = Self.unescaped(text), !name.isEmpty, sources.scorer?.model == "" else {
      return false
    }
    sources.scorer?.model = name
    return true
  }

  private mutating func take(guesses text: Substring) -> Bool {
    guard let name = Self.unescaped(text), !name.isEmpty, sources.scorer?.guesses == "" else {
      return false
    }
    sources.scorer?.guesses = name
    return true
  }

  private mutating func take(habits text: Substring) -> Bool {
    let parts = text.parts(at: " ")
    guard parts.count == 3, sources.habits == nil, let version = Int(parts[0]),
      let year = Int(parts[1]), let digest = Self.untoken(parts[2])
    else { return false }
    sources.habits = HabitSource(version: version, referenceYear: year, digest: digest)
    return true
  }

  private static func untoken(_ text: Substring) -> String? {
    switch text {
    case "-": ""
    case "\\-": "-"
    default: unescaped(text)
    }
  }

  private static func numbers<Number>(
    _ text: Substring, _ read: (Substring) -> Number?
  ) -> [Number]? {
    if text == "-" { return [] }
    let parts = text.parts(at: ",").map(read)
    return parts.allSatisfy { $0 != nil } ? parts.compactMap(\.self) : nil
  }

  private static func unescaped(_ text: Substring) -> String? {
    var result = ""
    var scalars = text.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      guard scalar == "\\" else {
        result.unicodeScalars.append(scalar)
        continue
      }
      switch scalars.next() {
      case "n": result += "\n"
      case "r": result += "\r"
      case "s": result += " "
      case "\\": result += "\\"
      default: return nil
      }
    }
    return result
  }
}

extension Substring {
  /// The parts between separators.
  ///
  /// Compares scalars, so a separator followed by a combining mark still separates.
  fileprivate func parts(at separator: Unicode.Scalar, most: Int = .max) -> [Substring] {
    unicodeScalars.split(
      separator: separator, maxSplits: most - 1, omittingEmptySubsequences: false
    ).map { Substring($0) }
  }
}
