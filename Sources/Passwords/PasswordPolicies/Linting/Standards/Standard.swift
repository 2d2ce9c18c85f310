import CPresets

/// A published standard: what it asks of passwords, clause by clause.
///
/// All of them are data: `standards/*.txt`, one file a family. No code knows a single one.
///
///     Standard.named("pci-4.0.1")?.clauses.count  // 9
package struct Standard: Sendable {
  /// The id that selects it, which the preset for this standard also has: `nist-63b-4`.
  package let id: String
  /// Its title: `NIST SP 800-63B-4`.
  package let name: String
  /// Its edition: `final; a password that is the only factor`.
  package var edition = ""
  /// The day of issue, or as much of it as is known: `2025-07-31`, `2021-12`, `undated`.
  package var issued = ""
  /// The day on which it was read here.
  package var read = ""
  /// Whether no later text is known to replace it.
  package var isCurrent = true
  /// What should be known besides.
  package var note: String?
  /// Where its clauses were read, or that they are from memory.
  package var sources: [Citation] = []
  /// Its clauses, in its own order.
  package var clauses: [Clause] = []

  /// One clause that concerns passwords.
  package struct Clause: Hashable, Sendable {
    /// Its name here, unique in the standard: `length`.
    package let id: String
    /// Its number there: `3.1.1.2 (5)`.
    package let number: String
    /// The standard's own word for how binding it is: `SHALL NOT`, `recommendation`.
    package let level: String
    /// How binding it is for exit codes and summaries.
    package let force: Force
    /// The demand, in our words.
    package let says: String
    /// The kind of test, the word for it in output: `min-length`.
    package let kind: String
    /// How it is tested.
    package let test: Test
    /// Why a policy cannot show it, or under which condition of the standard it is kept in part.
    package let because: String?
    /// Whether it was read.
    package let mark: Mark
  }

  /// How binding a clause is.
  package enum Force: String, Hashable, Sendable, CaseIterable, Encodable {
    /// SHALL, SHALL NOT, a numbered requirement, or the core of a text that only recommends.
    case must
    /// SHOULD, SHOULD NOT, "recommended".
    case should
    /// MAY, "optional".
    case may
  }

  /// Whether it demands that password managers are allowed, of which a rule alone can tell nothing.
  package var demandsManagers: Bool {
    clauses.contains { $0.id == "managers" && $0.force == .must }
  }

  /// Whether something was read in a public source.
  package enum Mark: String, Hashable, Sendable {
    /// Read in a public source.
    case read = "S"
    /// From memory: nothing could be read.
    case remembered = "M"
  }

  /// Where something was read.
  package struct Citation: Hashable, Sendable {
    package let mark: Mark
    package let source: String
  }

  /// A text that states no number, so that no policy can be held against it.
  package struct Silent: Hashable, Sendable {
    /// The text: `GDPR, art. 32`.
    package let text: String
    /// What it asks, in our words.
    package let says: String
    package let source: Citation
  }
}

