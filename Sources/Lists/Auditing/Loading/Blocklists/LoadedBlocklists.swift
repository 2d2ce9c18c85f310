package import Blocklists
import Bytes
package import Diagnostics
import Files
package import Intake
package import PasswordPolicies
import Passwords
package import Tallies

/// Blocklists in memory, and the bits of each reference in a policy.
package struct LoadedBlocklists: Sendable {
  /// The lists, looked up together.
  package private(set) var set: BlocklistSet
  /// Whether the relations of passwords to their users' names are recorded beside the lists.
  let marksUsers: Bool
  private(set) var sources: [BlocklistSource] = []
  private(set) var digests: [String?] = []
  /// The number of the built-in list that is compared exactly; nil if it is not used.
  private(set) var builtIn: Int?
  private(set) var masks: [ListReference: UInt32] = [:]
  /// The references to the lists that the run was asked to compare with.
  private let asked: [ListReference]
  private var (contextCount, contextPartCount) = (0, 0)
  let forms: ListFormSettings
  let tell: ProblemHandler

  /// Words that passwords must not contain if terms are scored.
  let names: [String]

  /// Starts without lists; `asked` refers to those that the run is asked to compare with.
  init(
    _ forms: ListFormSettings, asked: [ListReference] = [], names: [String] = [],
    marksUsers: Bool = false, tell: @escaping ProblemHandler
  ) throws(Problem) {
    self.forms = forms
    self.asked = asked
    self.tell = tell
    self.marksUsers = marksUsers
    set = try BlocklistSet([])
    self.names = names
  }

  /// Opens one list, compiled or as a run takes it, to look single passwords up.
  ///
  /// - Throws: ``ProblemsTold`` if it cannot be read to its end, or a problem if it has no value.
  package init(
    opening file: String, _ forms: ListFormSettings, stop: StopFlag, tell: @escaping ProblemHandler
  ) throws {
    try self.init(forms, tell: tell)
    let reference = ListReference.blocklist(.file(file, directory: ""), .exact)
    guard add(file: file, nil, for: reference, stop: stop) else { throw ProblemsTold() }
    if !hasUsableValues { throw Problem.noUsableValue(file, isChecked: false) }
    try join()
  }

  /// Makes a reference mean no list.
  mutating func addNothing(for reference: ListReference) { masks[reference] = 0 }

  /// Adds the built-in list.
  mutating func addBuiltIn(
    _ comparison: ListComparison, for reference: ListReference
  ) {
    if comparison == .exact { builtIn = sources.count }
    add(
      .values(builtIn(comparison, name: comparison.naming("built-in"))), digest: nil, for: reference
    )
  }

  func builtIn(
    _ comparison: ListComparison, name: String
  ) -> BlocklistBuilder {
    var builder = BlocklistBuilder.builtIn(comparison: comparison, name: name)
    if comparison == .entraLike { for word in names { builder.add(name: word) } }
    return builder
  }

  /// Adds the words of a rule `context`.
  mutating func add(contextWords words: [String], for reference: ListReference) {
    contextCount += 1
    let name = contextCount == 1 ? "context" : "context-\(contextCount)"
    add(.values(.context(words, name: name)), digest: nil, for: reference)
  }

  /// Adds the words of a rule `context` that no password may contain.
  mutating func add(contextParts words: [String], for reference: ListReference) {
    contextPartCount += 1
    let number = contextPartCount == 1 ? "" : "-\(contextPartCount)"
    var builder = BlocklistBuilder(
      name: "context-substring\(number)", provenance: "context words inside passwords",
      comparison: .substring(of: .fold, atLeast: 3), isRanked: false)
    for word in words { builder.add(word.utf8Span.span) }
    add(.values(builder), digest: nil, for: reference)
  }

  /// Adds a list that was already read.
  mutating func add(_ source: BlocklistSource, digest: String?, for reference: ListReference) {
    masks[reference, default: 0] |= 1 << UInt32(sources.count)
    sources.append(source)
    digests.append(digest)
  }

  /// Combines the added lists.
  mutating func join() throws(Problem) {
    set = try BlocklistSet(sources: sources)
    let bits = demand.lists
    if bits > BlocklistSet.limit {
      throw .tooManyLists(bits, limit: BlocklistSet.limit)
    }
  }

  /// The facts to record: a bit for each list, and one for each relation to users' names.
  var demand: FactDemand {
    var demand = set.demand
    demand.lists += userRelations.count
    return demand
  }

  /// The recorded relations to users' names.
  private var userRelations: [UserNameRelation] { marksUsers ? UserNameRelation.allCases : [] }

  /// What each bit of ``demand`` records.
  var factSources: FactSources {
    var sources = FactSources()
    sources.lists = listSources
    sources.userRelations = userRelations.map(\.rawValue)
    return sources
  }

  /// Whether lists named users, from earlier knowledge or from what was detected.
  ///
  /// If no list with an unstated layout did, rules on users' names refused nothing, which is
  /// reported.
  package func usersFound(
    in summaries: [ListSummary], asking request: LayoutRequest, _ policies: [Policy]
  ) -> Bool {
    if !marksUsers || request.hasUsers { return marksUsers }
    if summaries.contains(where: \.namesUsers) { return true }
    policies.tellOfMissingUsers(tell)
    return false
  }

  /// The bits of a reference's lists; nil if it was not loaded, or is a relation to users' names.
  package func mask(of reference: ListReference) -> UInt32? { masks[reference] }

  /// Whether the run was asked to compare with a list; otherwise only policies name it.
  func isAsked(_ number: Int) -> Bool {
    asked.contains { masks[$0, default: 0] & 1 << UInt32(number) != 0 }
  }

  /// Whether a rule `context` names the words of a list.
  func hasContextWords(_ number: Int) -> Bool {
    masks.contains { reference, mask in
      switch reference {
      case .context, .contextParts: mask & 1 << UInt32(number) != 0
      case .blocklist, .userName: false
      }
    }
  }

  /// Checks that the compiled files did not change while they were in use.
  package func checkUnchanged() throws(Problem) { try set.checkUnchanged() }

  /// The number of look-ups from which it is suspicious that no password is listed.
  private static let fewestLookups: UInt64 = 1_000_000

  /// Warns of lists of digests without any hit in very many passwords: the digests may be of
  /// another kind.
  package func tellOfIdleDigests(hits: [UInt64], lookups: UInt64) {
    guard lookups >= Self.fewestLookups else { return }
    for (list, hits) in zip(set.blocklists, hits)
    where list.comparison.isOfDigests && hits == 0 {
      tell(Problem.idleDigests(list, lookups: lookups))
    }
  }

  /// The name of each list in reports, which no other list has: lists of one name are `common`,
  /// `common-2`, or `common-2 (fold)`.
  var labels: [String] {
    var taken = Set(set.blocklists.map(\.name))
    var seen: Set<String> = []
    return set.blocklists.map { list in
      guard !seen.insert(list.name).inserted else { return list.name }
      let ending = list.comparison.naming("")
      let isNamed = list.name.hasSuffix(ending)
      let name = isNamed ? String(list.name.dropLast(ending.count)) : list.name
      var number = 2
      while true {
        let label = "\(name)-\(number)" + (isNamed ? ending : "")
        if taken.insert(label).inserted { return label }
        number += 1
      }
    }
  }

  /// Explains how lists are compared, if the name of the comparison is not enough.
  package var readings: [String: String] {
    var readings = [
      "blocklist": "whole password, after NFC; exact unless a list says otherwise"
    ]
    for list in set.blocklists {
      if list.comparison.usesLeet {
        readings["leet"] = "folded, and \(Blocklist.leetTable), in list and password"
      }
      switch list.comparison {
      case .sha1:
        readings["sha1"] = "of the bytes of a password as they stand, without normalisation"
      case .ntlm:
        readings["ntlm"] =
          "MD4 of the text in UTF-16LE; a maximal ill-formed part of UTF-8 is U+FFFD"
      case .substring:
        readings["substring"] =
          "a listed value anywhere in the password; not the comparison of whole passwords that "
          + "SP 800-63B-4 asks for"
      case .entraLike:
        readings["entra-like"] =
          "an approximation of Microsoft Entra's password protection, which may differ; fewer than 5 "
          + "points, a term but for one character, or a name; \(list.provenance), and custom terms; "
          + "not the comparison of whole passwords that SP 800-63B-4 asks for"
      default: break
      }
    }
    return readings
  }

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
        tell(Problem.noUsableValue(file, unfit: unfit))
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
    for problem in problems { tell(problem.problem) }
    var complete = !problems.contains { $0.severity == .error } && !inputs.isEmpty
    for input in inputs {
      let form = forms.form(of: input, tell: tell)
      guard form == .plain else {
        if form != nil { tell(Problem.notPlain(input.name, asked: comparison)) }
        complete = false
        continue
      }
      let summary = terms.addLines(of: input, stop: stop)
      for problem in summary.problems { tell(problem.ofBlocklist) }
      complete = complete && summary.isComplete
      digests.append(hexadecimal(summary.sha256))
    }
    if complete, terms.customTermCount == 0, terms.unfitCount == 0 {
      tell(Problem.noUsableValue(files.joined(separator: ", ")))
      return false
    }
    if terms.unfitCount > 0 { tell(Problem.unfitTerms(terms.unfitCount)) }
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
    for problem in problems { tell(problem.problem) }
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
    for problem in summary.problems { tell(problem.ofBlocklist) }
    add(.values(builder), digest: hexadecimal(summary.sha256), for: reference)
    return summary.isComplete
  }

  private mutating func add(
    compiled file: String, _ comparison: ListComparison?, for reference: ListReference
  ) -> Bool {
    do throws(Problem) {
      let name = comparison?.naming(listName(file)) ?? listName(file)
      return add(try CompiledBlocklist(path: file, name: name), comparison, for: reference)
    } catch {
      tell(error)
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
      tell(Problem.unlikeComparison(list.name, compared, asked: comparison))
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
      tell(Problem.notPlain(file, asked: comparison))
      return false
    }
    do {
      var compilation = Compilation(
        comparison, temporaryDirectory: temporaryDirectory, tell: tell)
      try read(&compilation)
      let list = try compilation.finish(naming: comparison.naming)
      return add(list, comparison, for: reference)
    } catch {
      (error as? any Diagnosable).map { tell($0.problem) }
      return false
    }
  }
}

