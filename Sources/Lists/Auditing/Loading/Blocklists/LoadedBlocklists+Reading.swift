import Blocklists
import Bytes
import Diagnostics
import Files
import Intake
import PasswordPolicies
import Passwords

extension LoadedBlocklists {
  /// Whether a list has a value that can refuse a password.
  var hasUsableValues: Bool { sources.contains(where: \.hasUsableValues) }

  /// Reads the lists of one reference, one by one; banned terms are scored together.
  ///
  /// - Returns: Whether all were read to their ends.
  mutating func add(
    files: [String], _ comparison: ListComparison, for reference: ListReference,
    stop: StopFlag
  ) -> Bool {
    if comparison == .entraLike { return add(terms: files, for: reference, stop: stop) }
    var complete = true
    for file in files {
      let before = sources.count
      let isWhole = add(file: file, comparison, for: reference, stop: stop)
      let isUsable = sources[before...].contains(where: \.hasUsableValues)
      if isWhole, !isUsable {
        let unfit = sources[before...].reduce(0) { $0 + $1.unfitCount }
        tell(NoUsableValue(file: file, unfit: unfit))
      }
      complete = isWhole && isUsable && complete
    }
    return complete
  }

  /// Reads banned terms, which join the built-in ones.
  private mutating func add(
    terms files: [String], for reference: ListReference, stop: StopFlag
  ) -> Bool {
    let comparison = ListComparison.entraLike
    let names = files.map { comparison.naming(listName($0)) }
    var terms = builtIn(comparison, name: names.first ?? comparison.naming("built-in"))
    var digests: [String] = []
    let (inputs, problems) = ListInput.resolve(files)
    for problem in problems { tell(problem) }
    var complete = !problems.contains { $0.severity == .error } && !inputs.isEmpty
    for input in inputs {
      let form = forms.form(of: input, tell: tell)
      guard form == .plain else {
        if form != nil { tell(NotPlain(file: input.name, asked: comparison)) }
        complete = false
        continue
      }
      let summary = terms.addLines(of: input, stop: stop)
      for problem in summary.problems { tell(BlocklistBytes(problem: problem)) }
      complete = complete && summary.isComplete
      digests.append(hexadecimal(summary.sha256))
    }
    if complete, terms.customTermCount == 0, terms.unfitCount == 0 {
      tell(NoUsableValue(file: files.joined(separator: ", "), unfit: 0))
      return false
    }
    if terms.unfitCount > 0 { tell(DoubtfulList.unfitTerms(terms.unfitCount)) }
    add(.values(terms), digest: digests.joined(separator: " "), for: reference)
    return complete
  }

  /// Reads a list from a file, or maps it, and reports its problems.
  ///
  /// Without a comparison, passwords are compared exactly or as a compiled list was made.
  ///
  /// - Returns: Whether it was read to its end.
  mutating func add(
    file: String, _ comparison: ListComparison?, for reference: ListReference,
    stop: StopFlag
  ) -> Bool {
    if CompiledBlocklist.isRecognised(path: file) {
      return add(compiled: file, comparison, for: reference)
    }
    let (comparison, forms) = (comparison ?? .exact, forms)
    if RangeDirectory.isRecognised(path: file) {
      return addCompiling(file, comparison, for: reference) { compilation in
        try compilation.add(file, forms, stop: stop)
      }
    }
    let (inputs, problems) = ListInput.resolve([file])
    for problem in problems { tell(problem) }
    var complete = !problems.contains { $0.severity == .error } && !inputs.isEmpty
    for input in inputs {
      guard let form = forms.form(of: input, tell: tell) else { return false }
      if form == .plain {
        complete = add(input, comparison, for: reference, stop) && complete
      } else {
        complete =
          addCompiling(input.name, comparison, for: reference) { compilation in
            try compilation.add(input, form, forms, stop: stop)
          } && complete
      }
    }
    return complete
  }

  private mutating func add(
    _ input: ListInput, _ comparison: ListComparison, for reference: ListReference,
    _ stop: StopFlag
  ) -> Bool {
    var builder = BlocklistBuilder(
      name: comparison.naming(listName(input.name)), provenance: input.name,
      comparison: comparison)
    let summary = builder.addLines(of: input, stop: stop)
    for problem in summary.problems { tell(BlocklistBytes(problem: problem)) }
    add(.values(builder), digest: hexadecimal(summary.sha256), for: reference)
    return summary.isComplete
  }

  private mutating func add(
    compiled file: String, _ comparison: ListComparison?, for reference: ListReference
  ) -> Bool {
    do throws(CompiledFault) {
      let name = comparison?.naming(listName(file)) ?? listName(file)
      return add(try CompiledBlocklist(path: file, name: name), comparison, for: reference)
    } catch {
      tell(CompiledProblem(file: file, error))
      return false
    }
  }

  private mutating func add(
    _ list: CompiledBlocklist, _ comparison: ListComparison?,
    for reference: ListReference
  ) -> Bool {
    let compared = list.header.comparison
    if let comparison, compared != comparison,
      !(compared.isOfDigests && comparison == .exact)
    {
      tell(UnlikeComparison(list: list.name, comparison: compared, asked: comparison))
      return false
    }
    add(.compiled(list), digest: nil, for: reference)
    return true
  }

  /// Compiles a list other than plain text into a temporary file, which ends with the run.
  private mutating func addCompiling(
    _ file: String, _ comparison: ListComparison, for reference: ListReference,
    _ read: (inout Compilation) throws -> Void
  ) -> Bool {
    guard comparison.isByFingerprint else {
      tell(NotPlain(file: file, asked: comparison))
      return false
    }
    do {
      var compilation = Compilation(
        comparison, temporaryDirectory: temporaryDirectory, tell: tell)
      try read(&compilation)
      let list = try compilation.finish(naming: comparison.naming)
      return add(list, comparison, for: reference)
    } catch {
      (error as? any Diagnosable).map(tell)
      return false
    }
  }
}

/// A compiled list has another comparison than a policy requires.
struct UnlikeComparison: Diagnosable {
  let list: String
  let comparison: ListComparison
  let asked: ListComparison

  var location: Location? { nil }
  var found: String { "the list '\(list)' was compiled for comparison by '\(comparison.rawValue)'" }
  var expected: String? { "'\(asked.rawValue)', as the run or a policy asks for" }
  var remedy: String? {
    if comparison.isOfDigests { return "Digests can only be compared exactly." }
    return asked.isByFingerprint
      ? "Compile it again: audit blocklist build --compare \(asked.rawValue) …"
      : "Give the text file that it was compiled from."
  }
}

/// A list that is not plain text is to be compared other than by fingerprints.
struct NotPlain: Diagnosable {
  let file: String
  let asked: ListComparison

  var location: Location? { Location(file: file) }
  var found: String { "the lines hold counts or digests, not only values" }
  var expected: String? { "a value a line, to be compared by '\(asked.rawValue)'" }
  var remedy: String? { nil }
}
