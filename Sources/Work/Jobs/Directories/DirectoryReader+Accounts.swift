import Auditing
import Diagnostics
import Directories
import Intake
import Passwords

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

extension DirectoryReader {
  /// Reads a table as a dump, and keeps its passwords: they are known, as those of a potfile are.
  ///
  /// - Throws: ``DirectoryProblem`` if it lacks a column, ``ProblemsTold`` if it is refused.
  mutating func readTable(
    _ input: ListInput, _ columns: AccountColumns, _ dump: inout DumpTable
  ) throws -> ListSummary {
    let (text, summary) = try text(of: input)
    var header = AttributeTable(text, separator: plan.lists.layout.separator) { table in
      columns.all.allSatisfy { table.number(of: $0) != nil }
    }
    if let missing = columns.all.first(where: { header.number(of: $0) == nil }) {
      throw DirectoryProblem.missingColumn(input.name, missing, header.header)
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

extension DirectoryProblem {
  /// A table lacks a column that the layout names.
  fileprivate static func missingColumn(
    _ list: String, _ column: LayoutRequest.Column, _ header: [String]
  ) -> DirectoryProblem {
    let (word, near) =
      switch column {
      case .name(let name): ("'\(name)'", nearest(to: name, among: header))
      case .number(let number): ("\(number)", nil)
      }
    return DirectoryProblem(
      Location(file: list), "no column \(word)",
      expected: "one of " + header.map { "'\($0)'" }.joined(separator: ", "),
      near.map { "Did you mean '\($0)'?" }, .file)
  }
}