extension Problem {
  /// A list of hashes holds none of very many passwords.
  fileprivate static func idleDigests(_ list: Blocklist, lookups: UInt64) -> Problem {
    Problem(
      "idle-digests",
      "none of \(lookups) passwords is on the list '\(list.name)', which holds hashes "
        + "('\(list.comparison.rawValue)')",
      remedy:
        "Are its hashes of another kind, or salted? 'audit blocklist test' answers for one password.",
      .warning)
  }

  /// A policy needs the list that the run has switched off.
  static var listSwitchedOff: Problem {
    Problem(
      "list-switched-off",
      "a policy asks for the default blocklist, and --no-blocklist turns it off",
      remedy: "Its rule 'blocklist' refuses nothing in this run.", .warning)
  }

  /// A policy needs users' names, and the input has none.
  fileprivate static var noUserNames: Problem {
    Problem(
      "no-user-names", "a policy asks for users' names, and this run reads none",
      remedy:
        "Its rule 'context: username' refuses nothing. Lists name users with --layout user:password, "
        + "the objects of 'check --format jsonl' with 'user'.", .warning)
  }

  /// This many banned terms are too short or too long.
  fileprivate static func unfitTerms(_ count: Int) -> Problem {
    Problem(
      "unfit-terms", "banned terms that are too short or too long: \(count)",
      expected: "terms of 4 to 16 characters",
      remedy: "They are skipped, as the service does.", .warning)
  }

