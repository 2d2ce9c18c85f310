import ArgumentParser
import Auditing
import Blocklists
import Diagnostics
import Intake
import PasswordRules
import Reporting

/// Which blocklists passwords are compared with.
struct BlocklistOptions: ParsableArguments {
  @Option(
    name: .customLong("blocklist"),
    help: ArgumentHelp(
      "A list of refused values: one that 'audit blocklist build' compiled, or text, plain or gzip; "
        + "repeat for more. Replaces the built-in one.",
      valueName: "file"),
    completion: .file())
  var files: [String] = []

  @OptionGroup var forms: ListFormOptions

  @Flag(name: .customLong("no-blocklist"), help: "Compare with no blocklist.")
  var isOff = false

  @Flag(
    name: .customLong("exact"),
    help: "Fail where more than half a false hit is to be expected of the blocklists.")
  var isExact = false

  func validate() throws {
    if isOff, !files.isEmpty {
      throw ValidationError("--no-blocklist and --blocklist exclude each other.")
    }
  }

  /// Reads the lists of the run, and those that policies name, each once.
  ///
  /// The word `default` in a policy means the lists of the run: the built-in one, or those that
  /// replace it; with `fold` they are read again, to be compared so.
  ///
  /// - Throws: ``Outcome/impossible`` once every problem has been told: a list that can be read
  ///   only in part would let through what it should refuse.
  func load(for policies: [Policy], stop: StopFlag) throws -> LoadedBlocklists {
    var loaded = try LoadedBlocklists(forms)
    var failed = !loadDefault(.exact, for: .blocklist(.builtIn, .exact), into: &loaded, stop)
    var (seen, isTold) = (Set<ListReference>(), false)
    for reference in policies.flatMap(\.lists) where seen.insert(reference).inserted {
      switch reference {
      case .blocklist(.builtIn, _) where isOff:
        if !isTold { Terminal.tell(DoubtfulList.switchedOff) }
        isTold = true
      case .blocklist(.builtIn, .exact): break
      case .blocklist(.builtIn, .fold):
        failed = !loadDefault(.fold, for: reference, into: &loaded, stop) || failed
      case .blocklist(let source, let comparison):
        guard let path = source.path else { continue }
        failed = !loaded.add(file: path, comparison, for: reference, stop: stop) || failed
      case .context(let words): loaded.add(contextWords: words, for: reference)
      }
    }
    if failed { throw Outcome.impossible }
    try loaded.join()
    return loaded
  }

  /// Reads the lists of the run, and says whether all were read to their end.
  private func loadDefault(
    _ comparison: ListReference.Comparison, for reference: ListReference,
    into loaded: inout LoadedBlocklists, _ stop: StopFlag
  ) -> Bool {
    if isOff { return true }
    if files.isEmpty { loaded.addBuiltIn(comparison, for: reference) }
    var complete = true
    for file in files {
      complete = loaded.add(file: file, comparison, for: reference, stop: stop) && complete
    }
    return complete
  }
}

/// Blocklists in memory, and which bits stand for which reference in a policy.
struct LoadedBlocklists {
  /// The lists, looked up together.
  private(set) var set: BlocklistSet
  private var sources: [BlocklistSource] = []
  private var digests: [String?] = []
  private var masks: [ListReference: UInt32] = [:]
  private var contextCount = 0
  private let forms: ListFormOptions

  /// Starts with no list; `default` means none.
  init(_ forms: ListFormOptions) throws(BlocklistProblem) {
    self.forms = forms
    set = try BlocklistSet([])
    for comparison in ListReference.Comparison.allCases {
      masks[.blocklist(.builtIn, comparison)] = 0
    }
  }

  /// Adds the list that comes with the program.
  mutating func addBuiltIn(
    _ comparison: ListReference.Comparison, for reference: ListReference
  ) {
    let list = BlocklistBuilder.builtIn(
      comparison: comparison.ofBlocklist, name: comparison.naming("built-in"))
    add(.values(list), digest: nil, for: reference)
  }

  /// Adds the words of a rule `context`.
  mutating func add(contextWords words: [String], for reference: ListReference) {
    contextCount += 1
    let name = contextCount == 1 ? "context" : "context-\(contextCount)"
    add(.values(.context(words, name: name)), digest: nil, for: reference)
  }

  /// Reads a list from a file, or maps it, and tells of what is wrong with it.
  ///
  /// - Parameter comparison: How passwords are to be compared; nil for exactly or, where a list is
  ///   compiled, however it was.
  /// - Returns: Whether it is there to its end.
  mutating func add(
    file: String, _ comparison: ListReference.Comparison?, for reference: ListReference,
    stop: StopFlag
  ) -> Bool {
    if CompiledBlocklist.isRecognised(path: file) {
      return add(compiled: file, comparison, for: reference)
    }
    let (comparison, forms) = (comparison ?? .exact, forms)
    if RangeDirectory.isRecognised(path: file) {
      return addCompiling(comparison, for: reference) { compilation in
        try compilation.add(file, forms, stop: stop)
      }
    }
    let (inputs, problems) = ListInput.resolve([file])
    for problem in problems { Terminal.tell(problem) }
    var complete = !problems.contains { $0.severity == .error } && !inputs.isEmpty
    for input in inputs {
      let form = forms.form(of: input)
      if form == .plain {
        complete = add(input, comparison, for: reference, stop) && complete
      } else {
        complete =
          addCompiling(comparison, for: reference) { compilation in
            try compilation.add(input, form, forms, stop: stop)
          } && complete
      }
    }
    return complete
  }

