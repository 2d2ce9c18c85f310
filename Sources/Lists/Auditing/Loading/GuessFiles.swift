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
      tell(Problem.manyGuessSources(names))
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
      for problem in problems { tell(problem.problem) }
      isComplete = isComplete && !problems.contains { $0.severity == .error }
      for input in inputs {
        let read = reader.add(input, isInOrder: file.isInOrder, stop: stop)
        for problem in read.list.problems { tell(problem.ofBlocklist) }
        isComplete = isComplete && read.list.isComplete
        if let problem = Problem.ofGuesses(read, in: input.name) {
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

// Files of guess numbers that are not what their user may intend.
extension Problem {
  /// More sources of guess numbers than a signature has room for.
  fileprivate static func manyGuessSources(_ names: [String]) -> Problem {
    Problem(
      "many-guess-sources",
      "\(names.count) sources of guess numbers: \(names.joined(separator: ", "))",
      expected: "at most \(Fact.brought.count)",
      remedy:
        "Give several files one name, as in --guesses pcfg=FILE: the least of their numbers counts."
    )
  }

  /// The problem of a file that was read; nil if there is none.
  fileprivate static func ofGuesses(
    _ read: BroughtGuesses.Reader.Summary, in file: String
  ) -> Problem? {
    let counts = read.counts
    let line = "a password, a tab and a number on each line"
    if !read.list.isComplete { return nil }
    if read.form == nil {
      return Problem(
        "unknown-guesses", in: file,
        "the first line does not say how lines state numbers of guesses",
        expected:
          "a heading 'password<TAB>guesses' or 'password<TAB>log10', or the seven columns of CMU's guess "
          + "calculator",
        remedy:
          "Write the heading above the first line, and tabs where CSV has commas; a list in the order of "
          + "guessing goes with --guess-order.")
    }
    if counts.beyondLimit > 0 {
      return Problem(
        "many-guesses", in: file, "passwords more than there is room for: \(counts.beyondLimit)",
        expected: "at most \(BroughtGuesses.Reader.mostEntries) in all files",
        remedy: "Leave out passwords that the lists do not hold.")
    }
    if counts.entries == 0 {
      return Problem("no-guesses", in: file, "no line states a number of guesses", expected: line)
    }
    return counts.malformed == 0
      ? nil
      : Problem(
        "malformed-guesses", in: file,
        "lines without a number of guesses, which are left out: \(counts.malformed), the first is line "
          + "\(counts.firstMalformed)", expected: line, .warning)
  }
}