  /// Whether a rule has no effect in a run, or none on some values, as the user asked.
  package var isOfIdleRule: Bool {
    ["list-switched-off", "no-user-names", "unfit-terms"].contains(code)
  }

  /// A compiled list has another comparison than a policy requires.
  fileprivate static func unlikeComparison(
    _ list: String, _ comparison: ListComparison, asked: ListComparison
  ) -> Problem {
    Problem(
      "unlike-comparison",
      "the list '\(list)' was compiled for comparison by '\(comparison.rawValue)'",
      expected: "'\(asked.rawValue)', as the run or a policy asks for",
      remedy: comparison.isOfDigests
        ? "Digests can only be compared exactly."
        : asked.isByFingerprint
          ? "Compile it again: audit blocklist build LIST --compare \(asked.rawValue) -o FILE"
          : "Give the text file that it was compiled from.")
  }

  /// A list that is not plain text is to be compared other than by fingerprints.
  fileprivate static func notPlain(_ file: String, asked: ListComparison) -> Problem {
    Problem(
      "not-plain", in: file, "the lines hold counts or digests, not only values",
      expected: "a value a line, to be compared by '\(asked.rawValue)'")
  }
}

extension [Policy] {
  /// Reports that no user was named, if a policy needs one; presets describe the effect themselves.
  package func tellOfMissingUsers(_ tell: (Problem) -> Void) {
    if contains(where: { $0.asksForUserNames && !$0.isPreset }) { tell(.noUserNames) }
  }
}