  private mutating func add(
    _ input: ListInput, _ comparison: ListReference.Comparison, for reference: ListReference,
    _ stop: StopFlag
  ) -> Bool {
    var builder = BlocklistBuilder(
      name: comparison.naming(listName(input.name)), provenance: input.name,
      comparison: comparison.ofBlocklist)
    let summary = builder.addLines(of: input, stop: stop)
    for problem in summary.problems { Terminal.tell(problem) }
    add(.values(builder), digest: hexadecimal(summary.sha256), for: reference)
    return summary.isComplete
  }

  private mutating func add(
    compiled file: String, _ comparison: ListReference.Comparison?, for reference: ListReference
  ) -> Bool {
    do throws(CompiledFault) {
      let name = comparison?.naming(listName(file)) ?? listName(file)
      return add(try CompiledBlocklist(path: file, name: name), comparison, for: reference)
    } catch {
      Terminal.tell(CompiledProblem(file: file, error))
      return false
    }
  }

  private mutating func add(
    _ list: CompiledBlocklist, _ comparison: ListReference.Comparison?,
    for reference: ListReference
  ) -> Bool {
    let compared = list.header.comparison
    if let comparison, compared != comparison.ofBlocklist,
      !(compared.isOfDigests && comparison == .exact)
    {
      Terminal.tell(UnlikeComparison(list: list.name, of: compared, asked: comparison))
      return false
    }
    add(.compiled(list), digest: nil, for: reference)
    return true
  }

  /// Compiles a list that is no plain text into a file that is gone at the end of the run.
  private mutating func addCompiling(
    _ comparison: ListReference.Comparison, for reference: ListReference,
    _ read: (inout Compilation) throws -> Void
  ) -> Bool {
    do {
      var compilation = Compilation(
        comparison.ofBlocklist, temporaryDirectory: temporaryDirectory, first: nil, memory: nil)
      try read(&compilation)
      let list = try compilation.finish(naming: comparison.naming)
      return add(list, comparison, for: reference)
    } catch {
      (error as? any Diagnosable).map { Terminal.tell($0.message) }
      return false
    }
  }

  private mutating func add(
    _ source: BlocklistSource, digest: String?, for reference: ListReference
  ) {
    masks[reference, default: 0] |= 1 << UInt32(sources.count)
    sources.append(source)
    digests.append(digest)
  }

  /// Joins what was added.
  mutating func join() throws(BlocklistProblem) { set = try BlocklistSet(sources: sources) }

  /// The bits of the lists that a reference means; nil where nobody has read them.
  func mask(of reference: ListReference) -> UInt32? { masks[reference] }

  /// What a manifest says of the lists.
  func manifest(lookups: UInt64) -> [Manifest.Blocklist] {
    zip(set.blocklists, digests).map { list, digest in
      Manifest.Blocklist(
        name: list.name, comparison: list.comparison.rawValue, values: list.valueCount,
        sha256: digest, expectedFalseHits: list.expectedFalseHits(lookups: lookups))
    }
  }
}

extension ListReference.Comparison {
  /// How the blocklists call it.
  var ofBlocklist: Blocklist.Comparison {
    switch self {
    case .exact: .exact
    case .fold: .fold
    }
  }

  /// What reports call a list that is compared so.
  func naming(_ list: String) -> String { self == .exact ? list : "\(list) (fold)" }
}

/// A compiled list whose values are compared in another way than a policy asks for.
struct UnlikeComparison: Diagnosable {
  let list: String
  let comparison: Blocklist.Comparison
  let asked: ListReference.Comparison

  init(
    list: String, of comparison: Blocklist.Comparison, asked: ListReference.Comparison
  ) {
    self.list = list
    self.comparison = comparison
    self.asked = asked
  }

  var location: Location? { nil }
  var found: String { "the list '\(list)' was compiled for comparison by '\(comparison.rawValue)'" }
  var expected: String? { "'\(asked.rawValue)', as the run or a policy asks for" }
  var remedy: String? {
    comparison.isOfDigests
      ? "Digests can only be compared exactly."
      : "Compile it again: audit blocklist build --compare \(asked.rawValue) …"
  }
}

/// A list that a policy names and that does not do what its author may think.
enum DoubtfulList: Diagnosable {
  case switchedOff

  var location: Location? { nil }
  var found: String { "a policy asks for the default blocklist, and --no-blocklist turns it off" }
  var expected: String? { nil }
  var remedy: String? { "Its rule 'blocklist' refuses nothing in this run." }
  var severity: Severity { .warning }
}
