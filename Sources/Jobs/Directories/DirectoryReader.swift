import Auditing
import Blocklists
@_spi(House) import Bytes
import Diagnostics
import Directories
import Intake
@_spi(House) import Passwords
import Requests

/// Reads the dumps, the potfiles and the files of names of a directory.
struct DirectoryReader {
  let plan: AuditPlan
  let settings: DirectorySettings
  let tell: ProblemHandler
  private(set) var accounts = Accounts()
  private(set) var summaries: [ListSummary] = []
  private(set) var shortfalls: Set<Shortfall> = []
  /// The judgement of each row's password, from 1; 0 without one.
  private(set) var judgements: [UInt32] = []
  private(set) var judged: JudgedPasswords

  init(_ plan: AuditPlan, _ settings: DirectorySettings, tell: @escaping ProblemHandler) {
    self.plan = plan
    self.settings = settings
    self.tell = tell
    judged = JudgedPasswords(plan.criteria)
  }

  // MARK: Dumps

  /// Reads every dump into the accounts.
  ///
  /// - Throws: ``ProblemsTold`` if a file holds no account, or is there twice.
  mutating func readDumps() throws {
    var hasFailed = false
    for (number, input) in plan.lists.inputs.enumerated() {
      let domain = number < settings.domains.count ? Array(settings.domains[number].utf8) : []
      var dump = DumpTable(after: accounts, domain: domain)
      let summary = forEachLine(of: input) { dump.take($0, into: &accounts) }
      dump.skip(summary.overLongLines + summary.cutLines)
      let (lines, firstLines) = dump.end(&accounts)
      for problem in DumpProblem.all(input.name, lines, firstLines) {
        tell(problem)
        if problem.isFatal { hasFailed = true }
        shortfalls.insert(.malformedLines)
      }
      if let twin = twin(of: summary) {
        tell(DumpTwice(name: input.name, other: twin))
        hasFailed = true
      }
      summaries.append(summary)
    }
    if hasFailed { throw ProblemsTold() }
  }

  private func twin(of summary: ListSummary) -> String? {
    summaries.first { $0.sha256 == summary.sha256 && !summary.sha256.isEmpty }?.name
  }

  /// Calls `body` with each line of a file, without its LF.
  private func forEachLine(of input: ListInput, _ body: (Span<UInt8>) -> Void) -> ListSummary {
    // UTF-16 is found by its mark unless an encoding is stated: consoles on Windows write it.
    let stated = plan.lists.reading
    let encoding = stated.encoding == .utf8 ? nil : stated.encoding
    var reader = ListReader(
      input,
      reading: TextSettings(encoding: encoding, takesAnyBytes: true),
      longestLine: Recipe.longestLine, workers: plan.lists.workers,
      watch: ReadingWatch(stop: plan.lists.stop, progress: plan.lists.progress.reading))
    let chunk = Chunk()
    while reader.fill(chunk) {
      chunk.withPaddedText { text, end in
        var start = 0
        while start < end {
          let feed = text.first(0x0A, in: start..<end) ?? end
          body(Span<UInt8>(_bytes: text.extracting(start..<feed)))
          start = feed + 1
        }
      }
    }
    return reader.summary
  }

  // MARK: Names

  /// Reads the files of accounts that do not count and of groups, then settles who counts.
  mutating func readNames() throws -> [(name: String, members: [Int])] {
    var groups: [(name: String, members: [Int])] = []
    if !settings.excluded.isEmpty || !settings.groups.isEmpty {
      let finder = AccountFinder(accounts)
      for file in settings.excluded { accounts.exclude(try members(of: file, finder)) }
      for file in settings.groups {
        groups.append((listName(file), try members(of: file, finder)))
      }
    }
    accounts.settle(including: settings.included, isBlankNone: settings.isBlankNone)
    return groups
  }

  /// The accounts that a file names, each once and ascending.
  private mutating func members(of file: String, _ finder: AccountFinder) throws -> [Int] {
    let input = try inputs([file])[0]
    var text: [UInt8] = []
    let summary = forEachLine(of: input) { line in
      for place in line.indices { text.append(line[place]) }
      text.append(0x0A)
    }
    review(summary)
    var found = Set<Int>()
    var (missing, ambiguous, firstAmbiguous) = (0, 0, 0)
    let members = Members(text.span).members
    for member in members {
      let domains = member.domain.isEmpty ? [] : [FoldedName.of(member.domain)]
      switch finder.find(member.user, domains: domains) {
      case .success(let account): found.insert(account)
      case .failure(.missing): missing += 1
      case .failure(.ambiguous):
        ambiguous += 1
        if firstAmbiguous == 0 { firstAmbiguous = member.line }
      }
    }
    if missing == members.count {
      tell(NoMembers(name: file, count: members.count))
      throw ProblemsTold()
    }
    if missing > 0 { tell(MissingMembers(name: file, missing: missing, all: members.count)) }
    if ambiguous > 0 {
      tell(AmbiguousMembers(name: file, count: ambiguous, line: firstAmbiguous))
      shortfalls.insert(.malformedLines)
    }
    return found.sorted()
  }

  private func inputs(_ names: [String]) throws(ProblemsTold) -> [ListInput] {
    let (inputs, problems) = ListInput.resolve(names)
    for problem in problems { tell(problem) }
    if inputs.isEmpty || problems.contains(where: { $0.severity == .error }) {
      throw ProblemsTold()
    }
    return inputs
  }

  private mutating func review(_ summary: ListSummary) {
    for problem in summary.problems { tell(problem) }
    if !summary.isComplete { shortfalls.insert(.readInPart) }
  }

  // MARK: Potfiles

  /// Reads the potfiles; judges each password that is proven to be of the directory, once.
  mutating func readPotfiles() throws -> CrackedRows {
    judgements = Array(repeating: 0, count: accounts.hashes.count)
    var cracked = CrackedRows(accounts)
    for input in settings.potfiles.isEmpty ? [] : try inputs(settings.potfiles) {
      var facts = PotfileFacts(name: input.name)
      let before = cracked.outcomes
      let hashes = accounts.hashes
      let summary = forEachLine(of: input) { line in
        let outcome = cracked.take(line, hashes) { row, password in
          judgements[Int(row)] = judged.number(of: password)
        }
        facts.count(outcome, line)
      }
      cracked.skip(summary.overLongLines + summary.cutLines)
      review(summary)
      for problem in facts.problems(zip(cracked.outcomes, before).map { $0 - $1 }) {
        tell(problem)
        if problem.isFatal { throw ProblemsTold() }
        if problem.severity != .note { shortfalls.insert(.malformedLines) }
      }
    }
    return cracked
  }

  /// Whether one of some blocklists holds the password of each row, by its text if it is known, or
  /// by its hash; nil without lists.
  func listedRows(_ lists: UInt32) -> [Bool]? {
    if lists == 0 { return nil }
    let byText = (0..<judged.count).map { number in
      UInt32(truncatingIfNeeded: judged.profile(of: UInt32(number + 1)).lists) & lists != 0
    }
    return judgements.enumerated().map { row, judgement in
      if judgement > 0, byText[Int(judgement) - 1] { return true }
      let head = accounts.hashes.hash(of: UInt32(row)).high
      return plan.criteria.blocklists.lists(holdingNTHash: head) & lists != 0
    }
  }

  /// The number of the judgement of the empty password.
  mutating func judgeBlank() -> UInt32 { judged.number(of: []) }
}