// Identifies lists by their contents: for manifests, schemas and tallies.
extension LoadedBlocklists {
  /// A list, with what reports and tallies state about it besides its values.
  package struct Entry {
    package let list: Blocklist
    /// Its name in reports, which no other list has.
    package let label: String
    /// Whether it is the built-in list, compared exactly.
    package let isBuiltIn: Bool
    /// Whether the run was asked to compare with it; otherwise only policies name it.
    package let isAsked: Bool
    /// Whether a rule `context` names its words.
    package let hasContextWords: Bool
    /// The SHA-256 of its file; nil if it has none, or a checksum in its place.
    package let sha256: String?
    /// The checksum of a compiled file.
    package let checksum: String?
    /// Its entry in a tally file.
    package let recorded: RecordedList
  }

  /// The lists in the order of their bits.
  package var entries: [Entry] {
    let labels = labels
    return set.blocklists.enumerated().map { number, list in
      let recorded = recordedList(number)
      return Entry(
        list: list, label: labels[number], isBuiltIn: number == builtIn,
        isAsked: isAsked(number), hasContextWords: hasContextWords(number), sha256: digests[number],
        checksum: recorded.isCompiled ? content(of: number) : nil, recorded: recorded)
    }
  }

  /// The identity of a list's content, if it has a file.
  private func content(of number: Int) -> String {
    switch sources[number] {
    case .values: digests[number] ?? "built in"
    case .compiled(let file): String(file.header.checksum, radix: 16)
    case .recorded(let list): list.content
    }
  }

  private func references(to number: Int) -> [ListReference] {
    masks.filter { $0.value & 1 << UInt32(number) != 0 }.map(\.key)
  }

  /// The lists as a recorded schema names them: by content, regardless of file names.
  var listSources: [ListSource] {
    self.set.blocklists.indices.map { number in
      let list = self.set.blocklists[number]
      var content = [self.content(of: number)]
      for reference in references(to: number) {
        switch reference {
        case .context(let words), .contextParts(let words):
          content.append("words \(Checksum.text(of: words))")
        case .blocklist, .userName: break
        }
      }
      let suffix = list.comparison == .entraLike ? Self.naming(names) : ""
      return ListSource(
        name: list.name, comparison: list.comparison.rawValue,
        digest: content.joined(separator: ", ") + suffix,
        valueCount: UInt64(max(0, list.valueCount)),
        bandCounts: list.bandCounts)
    }
  }

  private func recordedList(_ number: Int) -> RecordedList {
    let lengths = self.set.blocklists[number].lengthCounts
    switch sources[number] {
    case .values: return RecordedList(lengthCounts: lengths)
    case .compiled(let file):
      return RecordedList(
        isCompiled: true, origins: file.text.split(separator: "\n").map(String.init),
        lengthCounts: lengths)
    case .recorded(let list):
      return RecordedList(
        isCompiled: list.isCompiled, origins: list.origins, lengthCounts: lengths)
    }
  }
}

extension ListComparison {
  /// The name in reports of a list with this comparison.
  func naming(_ list: String) -> String {
    self == .exact ? list : "\(list) (\(rawValue))"
  }
}
