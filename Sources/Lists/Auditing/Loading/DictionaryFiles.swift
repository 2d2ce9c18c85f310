import Blocklists
import Bytes
package import Diagnostics
import Files
package import GuessModels
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
    let tell: (any Diagnosable) -> Void = { problem in
      if problem.severity == .warning { warnings.append(problem.line) }
      tell(problem)
    }
    let (inputs, problems) = ListInput.resolve(files)
    for problem in problems { tell(problem) }
    var isComplete = !problems.contains { $0.severity == .error }
    for input in inputs {
      let sample = BlocklistSample(of: input)
      if sample.isOfHashes || sample.form.isOfDigests {
        tell(DictionaryProblem.hashes(file: input.name))
        isComplete = false
        continue
      }
      if sample.form == .plain {
        for doubt in sample.doubts { tell(doubt) }
      } else {
        tell(DictionaryProblem.otherForm(file: input.name, sample.form))
      }
      let summary = reader.add(input, name: listName(input.name), stop: stop)
      let counts = summary.counts
      for problem in summary.list.problems { tell(BlocklistBytes(problem: problem)) }
      isComplete = isComplete && summary.list.isComplete
      if counts.beyondLimit > 0 {
        tell(DictionaryProblem.noRoom(file: input.name, words: counts.beyondLimit))
        isComplete = false
      }
      if counts.overLong > 0 {
        tell(DictionaryProblem.overLong(file: input.name, lines: counts.overLong))
      }
      if counts.added == 0, counts.beyondLimit == 0 {
        tell(DictionaryProblem.nothing(file: input.name, repeated: counts.repeated))
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

/// A dictionary that is not what its user may intend.
enum DictionaryProblem: Diagnosable {
  /// Its lines are hashes.
  case hashes(file: String)
  /// Its lines have counts.
  case otherForm(file: String, ListForm)
  /// No word is new.
  case nothing(file: String, repeated: Int)
  /// Lines that no password equals.
  case overLong(file: String, lines: Int)
  /// So many words were not taken.
  case noRoom(file: String, words: Int)

  var severity: Severity {
    switch self {
    case .otherForm, .overLong: .warning
    case .nothing(_, let repeated): repeated > 0 ? .warning : .error
    case .noRoom, .hashes: .error
    }
  }

  var location: Location? {
    switch self {
    case .hashes(let file), .otherForm(let file, _), .nothing(let file, _), .overLong(let file, _),
      .noRoom(let file, _):
      Location(file: file)
    }
  }

  var found: String {
    switch self {
    case .hashes: "the lines are hashes, which no password equals"
    case .otherForm: "the lines look like words with counts, and each whole line is a word"
    case .nothing(_, 0): "dictionary without a word"
    case .nothing(_, let repeated):
      "dictionary without a new word: those before it have all \(repeated)"
    case .overLong(_, let lines):
      "lines of more than \(Schema.longestLine) bytes, which no password equals: \(lines)"
    case .noRoom(_, let words): "words more than dictionaries can hold: \(words)"
    }
  }

  var expected: String? {
    switch self {
    case .hashes, .otherForm, .nothing: "a word on each line, likeliest first"
    case .overLong: nil
    case .noRoom: "at most 536,870,911 words and 4,294,967,295 characters in all dictionaries"
    }
  }

  var remedy: String? {
    switch self {
    case .hashes: "Give the words themselves."
    case .otherForm: "Write the words alone to a file, likeliest first."
    case .nothing(_, 0): "Check the file."
    case .nothing, .overLong: nil
    case .noRoom: "Give the likeliest words: head -n 100000000 FILE."
    }
  }
}

extension TrainedModel {
  /// Opens the file that a user named, and checks every byte.
  ///
  /// - Throws: `ModelProblem`.
  package convenience init(opening path: String) throws(ModelProblem) {
    do throws(ModelFault) { try self.init(path: path) } catch {
      throw ModelProblem(file: path, error)
    }
  }
}
