import Directories
import Testing

@Suite
struct AttributeTableTests {
  private func table(_ text: String) -> AttributeTable { AttributeTable(Array(text.utf8)) }

  private func rows(_ text: String) -> [AttributeTable.Row] {
    var table = table(text)
    var rows: [AttributeTable.Row] = []
    while let row = table.next() { rows.append(row) }
    return rows
  }

  private func cells(_ text: String, _ separator: Character = ",") -> [[String]] {
    var rows = TableText(Array(text.utf8), separator: separator.asciiValue ?? 0)
    var found: [[String]] = []
    while let (cells, _) = rows.next() {
      found.append(cells.map { String(decoding: $0, as: UTF8.self) })
    }
    return found
  }

  @Test
  func `cells may be quoted, span lines and hold quotes`() {
    #expect(
      cells("a,\"b,\n\"\"c\"\"\",d\r\ne,f\"g\n\n\"h\"i,\"\"") == [
        ["a", "b,\n\"c\"", "d"], ["e", "f\"g"], [""], ["hi", ""],
      ])
    #expect(cells("#TYPE x\nsep=;\na;b,c") == [["a", "b,c"]])
    var open = TableText(Array("a\nb,\"c\nd\n".utf8), separator: 0x2C)
    while open.next() != nil {}
    #expect(open.openLine == 2)
  }

  @Test(arguments: [
    ("SamAccountName,Department", true), ("user;x", true), ("Sam Account-Name\tx", true),
    ("\"User_Principal_Name\"", true), ("Name,Mail", false), ("user", true), ("", false),
  ])
  func `a table is known by its header, with any separator`(header: String, names: Bool) {
    #expect(table(header).namesUsers == names)
  }

  @Test
  func `a column is known by its name, or is what it is taken for`() {
    var table = table("user,Dept,dept,Disabled,x")
    #expect(["dept", "DEPT", "d-ept", "y"].map { table.column(named: $0) } == [2, 1, 1, nil])
    table.take(3, as: [.enabled, .disabled])
    #expect(table.column(of: .disabled) == 3 && table.column(of: .enabled) == nil)
    table.take(4, as: [.enabled, .disabled])
    #expect(table.column(of: .enabled) == 4 && table.column(of: .disabled) == nil)
    // Where no separator is right, the one that makes most cells is taken.
    #expect(self.table("a;b;c,d").header == ["a", "b", "c,d"])
    #expect(self.table("a;b,c,d").header == ["a;b", "c", "d"])
  }

  @Test
  func `rows of another width and headers that stand again are counted and skipped`() {
    var table = table(
      "\u{FEFF}user,department,enabled\nann,IT,True\nbob,IT, Bonn,True\n\ncarl,IT\n"
        + "\u{FEFF}user,department,enabled\ndora,IT,False\n")
    var users: [String] = []
    while let row = table.next() { users.append(String(decoding: row.user, as: UTF8.self)) }
    #expect(users == ["ann", "dora"] && table.headersAgain == 1)
    #expect(table.otherRows.count == 2 && table.otherRows.line == 3)
  }

  @Test(arguments: [
    (
      "userAccountControl", "NORMAL_ACCOUNT, ACCOUNTDISABLE", AccountState.disabled,
      0x202 as UInt64?
    ),
    ("userAccountControl", "Disabled, NormalAccount", .disabled, 0x202),
    ("userAccountControl", "NORMAL_ACCOUNT|DONT_EXPIRE_PASSWORD", .enabled, 0x10200),
    ("userAccountControl", "NORMAL_ACCOUNT, GESPERRT", .unknown, nil),
    ("Enabled", "aktiv", .unknown, nil), ("Enabled", "TRUE", .enabled, nil),
    ("Enabled", "", .unknown, nil),
  ])
  func `a state that is not understood keeps its words`(
    column: String, cell: String, state: AccountState, flags: UInt64?
  ) {
    let row = rows("user,\(column)\nann,\"\(cell)\"\n").first
    #expect(row?.state == state && row?.flags == flags)
    let isUnread = state == .unknown && !cell.isEmpty
    #expect(row?.unreadState == (isUnread ? Array(cell.utf8) : nil))
  }

  @Test
  func `a header of one word is a name unless it is the system's own`() {
    #expect(!table("user\nann\n").isTable)
    #expect(table("samaccountname\nann\n").isTable)
    #expect(table("user,mail\nann,x\n").isTable)
  }

  @Test
  func `a row gives its user, and all names of its domain`() {
    let rows = rows(
      """
      SamAccountName,UserPrincipalName,CanonicalName,DistinguishedName,Domain
      ann,ann.a@Corp.Example,north.example/Users/ann,"CN=ann,DC=east,dc=example",WEST
      ,bob@corp.example,,,
      ,,,,
      ,carl,,,

      """)
    let domains = rows.map { $0.domains.map { text($0) } }
    #expect(rows.map { text($0.user) } == ["ann", "bob", ""])
    #expect(
      domains == [
        ["west", "north.example", "corp.example", "east.example"], ["corp.example"], ["carl"],
      ])
    #expect(rows.map(\.line) == [2, 3, 5])
  }

  @Test(arguments: [
    ("Enabled", "True", AccountState.enabled), ("Enabled", "FALSCH", .disabled),
    ("accountEnabled", "waar", .enabled), ("Disabled", "yes", .disabled),
    ("Disabled", "no", .enabled), ("userAccountControl", "514", .disabled),
    ("userAccountControl", "0x200", .enabled), ("userAccountControl", "x", .unknown),
    ("Enabled", "", .unknown), ("Enabled", "perhaps", .unknown),
  ])
  func `a state is told by words of six languages, or by a number`(
    column: String, cell: String, state: AccountState
  ) {
    #expect(rows("user,\(column)\nann,\(cell)\n").map(\.state) == [state])
  }

  @Test
  func `AD's own date goes before others, and a column tells the order of day and month`() {
    var table = table(
      """
      user,pwdLastSet,PasswordLastSet
      ann,133931328070000000,01/02/2020
      bob,,28/08/2018 10:34:37 PM
      carl,0,
      dora,,nothing
      eve,,

      """)
    var dates: [String?] = []
    var unread: [Bool] = []
    var columns: [AttributeTable.Column?] = []
    while let row = table.next() {
      dates.append(text(row.date?.value.decided(by: .dayFirst)))
      unread.append(row.hasUnreadDate)
      columns.append(row.date?.column)
    }
    #expect(dates == ["2025-05-31", "2018-08-28", "never", nil, nil])
    #expect(unread == [false, false, false, true, false])
    #expect(columns == [.date, .otherDate, .date, nil, nil])
    #expect(table.order(of: .otherDate).order == .dayFirst)
    #expect(table.order(of: .date).order == nil)
    #expect(table.name(of: .otherDate) == "PasswordLastSet")
  }

  @Test
  func `what a dump says of an account goes before a table`() {
    var accounts = accounts([
      "ann:1::\(someHash)::: (status=Disabled) (pwdLastSet=2020-01-02 03:04)",
      "bob:2::\(someHash):::", "pc:3::\(someHash):::",
    ])
    let rows = rows(
      """
      user,Enabled,pwdLastSet,userAccountControl
      ann,True,133931328070000000,512
      bob,True,133931328070000000,512
      pc,,,4096
      """)
    let areUnclear = rows.enumerated().map { accounts.add($1, to: $0) }
    accounts.settle()
    #expect(areUnclear == [false, false, false])
    #expect(accounts.facts.map(\.state) == [.disabled, .enabled, .enabled])
    #expect(accounts.facts.map(\.kind) == [.user, .user, .machine])
    #expect((0..<3).map { text(accounts.date(of: $0)) } == ["2020-01-02", "2025-05-31", nil])
  }

  @Test
  func `labels part accounts, and those without one are (none)`() {
    var accounts = accounts((0..<6).map { "u\($0):\(someHash)" })
    accounts.settle()
    var labels = AccountLabels("Department", accounts: 6)
    for (account, label) in [(0, "IT"), (1, "IT"), (0, "Sales"), (2, ""), (3, "HR")] {
      labels.set(Array(label.utf8), of: account)
    }
    let found = accounts.strata(by: labels, floor: 2)
    #expect(found.map(\.label) == ["Department: (none)", "Department: (joined)"])
    #expect(found.map(\.members) == [[2, 4, 5], [0, 1, 3]])
    #expect(found.map(\.joined) == [0, 2])
    #expect(
      accounts.strata(by: labels, floor: 1).map(\.label)
        == ["Department: (none)", "Department: HR", "Department: IT"])
  }
}
