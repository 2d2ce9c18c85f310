import Auditing
import Diagnostics
import Directories
import Files
import Intake

extension DirectoryReader {
  /// Reads the tables of accounts, and finds the labels by which accounts are separated.
  ///
  /// - Throws: ``ProblemsTold`` if a table has no accounts, and ``DirectoryProblem``.
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
      case (true, true): throw DirectoryProblem.ambiguousStrata(request.name)
      case (true, false): break
      case (false, true): labels[request] = try readLabels(request.name, finder)
      case (false, false):
        throw DirectoryProblem.unknownStrata(
          request.text, columns: columns,
          nearest: nearest(to: request.name, among: columns + ["domain"]))
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
  /// - Throws: ``DirectoryProblem`` if there are too many.
  func strata() throws(DirectoryProblem) -> [(option: String, dataset: Dataset)] {
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
    guard table.namesUsers else { throw DirectoryProblem.noUsers(file, table.header) }
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
    if table.headersAgain > 0 { tell(DirectoryProblem.headersAgain(file, table.headersAgain)) }
    if table.otherRows.count == 0 { return }
    tell(DirectoryProblem.otherRows(file, table.otherRows, width: table.header.count))
    shortfalls.insert(.malformedLines)
  }

  /// Adds what the rows of a table say of their accounts.
  ///
  /// - Returns: The table behind its last row.
  private mutating func readRows(
    of table: AttributeTable, _ file: String, _ asked: [StrataRequest],
    account: (AttributeTable.Row) -> Int?
  ) throws(DirectoryProblem) -> AttributeTable {
    var table = table
    var labelled: [(column: Int, labels: AccountLabels, request: StrataRequest)] = []
    for request in asked where request.isFile != true {
      guard let column = table.column(named: request.name) else { continue }
      let known = labels[request]
      labelled.append(
        (
          column, known ?? AccountLabels(table.header[column], accounts: accounts.count), request
        ))
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
        throw DirectoryProblem.unclearDates(file, table.name(of: column))
      }
      guard let order = settings.dateOrder ?? order, date.decided(by: order) != nil else {
        unread.add(line)
        continue
      }
      accounts.decide(date, by: order, of: account)
    }
    if let line = table.openLine { tell(DirectoryProblem.openQuote(file, line)) }
    if unread.count > 0 { tell(DirectoryProblem.unreadDates(file, unread)) }
    if states.lines.count > 0 { tell(DirectoryProblem.unreadStates(file, states)) }
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
      guard cells.count == 2 else { throw DirectoryProblem.notTwoColumns(file, line) }
      let name = FoldedName.foreign(TableText.trimmed(cells[0]))
      if let account = found.account(finder.find(name.user, domain: name.domain), line) {
        labels.set(TableText.trimmed(cells[1]), of: account)
      }
    }
    if let line = rows.openLine {
      tell(DirectoryProblem.openQuote(file, line))
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
      tell(DirectoryProblem.noneFound(file, noun, all))
      throw ProblemsTold()
    }
    if missing > 0 { tell(DirectoryProblem.missing(file, noun, missing, of: all)) }
    if ambiguous.count > 0 { tell(DirectoryProblem.severalFit(file, noun, ambiguous)) }
  }
}
