import Auditing
import Blocklists
@_spi(Internal) import Bytes
import Diagnostics
import Directories
import Intake
@_spi(Internal) import Passwords
import Tallies
import Workers

/// Reads the dumps, the potfiles and the files of names of a directory.
struct DirectoryReader {
  let plan: AuditPlan
  var settings: DirectorySettings
  let tell: ProblemHandler
  var accounts = Accounts()
  private(set) var summaries: [ListSummary] = []
  var shortfalls: Set<Shortfall> = []
  /// The judgement of each row's password, from 1; 0 without one.
  private(set) var judgements: [UInt32] = []
  private(set) var judged: JudgedPasswords
  private let judge: PasswordJudge
  /// The labels of accounts by what asks for them.
  var labels: [StrataRequest: AccountLabels] = [:]
  /// The lists that are tables, and their passwords.
  var tables: [TableOfAccounts] = []

  init(_ plan: AuditPlan, _ settings: DirectorySettings, tell: @escaping ProblemHandler) {
    self.plan = plan
    self.settings = settings
    self.tell = tell
    judged = JudgedPasswords(plan.criteria)
    judge = PasswordJudge(plan.criteria)
  }

  /// Finds all files that are named besides the dumps, before the long reading.
  ///
  /// - Throws: ``ProblemsTold`` if one of them is missing.
  func requireFiles() throws(ProblemsTold) {
    for names in [settings.potfiles, settings.attributes, settings.groups, settings.excluded]
    where !names.isEmpty { _ = try inputs(names) }
  }

  // MARK: Dumps

  /// Reads every dump into the accounts.
  ///
  /// - Throws: ``ProblemsTold`` if a file holds no account, or is there twice.
  mutating func readDumps() throws {
    var hasFailed = false
    var earlier = EarlierLists<Void>()
    for (number, input) in plan.lists.inputs.enumerated() {
      let domain = number < settings.domains.count ? Array(settings.domains[number].utf8) : []
      var dump = DumpTable(
        after: accounts, domain: domain, keepsHistory: settings.keepsHistory)
      var foreign = ForeignLines()
      var (lines, isOverfull) = (0, false)
      let summary: ListSummary
      if case .accounts(let columns) = plan.lists.layout.choice {
        summary = try readTable(input, columns, &dump)
      } else {
        var illFormed = FirstAndCount()
        summary = forEachLine(of: input, read: { (line: DumpTable.Line($0), isUTF8: $0.isUTF8) }) {
          line, read in
          if isOverfull { return }
          dump.take(line, read.line, into: &accounts)
          if !read.isUTF8 { illFormed.add(lines + 1) }
          foreign.add(line)
          lines += 1
          if lines % 65_536 == 0 { isOverfull = accounts.byteCount > settings.memory }
        }
        if summary.isRefused {
          review(summary)
          hasFailed = true
          continue
        }
        review(illFormed, of: input)
      }
      if isOverfull || accounts.byteCount > settings.memory {
        throw DirectoryProblem.tooMuchMemory(accounts, limit: settings.memory)
      }
      dump.skip(summary.overLongLines + summary.cutLines)
      let (kinds, firstLines) = dump.end(&accounts)
      for problem in DirectoryProblem.ofDump(
        input.name, kinds, firstLines, foreign, form: plan.lists.layout.dumpForm)
      {
        tell(problem)
        if problem.reach == .file { hasFailed = true }
        if problem.severity == .error { shortfalls.insert(.malformedLines) }
      }
      if dump.unreadStates.lines.count > 0 {
        tell(DirectoryProblem.unreadStates(input.name, dump.unreadStates))
        shortfalls.insert(.malformedLines)
      }
      let record = RecordedInput(summary)
      if let twin = earlier.twin(of: record) {
        tell(DirectoryProblem.twice(record, as: twin.list))
        hasFailed = true
      }
      earlier.add(record, at: ())
      summaries.append(summary)
    }
    if accounts.count == 0, !hasFailed {
      tell(DirectoryProblem.noAccounts)
      hasFailed = true
    }
    if hasFailed { throw ProblemsTold() }
    accounts.placeCleartext()
  }

  /// Calls `take` with each line of a file, without its LF, and with what `read` made of it.
  ///
  /// Chunks are read ahead by the workers; `take` gets their lines in order.
  func forEachLine<Read: Sendable>(
    of input: ListInput, read: @escaping @Sendable (Span<UInt8>) -> Read,
    _ take: (Span<UInt8>, Read) -> Void
  ) -> ListSummary {
    let workers = plan.lists.workers
    // UTF-16 is found by its mark unless an encoding is stated: consoles on Windows write it.
    let stated = plan.lists.reading
    let encoding = stated.encoding == .utf8 ? nil : stated.encoding
    var reader = ListReader(
      input,
      reading: TextSettings(
        encoding: encoding, takesAnyBytes: true, watchesEncodings: !stated.takesAnyBytes),
      longestLine: Schema.longestLine, workers: workers,
      watch: ReadingWatch(stop: plan.lists.stop, progress: plan.lists.progress.reading))
    var free = (0..<2 * workers.width).map { _ in Chunk() }
    var ahead: [(chunk: Chunk, lines: MadeAhead<[Read]>)] = []
    func takeOldest() {
      let (chunk, lines) = ahead.removeFirst()
      let read = lines.value
      var number = 0
      Self.forEachLine(of: chunk) { line in
        take(line, read[number])
        number += 1
      }
      free.append(chunk)
    }
    while true {
      if free.isEmpty { takeOldest() }
      let chunk = free.removeLast()
      guard reader.fill(chunk) else { break }
      let lines = MadeAhead(by: workers) {
        var lines: [Read] = []
        lines.reserveCapacity(chunk.byteCount / 64)
        Self.forEachLine(of: chunk) { lines.append(read($0)) }
        return lines
      }
      ahead.append((chunk, lines))
    }
    while !ahead.isEmpty { takeOldest() }
    return reader.summary
  }

