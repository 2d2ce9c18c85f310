import Auditing
import Blocklists
@_spi(Internal) import Bytes
import Diagnostics
import Directories
import Files
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
      var dump = DumpTable(after: accounts, domain: domain, keepsHistory: settings.keepsHistory)
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
        throw Problem.tooMuchMemory(accounts, limit: settings.memory)
      }
      dump.skip(summary.overLongLines + summary.cutLines)
      let (kinds, firstLines) = dump.end(&accounts)
      do throws(Problem) {
        for problem in try Problem.ofDump(
          input.name, kinds, firstLines, foreign, form: plan.lists.layout.dumpForm)
        {
          tell(problem)
          if problem.severity == .error { shortfalls.insert(.malformedLines) }
        }
      } catch {
        tell(error)
        hasFailed = true
      }
      if dump.unreadStates.lines.count > 0 {
        tell(Problem.unreadStates(input.name, dump.unreadStates))
        shortfalls.insert(.malformedLines)
      }
      let record = RecordedInput(summary)
      if let twin = earlier.twin(of: record) {
        tell(Problem.dumpTwice(record, as: twin.list))
        hasFailed = true
      }
      earlier.add(record, at: ())
      summaries.append(summary)
    }
    if accounts.count == 0, !hasFailed {
      tell(Problem.noAccounts)
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
    for problem in problems { tell(problem.problem) }
    if inputs.isEmpty || problems.contains(where: { $0.severity == .error }) {
      throw ProblemsTold()
    }
    return inputs
  }

  /// Tells of lines that are not UTF-8.
  mutating func review(_ illFormed: FirstAndCount, of input: ListInput) {
    if illFormed.count == 0 { return }
    tell(Problem.illFormedNames(input.name, illFormed))
    shortfalls.insert(.malformedLines)
  }

  mutating func review(_ summary: ListSummary) {
    for problem in summary.problems { tell(problem.problem) }
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
      do throws(Problem) {
        let outcomes = zip(cracked.outcomes, before.outcomes).map { $0 - $1 }
        for problem in try facts.problems(outcomes) {
          tell(problem)
          if problem.severity != .note { shortfalls.insert(.malformedLines) }
        }
      } catch {
        tell(error)
        throw ProblemsTold()
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

  /// Reads a table as a dump, and keeps its passwords: they are known, as those of a potfile are.
  ///
  /// - Throws: ``Problem`` if it lacks a column, ``ProblemsTold`` if it is refused.
  mutating func readTable(
    _ input: ListInput, _ columns: AccountColumns, _ dump: inout DumpTable
  ) throws -> ListSummary {
    let (text, summary) = try text(of: input)
    var header = AttributeTable(text, separator: plan.lists.layout.separator) { table in
      columns.all.allSatisfy { table.number(of: $0) != nil }
    }
    if let missing = columns.all.first(where: { header.number(of: $0) == nil }) {
      throw Problem.missingColumn(input.name, missing, header.header)
    }
    let number = { [header] (column: LayoutRequest.Column) in header.number(of: column) ?? 0 }
    header.take(number(columns.user), as: [.user])
    if let domain = columns.domain { header.take(number(domain), as: [.domain]) }
    if let state = columns.state { header.take(number(state), as: [.enabled, .disabled, .flags]) }
    if let set = columns.set { header.take(number(set), as: [.otherDate, .date]) }
    settings.separate(by: columns.strata.map { "column:\(header.header[number($0)])" })

    var list = TableOfAccounts(name: input.name, table: header)
    var rows = header
    let (secret, user) = (number(columns.secret), number(columns.user))
    dump.take(.other, line: 1)
    while let row = rows.next() {
      let cell = row.wholeCell(secret)
      var name = FoldedName.foreign(row.cell(user))
      if let domain = header.column(of: .domain), !row.cell(domain).isEmpty {
        name.domain = row.cell(domain)
      }
      let hash =
        columns.holdsHashes
        ? NTHash.ofCell(row.cell(secret)) : NTHash(ofUTF8: cell.span).map { .some($0) }
      guard let hash, !name.user.isEmpty else {
        dump.take(.malformed, line: row.line)
        continue
      }
      if let account = dump.take(name, hash, line: row.line, into: &accounts) {
        list.accounts[row.line] = account
      }
      if !columns.holdsHashes, let hash { list.passwords.append((hash, cell)) }
    }
    for _ in 0..<rows.headersAgain { dump.take(.other, line: 1) }
    for _ in 0..<rows.otherRows.count { dump.take(.malformed, line: rows.otherRows.line) }
    tables.append(list)
    return summary
  }

  /// Reads the tables of accounts, and finds the labels by which accounts are separated.
  ///
  /// - Throws: ``ProblemsTold`` if a table has no accounts, and ``Problem``.
  mutating func readTables() throws {
    let asked = settings.strata.filter { $0 != StrataRequest.domain }
    if settings.attributes.isEmpty, asked.isEmpty, tables.isEmpty { return }
    let finder = AccountFinder(accounts)
    var columns: [String] = []
    for list in tables {
      // Its rows of another width are lines of the dump that were told.
      _ = try readRows(of: list.table, list.name, asked) { list.accounts[$0.line] }
      columns += list.table.header
    }
    for file in settings.attributes { columns += try readTable(file, asked, finder) }
    for request in asked {
      let isFile = request.isFile ?? ((try? FileKind(of: request.name)) ?? .nothing != .nothing)
      switch (labels[request] != nil, isFile) {
      case (true, true): throw Problem.ambiguousStrata(request.name)
      case (true, false): break
      case (false, true): labels[request] = try readLabels(request.name, finder)
      case (false, false):
        throw Problem.unknownStrata(request, columns: columns)
      }
    }
  }

  /// The text of a file in UTF-8.
  private mutating func text(of file: String) throws -> [UInt8] {
    let (text, summary) = try text(of: try inputs([file])[0])
    review(summary)
    return text
  }

  /// The text of a file in UTF-8, and how its reading ended.
  ///
  /// - Throws: ``ProblemsTold`` if it is refused.
  mutating func text(of input: ListInput) throws(ProblemsTold) -> ([UInt8], ListSummary) {
    var text: [UInt8] = []
    var (lines, illFormed) = (0, FirstAndCount())
    let summary = forEachLine(of: input, read: { $0.isUTF8 }) { line, isUTF8 in
      text.append(line)
      text.append(0x0A)
      lines += 1
      if !isUTF8 { illFormed.add(lines) }
    }
    if summary.isRefused {
      review(summary)
      throw ProblemsTold()
    }
    review(illFormed, of: input)
    return (text, summary)
  }

  /// The strata that were asked for, each with the option's value.
  ///
  /// - Throws: ``Problem`` if there are too many.
  func strata() throws(Problem) -> [(option: String, dataset: Dataset)] {
    var strata: [(option: String, dataset: Dataset)] = []
    for request in settings.strata {
      let found =
        labels[request].map { accounts.strata(by: $0, floor: settings.minCell) }
        ?? accounts.strataByDomain(floor: settings.minCell)
      strata += found.map { (request.text, $0) }
      if strata.count > DirectorySettings.mostDatasets {
        throw .tooManyStrata(request.text, strata.count, minCell: settings.minCell)
      }
    }
    return strata
  }

  /// Adds what a table says of each account, and labels accounts by its columns.
  ///
  /// - Returns: The names of its columns.
  private mutating func readTable(
    _ file: String, _ asked: [StrataRequest], _ finder: AccountFinder
  ) throws -> [String] {
    let table = AttributeTable(try text(of: file))
    guard table.namesUsers else { throw Problem.noUserColumn(file, table.header) }
    var found = FoundNames()
    let end = try readRows(of: table, file, asked) { row in
      found.account(finder.find(row.user, domains: row.domains), row.line)
    }
    review(end, file)
    try found.tell(file, "row", tell)
    return table.header
  }

  /// Tells of the rows of a table that were skipped.
  private mutating func review(_ table: AttributeTable, _ file: String) {
    if table.headersAgain > 0 { tell(Problem.headersAgain(file, table.headersAgain)) }
    if table.otherRows.count == 0 { return }
    tell(Problem.otherRows(file, table.otherRows, width: table.header.count))
    shortfalls.insert(.malformedLines)
  }

  /// Adds what the rows of a table say of their accounts.
  ///
  /// - Returns: The table behind its last row.
  private mutating func readRows(
    of table: AttributeTable, _ file: String, _ asked: [StrataRequest],
    account: (AttributeTable.Row) -> Int?
  ) throws(Problem) -> AttributeTable {
    var table = table
    var labelled: [(column: Int, labels: AccountLabels, request: StrataRequest)] = []
    for request in asked where request.isFile != true {
      guard let column = table.column(named: request.name) else { continue }
      let known = labels[request]
      labelled.append(
        (column, known ?? AccountLabels(table.header[column], accounts: accounts.count), request))
    }
    var unread = FirstAndCount()
    var states = UnreadStates()
    var seen = Set<Int>()
    var unclear: [(account: Int, line: Int, date: PasswordDate, column: AttributeTable.Column)] = []
    while let row = table.next() {
      if row.hasUnreadDate { unread.add(row.line) }
      guard let account = account(row), seen.insert(account).inserted else { continue }
      if accounts.add(row, to: account), let date = row.date {
        unclear.append((account, row.line, date.value, date.column))
      }
      if let word = row.unreadState, accounts.facts[account].state == .unknown {
        states.add(word, row.line)
      }
      for place in labelled.indices {
        labelled[place].labels.set(row.cell(labelled[place].column), of: account)
      }
    }
    for one in labelled { labels[one.request] = one.labels }
    for (account, line, date, column) in unclear {
      let (order, isMixed) = table.order(of: column)
      if settings.dateOrder == nil, order == nil, !isMixed {
        throw Problem.unclearDates(file, table.name(of: column))
      }
      guard let order = settings.dateOrder ?? order, date.decided(by: order) != nil else {
        unread.add(line)
        continue
      }
      accounts.decide(date, by: order, of: account)
    }
    if let line = table.openLine { tell(Problem.openQuote(file, line)) }
    if unread.count > 0 { tell(Problem.unreadDates(file, unread)) }
    if states.lines.count > 0 { tell(Problem.unreadStates(file, states)) }
    if table.openLine != nil || unread.count + states.lines.count > 0 {
      shortfalls.insert(.malformedLines)
    }
    return table
  }

  /// Reads a file of two columns: account and label.
  private mutating func readLabels(
    _ file: String, _ finder: AccountFinder
  ) throws -> AccountLabels {
    let text = try text(of: file)
    let first = text.prefix { $0 != 0x0A }
    let separator = TableText.separators.first { first.contains($0) } ?? 0x2C
    var rows = TableText(text, separator: separator)
    var labels = AccountLabels(listName(file), accounts: accounts.count)
    var found = FoundNames()
    var isFirst = true
    while let (cells, line) = rows.next() {
      defer { isFirst = false }
      if cells.allSatisfy(\.isEmpty) || isFirst && AttributeTable(text).namesUsers { continue }
      guard cells.count == 2 else { throw Problem.notTwoColumns(file, line) }
      let name = FoldedName.foreign(TableText.trimmed(cells[0]))
      if let account = found.account(finder.find(name.user, domain: name.domain), line) {
        labels.set(TableText.trimmed(cells[1]), of: account)
      }
    }
    if let line = rows.openLine {
      tell(Problem.openQuote(file, line))
      shortfalls.insert(.malformedLines)
    }
    try found.tell(file, "row", tell)
    return labels
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
    let text = try text(of: file)
    var members = Set<Int>()
    var found = FoundNames()
    let take = { (account: Result<Int, AccountFinder.Failure>, line: Int) in
      if let account = found.account(account, line) { members.insert(account) }
    }
    var table = AttributeTable(text)
    if table.isTable {
      while let row = table.next() { take(finder.find(row.user, domains: row.domains), row.line) }
      review(table, file)
    } else {
      for (domain, user, line) in Members(text.span).members {
        take(finder.find(user, domain: domain), line)
      }
    }
    try found.tell(file, "name", tell)
    if found.ambiguous.count > 0 { shortfalls.insert(.malformedLines) }
    return members.sorted()
  }
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

/// A list that is a table of accounts, with what its rows are of.
struct TableOfAccounts: Concealing {
  let name: String
  /// The table, before its first row.
  let table: AttributeTable
  /// The account of each row, by the row's first line.
  fileprivate(set) var accounts: [Int: Int] = [:]
  /// The passwords that it holds, each with its hash.
  fileprivate(set) var passwords: [(hash: NTHash, password: [UInt8])] = []
}

extension NTHash {
  /// The hash in a cell, nil within if it says that there is none, or is empty; nil of anything else.
  fileprivate static func ofCell(_ cell: [UInt8]) -> NTHash?? {
    cell.isEmpty ? .some(nil) : DumpLine.hash(cell.span, 0..<cell.count)
  }
}

extension AccountColumns {
  /// The columns that the table must have.
  fileprivate var all: [LayoutRequest.Column] {
    [secret, user] + [domain, state, set].compactMap(\.self) + strata
  }
}

extension AttributeTable {
  /// The number of a column, from 0; nil if it lacks it.
  fileprivate func number(of column: LayoutRequest.Column) -> Int? {
    switch column {
    case .name(let name): self.column(named: name)
    case .number(let number): number <= header.count ? number - 1 : nil
    }
  }
}

extension LayoutRequest {
  /// What a line of a dump looks like.
  var dumpForm: String {
    guard case .accounts(let columns) = choice else { return "NAME:RID:LM:NT:::" }
    return
      "a row of as many cells as the header, with a user and \(columns.holdsHashes ? "an NT hash" : "a password")"
  }
}

extension Problem {
  /// A table lacks a column that the layout names.
  fileprivate static func missingColumn(
    _ list: String, _ column: LayoutRequest.Column, _ header: [String]
  ) -> Problem {
    let (word, near) =
      switch column {
      case .name(let name): ("'\(name)'", nearest(to: name, among: header))
      case .number(let number): ("\(number)", nil)
      }
    return Problem(
      "no-such-column", in: list, "no column \(word)",
      expected: "one of " + header.map { "'\($0)'" }.joined(separator: ", "),
      remedy: near.map { "Did you mean '\($0)'?" })
  }
}

/// What became of the names of a file.
struct FoundNames {
  private var all = 0
  private var missing = 0
  private(set) var ambiguous = FirstAndCount()

  /// The account of a name, which is counted.
  mutating func account(_ found: Result<Int, AccountFinder.Failure>, _ line: Int) -> Int? {
    all += 1
    switch found {
    case .success(let account): return account
    case .failure(.missing): missing += 1
    case .failure(.ambiguous): ambiguous.add(line)
    }
    return nil
  }

  /// Tells what was not found.
  ///
  /// - Throws: ``ProblemsTold`` if no account has any of the names.
  func tell(_ file: String, _ noun: String, _ tell: ProblemHandler) throws(ProblemsTold) {
    if missing == all {
      tell(Problem.noAccountFound(file, noun, all))
      throw ProblemsTold()
    }
    if missing > 0 { tell(Problem.missingAccounts(file, noun, missing, of: all)) }
    if ambiguous.count > 0 { tell(Problem.severalFit(file, noun, ambiguous)) }
  }
}
