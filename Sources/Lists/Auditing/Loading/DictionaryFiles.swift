import Blocklists
import Bytes
package import Diagnostics
import Files
import GuessModels
package import Intake
import Passwords

extension OwnWords {
  /// Reads dictionaries: ranked words, one on each line, likeliest first.
  ///
  /// Files are read like blocklists: packed or not, UTF-16 is converted, empty lines are left out,
  /// and a line that begins with `#` is a word like the others, which a note states.
  ///
  /// - Parameters:
  ///   - contextWords: Words that come before those of the first file.
  ///   - files: The files, in the order of ranks; a directory stands for its files.
  ///   - stop: Ends the reading early when raised.
  ///   - tell: Receives every problem.
  /// - Throws: ``ProblemsTold`` if a file cannot be read to its end or adds no word.
  package init(
    contextWords: [String], files: [String], stop: StopFlag = StopFlag(),
    tell: @escaping ProblemHandler
  ) throws {
    var reader = OwnWords.Reader(contextWords: contextWords)
    var warnings: [String] = []
    let tell: (Problem) -> Void = { problem in
      if problem.severity == .warning { warnings.append(problem.line) }
      tell(problem)
    }
    let (inputs, problems) = ListInput.resolve(files)
    for problem in problems { tell(problem.problem) }
    var isComplete = !problems.contains { $0.severity == .error }
    for input in inputs {
      let sample = BlocklistSample(of: input)
      if sample.isOfHashes || sample.form.isOfDigests {
        tell(Problem.hashesAsWords(input.name))
        isComplete = false
        continue
      }
      if sample.form == .plain {
        for doubt in sample.doubts { tell(doubt) }
      } else {
        tell(Problem.countedWords(input.name))
      }
      let summary = reader.add(input, name: listName(input.name), stop: stop)
      let counts = summary.counts
      for problem in summary.list.problems { tell(problem.ofBlocklist) }
      isComplete = isComplete && summary.list.isComplete
      if counts.beyondLimit > 0 {
        tell(Problem.manyWords(input.name, words: counts.beyondLimit))
        isComplete = false
      }
      if counts.overLong > 0 {
        tell(Problem.overLongWords(input.name, lines: counts.overLong))
      }
      if counts.added == 0, counts.beyondLimit == 0 {
        tell(Problem.noNewWord(input.name, repeated: counts.repeated))
        if counts.repeated == 0 { isComplete = false }
      }
    }
    if !isComplete { throw ProblemsTold() }
    self.init(reader)
    self.warnings = warnings
  }

  /// Identifies all words; empty without any.
  var digest: String {
    let context = contextWords.isEmpty ? [] : [Checksum.text(of: contextWords)]
    let own = dictionaries.map { "sha256:\(hexadecimal($0.sha256)):\($0.wordCount)" }
    return (context + own).joined(separator: ",")
  }
}

// A dictionary that is not what its user may intend.
extension Problem {
  /// Its lines are hashes.
  fileprivate static func hashesAsWords(_ file: String) -> Problem {
    Problem(
      "hashes-as-words", in: file, "the lines are hashes, which no password equals",
      expected: words, remedy: "Give the words themselves.")
  }

  /// Its lines have counts.
  fileprivate static func countedWords(_ file: String) -> Problem {
    Problem(
      "counted-words", in: file,
      "the lines look like words with counts, and each whole line is a word", expected: words,
      remedy: "Write the words alone to a file, likeliest first.", .warning)
  }

  /// No word is new.
  fileprivate static func noNewWord(_ file: String, repeated: Int) -> Problem {
    repeated == 0
      ? Problem(
        "no-word", in: file, "dictionary without a word", expected: words,
        remedy: "Name another file with --dictionary.")
      : Problem(
        "no-new-word", in: file,
        "dictionary without a new word: those before it have all \(repeated)", expected: words,
        .warning)
  }

  /// Lines that no password equals.
  fileprivate static func overLongWords(_ file: String, lines: Int) -> Problem {
    Problem(
      "over-long-words", in: file,
      "lines of more than \(Schema.longestLine) bytes, which no password equals: \(lines)", .warning
    )
  }

  /// So many words were not taken.
  fileprivate static func manyWords(_ file: String, words: Int) -> Problem {
    Problem(
      "many-words-of-dictionaries", in: file, "words more than dictionaries can hold: \(words)",
      expected: "at most 536,870,911 words and 4,294,967,295 characters in all dictionaries",
      remedy: "Give the likeliest words: head -n 100000000 FILE.")
  }

  private static let words = "a word on each line, likeliest first"
}