  /// Calls `body` with each line of a chunk, without its LF.
  private static func forEachLine(of chunk: Chunk, _ body: (Span<UInt8>) -> Void) {
    chunk.withPaddedText { text, end in
      var start = 0
      while start < end {
        let feed = text.first(0x0A, in: start..<end) ?? end
        body(Span<UInt8>(_bytes: text.extracting(start..<feed)))
        start = feed + 1
      }
    }
  }

  func inputs(_ names: [String]) throws(ProblemsTold) -> [ListInput] {
    let (inputs, problems) = ListInput.resolve(names)
    for problem in problems { tell(problem) }
    if inputs.isEmpty || problems.contains(where: { $0.severity == .error }) {
      throw ProblemsTold()
    }
    return inputs
  }

  /// Tells of lines that are not UTF-8.
  mutating func review(_ illFormed: FirstAndCount, of input: ListInput) {
    if illFormed.count == 0 { return }
    tell(DirectoryProblem.illFormed(input.name, illFormed))
    shortfalls.insert(.malformedLines)
  }

  mutating func review(_ summary: ListSummary) {
    for problem in summary.problems { tell(problem) }
    if !summary.isComplete { shortfalls.insert(.readInPart) }
  }

  // MARK: Potfiles

  /// Reads the potfiles; judges each password that is proven to be of the directory.
  mutating func readPotfiles() throws -> CrackedRows {
    judgements = Array(repeating: 0, count: accounts.hashes.count)
    var cracked = CrackedRows(accounts)
    for (hash, password) in tables.flatMap(\.passwords) {
      guard let row = accounts.hashes.row(of: hash), hash != .blank else {
        cracked.take(.other(hash == .blank ? .repeated : .unmatched))
        continue
      }
      if cracked.take(.proven(row, .utf8, password)) == .used {
        judgements[Int(row)] = judged.number(of: judge.judge(password))
      }
    }
    for input in settings.potfiles.isEmpty ? [] : try inputs(settings.potfiles) {
      var facts = PotfileFacts(name: input.name)
      let (hashes, judge, before) = (accounts.hashes, judge, cracked)
      let summary = forEachLine(of: input) { text in
        let line = hashes.joined(text)
        // Passwords that an earlier file had are judged.
        guard case .proven(let row, _, let password?) = line, before.reading(of: row) == nil
        else { return (line: line, judgement: Judgement?.none) }
        return (line, judge.judge(password))
      } _: { text, read in
        let outcome = cracked.take(read.line)
        if outcome == .used, case .proven(let row, _, _) = read.line {
          judgements[Int(row)] = judged.number(of: read.judgement)
        }
        facts.count(outcome, text)
      }
      cracked.skip(summary.overLongLines + summary.cutLines)
      review(summary)
      for problem in facts.problems(zip(cracked.outcomes, before.outcomes).map { $0 - $1 }) {
        tell(problem)
        if problem.reach == .file { throw ProblemsTold() }
        if problem.severity != .note { shortfalls.insert(.malformedLines) }
      }
    }
    return cracked
  }

  /// Whether one of some blocklists holds the password of each row, by its text if it is known, or
  /// by its hash; nil without lists.
  ///
  /// The values of the built-in list are hashed, so that uncracked rows are asked too.
  func listedRows(_ lists: UInt32, asksBuiltIn: Bool) -> [Bool]? {
    if lists == 0 { return nil }
    var builtIn: Set<UInt32> = []
    if asksBuiltIn {
      BlocklistBuilder.forEachBuiltInValue { value in
        guard let hash = NTHash(ofUTF8: value), let row = accounts.hashes.row(of: hash) else {
          return
        }
        builtIn.insert(row)
      }
    }
    let byText = (0..<judged.count).map { number in
      UInt32(truncatingIfNeeded: judged.profile(of: UInt32(number + 1)).lists) & lists != 0
    }
    return judgements.enumerated().map { row, judgement in
      if judgement > 0, byText[Int(judgement) - 1] { return true }
      if builtIn.contains(UInt32(row)) { return true }
      let head = accounts.hashes.hash(of: UInt32(row)).high
      return plan.criteria.blocklists.lists(holdingNTHash: head) & lists != 0
    }
  }

  /// The number of the judgement of the empty password.
  mutating func judgeBlank() -> UInt32 { judged.number(of: judge.judge([])) }
}

extension Span<UInt8> {
  /// Whether bytes are well-formed.
  var isUTF8: Bool { (try? UTF8Span(validating: self)) != nil }
}

extension ListSummary {
  /// Whether nothing was read of a file that has other bytes than text.
  var isRefused: Bool {
    textBytes == 0 && problems.contains { if case .mixed = $0 { true } else { false } }
  }
}
