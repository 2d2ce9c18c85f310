import Passwords

/// A table of accounts, as `Get-ADUser | Export-Csv` and spreadsheets write it: states, dates, and
/// columns that accounts can be separated by.
///
///     var table = AttributeTable(text)
///     while let row = table.next() { … }
///     table.order(of: .otherDate)  // what all dates of a column tell of day and month
package struct AttributeTable {
  /// The names of the columns as they are written.
  package let header: [String]
  /// The cells of the header.
  private let headerCells: [[UInt8]]
  /// The rows with more cells than the header, or fewer, which are skipped.
  package private(set) var otherRows = FirstAndCount()
  /// The number of rows that are the header once again.
  package private(set) var headersAgain = 0
  /// The first column of each kind.
  private var columns: [Column: Int]
  private var text: TableText
  private var hints: [Column: (first: Bool, second: Bool)] = [:]

  /// What a column is known to hold.
  package enum Column: Sendable {
    case user, principal, domain, canonical, distinguished
    case enabled, disabled, flags
    /// The date in AD's own form, and other ones.
    case date, otherDate
  }

  /// What a row says of one account.
  package struct Row {
    /// The number of its first line.
    package let line: Int
    /// The name of its user; empty if it has none.
    package let user: [UInt8]
    /// The folded names of its domain.
    package let domains: [[UInt8]]
    /// Whether the account may sign in.
    package let state: AccountState
    /// The cell that should say so, if it is not understood.
    package let unreadState: [UInt8]?
    /// The value of userAccountControl.
    package let flags: UInt64?
    /// When the password was set, and the column that says so; nil if no cell can be read.
    package let date: (value: PasswordDate, column: Column)?
    /// Whether a cell is no date.
    package let hasUnreadDate: Bool
    fileprivate let cells: [[UInt8]]

    /// The cell of a column, without blanks around it.
    package func cell(_ column: Int) -> [UInt8] {
      TableText.trimmed(wholeCell(column))
    }

    /// The cell of a column as it is.
    package func wholeCell(_ column: Int) -> [UInt8] { column < cells.count ? cells[column] : [] }
  }

  /// Reads the header of a text in UTF-8, with the separator by which it names a user.
  package init(_ text: [UInt8]) { self.init(text) { $0.namesUsers } }

  /// Reads the header of a text in UTF-8, with the first of the usual separators, or the one given, by
  /// which it is as it should be.
  package init(
    _ text: [UInt8], separator: UInt8? = nil, where isRight: (AttributeTable) -> Bool
  ) {
    var first: AttributeTable?
    for separator in separator.map({ [$0] }) ?? TableText.separators {
      let table = AttributeTable(text, separator)
      if isRight(table) {
        self = table
        return
      }
      if table.header.count > first?.header.count ?? 0 { first = table }
    }
    self = first ?? AttributeTable(text, 0x2C)
  }

  private init(_ text: [UInt8], _ separator: UInt8) {
    self.text = TableText(text, separator: separator)
    let cells = self.text.next()?.cells ?? []
    headerCells = cells
    header = cells.map { FoldedName.text(TableText.trimmed($0)) }
    var columns: [Column: Int] = [:]
    for (number, name) in header.enumerated() {
      guard let column = Self.names[Self.plain(name)], columns[column] == nil else { continue }
      columns[column] = number
    }
    self.columns = columns
  }

  /// Whether a column holds names of users.
  package var namesUsers: Bool { columns[.user] != nil || columns[.principal] != nil }

  /// Whether the header can be no name of a list of names: it has several cells, or AD's own word.
  package var isTable: Bool {
    let words: Set = ["samaccountname", "userprincipalname"]
    return namesUsers && (header.count > 1 || words.contains(Self.plain(header[0])))
  }

  /// The line of a quote that nothing closed; nil if there is none.
  package var openLine: Int? { text.openLine }

  /// The number of a column by its name: as it is, or in any case and without blanks.
  package func column(named name: String) -> Int? {
    header.firstIndex(of: name) ?? header.firstIndex { Self.plain($0) == Self.plain(name) }
  }

  /// The name of a column of a kind.
  package func name(of column: Column) -> String { columns[column].map { header[$0] } ?? "" }

  /// The number of the column of a kind; nil if there is none.
  package func column(of kind: Column) -> Int? { columns[kind] }

  /// Takes a column for one of some kinds: the one that its name says, or else the first.
  package mutating func take(_ number: Int, as kinds: [Column]) {
    let named = Self.names[Self.plain(header[number])]
    for kind in kinds { columns[kind] = nil }
    if let kind = kinds.first(where: { $0 == named }) ?? kinds.first { columns[kind] = number }
  }

  /// A name of a column in lowercase, without blanks, hyphens and underscores.
  private static func plain(_ name: String) -> String {
    String(
      String.UnicodeScalarView(
        name.lowercased().unicodeScalars.filter {
          !$0.properties.isWhitespace && $0 != "-" && $0 != "_"
        }))
  }

  private static let names: [String: Column] = [
    "samaccountname": .user, "username": .user, "user": .user, "account": .user,
    "accountname": .user, "login": .user, "userprincipalname": .principal, "domain": .domain,
    "canonicalname": .canonical, "distinguishedname": .distinguished, "dn": .distinguished,
    "enabled": .enabled, "accountenabled": .enabled, "disabled": .disabled,
    "useraccountcontrol": .flags, "pwdlastset": .date, "passwordlastset": .otherDate,
    "passwordlastchanged": .otherDate, "lastpasswordchangedatetime": .otherDate,
  ]

  // MARK: Rows

  /// The next row that is not empty and has as many cells as the header; nil at the end.
  package mutating func next() -> Row? {
    while let (cells, line) = text.next() {
      if cells.allSatisfy(\.isEmpty) { continue }
      if cells == headerCells {
        headersAgain += 1
      } else if cells.count != header.count {
        otherRows.add(line)
      } else {
        return row(cells, line)
      }
    }
    return nil
  }

  private mutating func row(_ cells: [[UInt8]], _ line: Int) -> Row {
    let get = { [columns] (column: Column) -> [UInt8] in
      guard let number = columns[column], number < cells.count else { return [] }
      return TableText.trimmed(cells[number])
    }
    let principal = get(.principal)
    let at = principal.lastIndex(of: 0x40)
    var user = get(.user)
    if user.isEmpty, let at { user = Array(principal[..<at]) }
    var domains: [[UInt8]] = []
    let components = get(.distinguished).split(separator: 0x2C).filter {
      $0.prefix(3).map(lowercased).elementsEqual("dc=".utf8)
    }
    for name in [
      get(.domain), Array(get(.canonical).prefix { $0 != 0x2F }),
      at.map { Array(principal[($0 + 1)...]) } ?? principal,
      Array(components.map { $0.dropFirst(3) }.joined(separator: [0x2E])),
    ] where !name.isEmpty && !domains.contains(FoldedName.of(name)) {
      domains.append(FoldedName.of(name))
    }
    let flags = Self.flags(get(.flags))
    let state =
      Self.isTrue(get(.enabled)).map { $0 ? AccountState.enabled : .disabled }
      ?? Self.isTrue(get(.disabled)).map { $0 ? .disabled : .enabled }
      ?? flags.map { $0 & 2 != 0 ? .disabled : .enabled } ?? .unknown
    let stated = [get(.enabled), get(.disabled), get(.flags)].first { !$0.isEmpty }
    let dates = [Column.date, .otherDate].map { (column: $0, cell: get($0)) }
    let read = dates.compactMap { column, cell in
      date(cell, column).map { (value: $0, column: column) }
    }
    return Row(
      line: line, user: user, domains: domains, state: state,
      unreadState: state == .unknown ? stated : nil, flags: flags, date: read.first,
      hasUnreadDate: read.isEmpty && dates.contains { !$0.cell.isEmpty }, cells: cells)
  }

  private mutating func date(_ cell: [UInt8], _ column: Column) -> PasswordDate? {
    guard !cell.isEmpty, let date = PasswordDate(cell.span) else { return nil }
    if case .unclear(let first, let second, _) = date {
      var hint = hints[column] ?? (false, false)
      if first > 12 { hint.first = true }
      if second > 12 { hint.second = true }
      hints[column] = hint
    }
    return date
  }

  /// What the unclear dates of a column, of all rows read so far, tell of day and month.
  package func order(of column: Column) -> (order: PasswordDate.Order?, isMixed: Bool) {
    let hint = hints[column] ?? (false, false)
    if hint.first, hint.second { return (nil, true) }
    return (hint.first ? .dayFirst : hint.second ? .monthFirst : nil, false)
  }

  /// Whether a word in one of six languages is yes; nil if it is neither yes nor no.
  private static func isTrue(_ word: [UInt8]) -> Bool? {
    let word = String(decoding: word.map(lowercased), as: UTF8.self)
    return yes.contains(word) ? true : no.contains(word) ? false : nil
  }

  private static let yes: Set = ["true", "yes", "1", "wahr", "vrai", "verdadero", "vero", "waar"]
  private static let no: Set = ["false", "no", "0", "falsch", "faux", "falso", "onwaar"]

  /// A number in decimal, in hexadecimal behind `0x`, or as the names of its bits.
  private static func flags(_ cell: [UInt8]) -> UInt64? {
    let text = cell.span
    if text.begins(0..<text.count, with: "0x"), (3...18).contains(text.count) {
      return text.hexadecimalNumber(in: 2..<text.count)
    }
    return text.decimal(0..<text.count) ?? namedFlags(cell)
  }

  /// The bits of names such as `NORMAL_ACCOUNT, ACCOUNTDISABLE`; nil if one is unknown.
  private static func namedFlags(_ cell: [UInt8]) -> UInt64? {
    var flags: UInt64 = 0
    for word in cell.split(whereSeparator: { " ,;|+".utf8.contains($0) }) {
      guard let bit = bits[plain(String(decoding: word, as: UTF8.self))] else { return nil }
      flags |= 1 << bit
    }
    return flags == 0 ? nil : flags
  }

  /// The bits of userAccountControl by their names at Microsoft, and in .NET where they differ.
  private static let bits: [String: UInt64] = [
    "script": 0, "accountdisable": 1, "accountdisabled": 1, "disabled": 1,
    "homedirrequired": 3, "homedirectoryrequired": 3, "lockout": 4, "lockedout": 4,
    "passwdnotreqd": 5, "passwordnotrequired": 5, "passwdcantchange": 6,
    "passwordcannotchange": 6, "encryptedtextpwdallowed": 7, "encryptedtextpasswordallowed": 7,
    "tempduplicateaccount": 8, "normalaccount": 9, "interdomaintrustaccount": 11,
    "workstationtrustaccount": 12, "servertrustaccount": 13, "dontexpirepassword": 16,
    "dontexpirepasswd": 16, "passwordneverexpires": 16, "mnslogonaccount": 17,
    "smartcardrequired": 18, "trustedfordelegation": 19, "notdelegated": 20,
    "usedeskeyonly": 21, "dontreqpreauth": 22, "dontrequirepreauth": 22, "passwordexpired": 23,
    "trustedtoauthfordelegation": 24, "noauthdatarequired": 25, "partialsecretsaccount": 26,
  ]
}

/// A number of lines, and the first of them.
package struct FirstAndCount: Sendable {
  /// The number of lines.
  package private(set) var count = 0
  /// The number of the first line; 0 without one.
  package private(set) var line = 0

  /// Begins without a line.
  package init() {}

  /// Counts a line.
  package mutating func add(_ line: Int) {
    if count == 0 || line < self.line { self.line = line }
    count += 1
  }
}

/// States of accounts that are not understood.
package struct UnreadStates: Sendable, Concealing {
  /// The accounts, by their lines.
  package private(set) var lines = FirstAndCount()
  /// The first few different words that should be their states.
  package private(set) var words: [[UInt8]] = []

  /// Begins without a state.
  package init() {}

  /// Counts a word that is no state.
  package mutating func add(_ word: [UInt8], _ line: Int) {
    lines.add(line)
    if words.count < 3, !words.contains(word) { words.append(word) }
  }
}
