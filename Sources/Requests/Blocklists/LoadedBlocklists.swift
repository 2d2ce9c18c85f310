import Auditing
package import Blocklists
import Diagnostics
package import Intake
package import PasswordPolicies
package import Passwords

/// Blocklists in memory, and the bits of each reference in a policy.
package struct LoadedBlocklists: Sendable {
  /// The lists, looked up together.
  package private(set) var set: BlocklistSet
  /// Whether the relations of passwords to their users' names are recorded beside the lists.
  package let marksUsers: Bool
  private(set) var sources: [BlocklistSource] = []
  private(set) var digests: [String?] = []
  /// The number of the built-in list that is compared exactly; nil if it is not used.
  private(set) var builtIn: Int?
  private(set) var masks: [ListReference: UInt32] = [:]
  /// The references to the lists that the run was asked to compare with.
  private let asked: [ListReference]
  private var (contextCount, contextPartCount) = (0, 0)
  private let forms: ListFormSettings
  private let tell: ProblemHandler

  /// Words that passwords must not contain if terms are scored.
  let names: [String]

  /// Starts without lists; `asked` refers to those that the run is asked to compare with.
  package init(
    _ forms: ListFormSettings, asked: [ListReference] = [], names: [String] = [],
    marksUsers: Bool = false, tell: @escaping ProblemHandler
  ) throws(BlocklistProblem) {
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
    if !hasUsableValues { throw NoUsableValue(file: file, unfit: 0, isChecked: false) }
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

  private func builtIn(
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
      guard forms.form(of: input, tell: tell) == .plain else {
        tell(NotPlain(file: input.name, asked: comparison))
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
      let form = forms.form(of: input, tell: tell)
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
      tell(UnlikeComparison(list: list.name, of: compared, asked: comparison))
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
        comparison, temporaryDirectory: temporaryDirectory, first: nil, memory: nil,
        tell: tell)
      try read(&compilation)
      let list = try compilation.finish(naming: comparison.naming)
      return add(list, comparison, for: reference)
    } catch {
      (error as? any Diagnosable).map(tell)
      return false
    }
  }

  /// Adds a list that was already read.
  mutating func add(_ source: BlocklistSource, digest: String?, for reference: ListReference) {
    masks[reference, default: 0] |= 1 << UInt32(sources.count)
    sources.append(source)
    digests.append(digest)
  }

  /// Combines the added lists.
  mutating func join() throws(BlocklistProblem) {
    set = try BlocklistSet(sources: sources)
    let bits = demand.lists
    if bits > BlocklistSet.limit {
      throw .tooManyLists(found: bits, limit: BlocklistSet.limit)
    }
  }

  /// The facts to record: a bit for each list, and one for each relation to users' names.
  package var demand: FactDemand {
    var demand = set.demand
    demand.lists += userRelations.count
    return demand
  }

  /// The recorded relations to users' names.
  private var userRelations: [UserNameRelation] { marksUsers ? UserNameRelation.allCases : [] }

  /// What each bit of ``demand`` records.
  package var factSources: FactSources {
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
    DoubtfulList.tellOfMissingUsers(policies, tell)
    return false
  }

  /// The bits of a reference's lists; nil if it was not loaded, or is a relation to users' names.
  package func mask(of reference: ListReference) -> UInt32? { masks[reference] }

  /// Whether the run was asked to compare with a list; otherwise only policies name it.
  func isAsked(_ number: Int) -> Bool {
    asked.contains { masks[$0, default: 0] & 1 << UInt32(number) != 0 }
  }

  /// Checks that the compiled files did not change while they were in use.
  package func checkUnchanged() throws(CompiledProblem) { try set.checkUnchanged() }

  /// Warns of lists of digests without any hit in very many passwords: the digests may be of
  /// another kind.
  package func tellOfIdleDigests(hits: [UInt64], lookups: UInt64) {
    guard lookups >= IdleDigests.fewestLookups else { return }
    for (list, hits) in zip(set.blocklists, hits)
    where list.comparison.isOfDigests && hits == 0 {
      tell(IdleDigests(list: list.name, comparison: list.comparison, lookups: lookups))
    }
  }
}
