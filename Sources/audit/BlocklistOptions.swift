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
      "A list of refused values, one a line, plain or gzip; repeat for more. Replaces the built-in one.",
      valueName: "file"),
    completion: .file())
  var files: [String] = []

  @Flag(name: .customLong("no-blocklist"), help: "Compare with no blocklist.")
  var isOff = false

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
    var loaded = try LoadedBlocklists()
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
  private var builders: [BlocklistBuilder] = []
  private var digests: [String?] = []
  private var masks: [ListReference: UInt32] = [:]
  private var contextCount = 0

  /// Starts with no list; `default` means none.
  init() throws(BlocklistProblem) {
    set = try BlocklistSet([])
    for comparison in ListReference.Comparison.allCases {
      masks[.blocklist(.builtIn, comparison)] = 0
    }
  }

  /// Adds the list that comes with the program.
  mutating func addBuiltIn(
    _ comparison: ListReference.Comparison, for reference: ListReference
  ) {
    add(
      .builtIn(comparison: comparison.ofBlocklist, name: comparison.naming("built-in")),
      digest: nil, for: reference)
  }

  /// Adds the words of a rule `context`.
  mutating func add(contextWords words: [String], for reference: ListReference) {
    contextCount += 1
    let name = contextCount == 1 ? "context" : "context-\(contextCount)"
    add(.context(words, name: name), digest: nil, for: reference)
  }

  /// Reads a list from a file, and tells of what is wrong with it.
  ///
  /// - Returns: Whether it was read to its end.
  mutating func add(
    file: String, _ comparison: ListReference.Comparison, for reference: ListReference,
    stop: StopFlag
  ) -> Bool {
    let (inputs, problems) = ListInput.resolve([file])
    for problem in problems { Terminal.tell(problem) }
    var complete = !problems.contains { $0.severity == .error } && !inputs.isEmpty
    for input in inputs {
      var builder = BlocklistBuilder(
        name: comparison.naming(listName(input.name)), provenance: input.name,
        comparison: comparison.ofBlocklist)
      let summary = builder.addLines(of: input, stop: stop)
      for problem in summary.problems { Terminal.tell(problem) }
      complete = complete && summary.isComplete
      add(builder, digest: hexadecimal(summary.sha256), for: reference)
    }
    return complete
  }

  private mutating func add(
    _ builder: BlocklistBuilder, digest: String?, for reference: ListReference
  ) {
    masks[reference, default: 0] |= 1 << UInt32(builders.count)
    builders.append(builder)
    digests.append(digest)
  }

  /// Joins what was added into one table.
  mutating func join() throws(BlocklistProblem) { set = try BlocklistSet(builders) }

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
  fileprivate var ofBlocklist: Blocklist.Comparison {
    switch self {
    case .exact: .exact
    case .fold: .fold
    }
  }

  /// What reports call a list that is compared so.
  fileprivate func naming(_ list: String) -> String { self == .exact ? list : "\(list) (fold)" }
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
