import Bytes
package import Diagnostics
import Intake
import Passwords

/// A file of guess numbers, as a user names it.
///
///     GuessFile("pcfg=lookupresults.txt.gz")   // source pcfg
///     GuessFile("lookupresults.txt.gz")        // source lookupresults
package struct GuessFile: Hashable, Sendable {
  /// The name of its source.
  let source: String
  package let path: String
  /// Whether it lists passwords in the order of guessing.
  let isInOrder: Bool

  /// Reads `NAME=FILE` or `FILE`; a name has letters and digits of ASCII, `.`, `_` and `-`.
  package init(_ text: String, isInOrder: Bool = false) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let isNamed = parts.count == 2 && !parts[0].isEmpty && parts[0].allSatisfy(Self.isOfName)
    path = isNamed ? String(parts[1]) : text
    var name = isNamed ? String(parts[0]) : listName(path)
    if !isNamed, name.hasSuffix(".tsv") { name.removeLast(4) }
    source = String(name.map { Self.isOfName($0) ? $0 : "_" })
    self.isInOrder = isInOrder
  }

  private static func isOfName(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "._-".contains(character))
  }
}

extension BroughtGuesses {
  /// Reads the files of each source, in the order in which sources are named first.
  ///
  /// - Throws: ``ProblemsTold`` if there are too many sources, or if a file cannot be read to its
  ///   end, has no number, or has more passwords than there is room for.
  package static func sources(
    _ named: [GuessFile], tell: @escaping ProblemHandler
  ) throws -> [BroughtGuesses] {
    var names: [String] = []
    for file in named where !names.contains(file.source) { names.append(file.source) }
    if names.count > Fact.brought.count {
      tell(TooManyGuessSources(names: names))
      throw ProblemsTold()
    }
    var room = Reader.mostEntries
    return try names.map { name in
      let guesses = try BroughtGuesses(
        Reader(source: name, room: room), named.filter { $0.source == name }, tell: tell)
      room -= guesses.count
      return guesses
    }
  }

  /// Reads the files of a source; of several numbers of a password the least counts.
  private init(
    _ reader: consuming Reader, _ named: [GuessFile], tell: @escaping ProblemHandler
  ) throws {
    var reader = reader
    let stop = StopFlag()
    var isComplete = true
    for file in named {
      let (inputs, problems) = ListInput.resolve([file.path])
      for problem in problems { tell(problem) }
      isComplete = isComplete && !problems.contains { $0.severity == .error }
      for input in inputs {
        let read = reader.add(input, isInOrder: file.isInOrder, stop: stop)
        for problem in read.list.problems { tell(BlocklistBytes(problem: problem)) }
        isComplete = isComplete && read.list.isComplete
        for problem in GuessFileProblem.of(read, file: input.name) {
          tell(problem)
          isComplete = isComplete && problem.severity != .error
        }
      }
    }
    if !isComplete { throw ProblemsTold() }
    self.init(reader)
  }

  /// Names the files in recordings: `guesses:pcfg (1200 entries, sha256:…)`.
  var name: String {
    files.map { "\(label) (\($0.entries) entries, sha256:\(hexadecimal($0.sha256)))" }
      .joined(separator: ", ")
  }
}

extension StrengthSettings {
  /// The same with brought guess numbers.
  ///
  /// - Throws: As `BroughtGuesses.sources`.
  package func using(
    guesses files: [GuessFile], tell: @escaping ProblemHandler
  ) throws -> StrengthSettings {
    if files.isEmpty { return self }
    var settings = self
    settings.guesses = try BroughtGuesses.sources(files, tell: tell)
    settings.guessesName = settings.guesses.map(\.name).joined(separator: ", ")
    return settings
  }
}

/// More sources of guess numbers than a signature has room for.
private struct TooManyGuessSources: Diagnosable {
  let names: [String]

  var location: Location? { nil }
  var found: String { "\(names.count) sources of guess numbers: \(names.joined(separator: ", "))" }
  var expected: String? { "at most \(Fact.brought.count)" }
  var remedy: String? {
    "Give several files one name, as in --guesses pcfg=FILE: the least of their numbers counts."
  }
}

/// A file of guess numbers that is not what its user may intend.
enum GuessFileProblem: Diagnosable {
  /// Its first line tells no form.
  case unknownForm(file: String)
  /// No line has a number.
  case nothing(file: String)
  /// So many lines have no number; the first of them.
  case malformed(file: String, lines: UInt64, first: UInt64)
  /// So many entries were not taken.
  case noRoom(file: String, entries: UInt64)

  /// The problems of a file that was read.
  static func of(_ read: BroughtGuesses.Reader.Summary, file: String) -> [GuessFileProblem] {
    let counts = read.counts
    if !read.list.isComplete { return [] }
    guard read.form != nil else { return [.unknownForm(file: file)] }
    if counts.beyondLimit > 0 { return [.noRoom(file: file, entries: counts.beyondLimit)] }
    if counts.entries == 0 { return [.nothing(file: file)] }
    return counts.malformed == 0
      ? [] : [.malformed(file: file, lines: counts.malformed, first: counts.firstMalformed)]
  }

  var severity: Severity { if case .malformed = self { .warning } else { .error } }

  var location: Location? {
    switch self {
    case .unknownForm(let file), .nothing(let file), .malformed(let file, _, _),
      .noRoom(let file, _):
      Location(file: file)
    }
  }

  var found: String {
    switch self {
    case .unknownForm: "the first line does not say how lines state numbers of guesses"
    case .nothing: "no line states a number of guesses"
    case .malformed(_, let lines, let first):
      "lines without a number of guesses, which are left out: \(lines), the first is line \(first)"
    case .noRoom(_, let entries): "passwords more than there is room for: \(entries)"
    }
  }

  var expected: String? {
    switch self {
    case .unknownForm:
      "a heading 'password<TAB>guesses' or 'password<TAB>log10', or the seven columns of CMU's guess "
        + "calculator"
    case .nothing, .malformed: "a password, a tab and a number on each line"
    case .noRoom: "at most \(BroughtGuesses.Reader.mostEntries) in all files"
    }
  }

  var remedy: String? {
    switch self {
    case .unknownForm:
      "Write the heading above the first line, and tabs where CSV has commas; a list in the order of "
        + "guessing goes with --guess-order."
    case .nothing, .malformed: nil
    case .noRoom: "Leave out passwords that the lists do not hold."
    }
  }
}