extension Standard: Hashable {
  package static func == (a: Standard, b: Standard) -> Bool { a.id == b.id }
  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension Standard {
  /// All standards.
  package static let all = sections.filter { $0.id != silentID }.map(made)

  /// The texts that state no number.
  package static let silent = sections.filter { $0.id == silentID }.flatMap(\.lines).map { line in
    let fields = fields(of: line, least: 4)
    return Silent(
      text: fields[1], says: fields[2],
      source: Citation(mark: mark(fields[0], in: line), source: fields[3]))
  }

  /// The ids of all standards, without reading their clauses.
  package static let ids = sections.map(\.id).filter { $0 != silentID }

  /// The standard with this id; nil if there is none.
  ///
  /// The clauses of others are not read.
  package static func named(_ id: String) -> Standard? {
    sections.first { $0.id == id && id != silentID }.map(made)
  }

  private static let silentID = "silent"

  /// The bytes of a line: every run reads some lines, which as text take ten times as long.
  fileprivate typealias Line = ArraySlice<UInt8>

  private typealias Section = (id: String, name: String, lines: [Line])

  /// The parts of the files: a line `## id: name` before the lines of each.
  private static let sections: [Section] = {
    // SAFETY: the text is part of the program, and ends in a zero.
    let text = unsafe Array(String(cString: standards_text()).utf8)
    var sections: [Section] = []
    for line in text.split(separator: UInt8(ascii: "\n")) {
      if line.starts(with: "## ".utf8) {
        let (id, name) = halves(line.dropFirst(3), ": ")
        sections.append((string(id), string(name), []))
      } else if !sections.isEmpty {
        sections[sections.count - 1].lines.append(line)
      }
    }
    return sections
  }()

  private static func made(_ section: Section) -> Standard {
    var standard = Standard(id: section.id, name: section.name)
    var place: Int?
    for line in section.lines { standard.add(line, at: &place) }
    return standard
  }

  /// Adds a line of a standard: `key: value`, a clause, or `- id`, which takes a clause of another
  /// standard away.
  ///
  /// A clause replaces the one of its id. A new one stands behind the clause of the line before,
  /// whose place is given.
  private mutating func add(_ line: Line, at place: inout Int?) {
    let word = line.prefix { $0 != UInt8(ascii: " ") }
    if line.starts(with: "- ".utf8) {
      let id = Self.string(line.dropFirst(2))
      clauses.removeAll { $0.id == id }
    } else if line[word.endIndex...].starts(with: " | ".utf8) {
      let clause = Clause(line)
      if let known = clauses.firstIndex(where: { $0.id == clause.id }) {
        clauses[known] = clause
        place = known
      } else {
        let next = place.map { $0 + 1 } ?? clauses.count
        clauses.insert(clause, at: next)
        place = next
      }
    } else {
      let (key, rest) = Self.halves(line, ": ")
      let value = Self.string(rest)
      switch Self.string(key) {
      case "as":
        clauses = Self.sections.first { $0.id == value }.map(Self.made)?.clauses ?? []
      case "text": edition = value
      case "issued": issued = value
      case "read": read = value
      case "current": isCurrent = value == "yes"
      case "note": note = value
      case "source":
        let (mark, source) = Self.halves(rest, " ")
        sources.append(
          Citation(mark: Self.mark(Self.string(mark), in: line), source: Self.string(source)))
      default: Self.fail(line)
      }
    }
  }

  /// What stands before and behind the first separator.
  private static func halves(_ line: Line, _ separator: String) -> (Line, Line) {
    let separator = Array(separator.utf8)
    guard let place = line.indices.first(where: { line[$0...].starts(with: separator) }) else {
      return (line, [])
    }
    return (line[..<place], line[(place + separator.count)...])
  }

  private static func string(_ bytes: Line) -> String { String(decoding: bytes, as: UTF8.self) }

  fileprivate static func fields(of line: Line, least: Int) -> [String] {
    // Between two separators stands a blank at both ends.
    let parts = line.split(separator: UInt8(ascii: "|"))
    let fields = parts.enumerated().map { place, part in
      string(part.dropFirst(place == 0 ? 0 : 1).dropLast(place == parts.count - 1 ? 0 : 1))
    }
    if fields.count < least { fail(line) }
    return fields
  }

  fileprivate static func mark(_ text: String, in line: Line) -> Mark {
    guard let mark = Mark(rawValue: text) else { fail(line) }
    return mark
  }

  /// The tables are part of the program, and a test reads them.
  fileprivate static func fail(_ line: Line) -> Never {
    preconditionFailure("no line of a standard: \(string(line))")
  }
}

extension Standard.Clause {
  /// Reads a clause: `id | number | level | force | test | mark | says`, and perhaps why.
  fileprivate init(_ line: Standard.Line) {
    let fields = Standard.fields(of: line, least: 7)
    guard let force = Standard.Force(rawValue: fields[3]), let test = Standard.Test(fields[4])
    else { Standard.fail(line) }
    self.init(
      id: fields[0], number: fields[1], level: fields[2], force: force, says: fields[6],
      kind: String(Substring(fields[4].utf8.prefix { $0 != UInt8(ascii: " ") })), test: test,
      because: fields.count > 7 ? fields[7] : nil,
      mark: Standard.mark(fields[5], in: line))
  }
}
