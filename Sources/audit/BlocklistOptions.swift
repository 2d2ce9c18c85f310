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

  /// Reads the lists of the run, and those that policies name.
  ///
  /// The word `default` in a policy means the lists of the run: the built-in one, or those that
  /// replace it.
  ///
  /// - Throws: ``Outcome/impossible`` once every problem has been told: a list that can be read
  ///   only in part would let through what it should refuse.
  func load(for policies: [Policy], stop: StopFlag) throws -> LoadedBlocklists {
    var loaded = try LoadedBlocklists()
    var failed = false
    if !isOff, files.isEmpty { loaded.add(.builtIn(), digest: nil, default: true) }
    for file in files {
      failed = !loaded.add(file: file, default: true, stop: stop) || failed
    }
    for reference in policies.flatMap(\.lists) {
      switch reference {
      case .blocklist(.builtIn, .exact):
        if isOff { Terminal.tell(DoubtfulList.switchedOff) }
      case .blocklist(let source, .exact):
        guard let path = source.path else { continue }
        failed = !loaded.add(file: path, for: reference, stop: stop) || failed
      case .blocklist(_, .fold), .context:
        throw DoubtfulList.unsupported("\(reference)")
      }
    }
    if failed { throw Outcome.impossible }
    try loaded.join()
    return loaded
  }
}

/// Blocklists in memory, and which bits stand for which reference in a policy.
struct LoadedBlocklists {
  /// The lists, looked up together.
  private(set) var set: BlocklistSet
  private var builders: [BlocklistBuilder] = []
  private var digests: [String?] = []
  private var defaultMask: UInt32 = 0
  private var masks: [ListReference: UInt32] = [:]

  /// Starts with no list.
  init() throws(BlocklistProblem) { set = try BlocklistSet([]) }

  /// Adds a list; says whether it is one that `default` means.
  mutating func add(_ builder: BlocklistBuilder, digest: String?, default isDefault: Bool) {
    if isDefault { defaultMask |= 1 << UInt32(builders.count) }
    builders.append(builder)
    digests.append(digest)
  }

  /// Reads a list from a file, and tells of what is wrong with it.
  ///
  /// - Returns: Whether it was read to its end.
  mutating func add(
    file: String, default isDefault: Bool = false, for reference: ListReference? = nil,
    stop: StopFlag
  ) -> Bool {
    let (inputs, problems) = ListInput.resolve([file])
    for problem in problems { Terminal.tell(problem) }
    var complete = !problems.contains { $0.severity == .error } && !inputs.isEmpty
    for input in inputs {
      var builder = BlocklistBuilder(name: listName(input.name), provenance: input.name)
      let summary = builder.addLines(of: input, stop: stop)
      for problem in summary.problems { Terminal.tell(problem) }
      complete = complete && summary.isComplete
      if let reference { masks[reference, default: 0] |= 1 << UInt32(builders.count) }
      add(builder, digest: hexadecimal(summary.sha256), default: isDefault)
    }
    return complete
  }

  /// Joins what was added into one table.
  mutating func join() throws(BlocklistProblem) { set = try BlocklistSet(builders) }

  /// The bits of the lists that a reference means.
  func mask(of reference: ListReference) -> UInt32? {
    if case .blocklist(.builtIn, _) = reference { return defaultMask }
    return masks[reference]
  }

  /// What a manifest says of the lists.
  func manifest(lookups: UInt64) -> [Manifest.Blocklist] {
    zip(set.blocklists, digests).map { list, digest in
      Manifest.Blocklist(
        name: list.name, values: list.valueCount, sha256: digest,
        expectedFalseHits: Double(list.valueCount) * Double(lookups) * 0x1p-64)
    }
  }
}

/// A list that a policy names and that does not do what its author may think.
enum DoubtfulList: Diagnosable {
  case switchedOff
  case unsupported(String)

  var location: Location? { nil }

  var found: String {
    switch self {
    case .switchedOff: "a policy asks for the default blocklist, and --no-blocklist turns it off"
    case .unsupported(let text): "this version cannot evaluate '\(text)'"
    }
  }

  var expected: String? { nil }

  var remedy: String? {
    switch self {
    case .switchedOff: "Its rule 'blocklist' refuses nothing in this run."
    case .unsupported: "Leave the rule out, or compare exactly."
    }
  }

  var severity: Severity {
    switch self {
    case .switchedOff: .warning
    case .unsupported: .error
    }
  }
}
