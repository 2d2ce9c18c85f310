/// The layout that the user requests, before any list is examined.
///
///     LayoutRequest("csv:password")?.choice      // .table(.name("password"))
package struct LayoutRequest: Hashable, Sendable {
  /// The requested layout, or the part of it that is stated.
  package enum Choice: Hashable, Sendable {
    case stated(LineLayout.Form)
    /// Lines with counts; the first lines determine the place of the count.
    case counted
    /// This column of a table, and perhaps one that names users.
    case table(Column, user: Column? = nil)
    /// The layout is detected from the first lines; if that fails, the list is not read.
    case auto
    /// Dumps of a directory, which hold hashes; only an audit of accounts reads them.
    case dump
    /// Tables that are dumps of a directory.
    case accounts(AccountColumns)
  }

  /// A column of a table.
  package enum Column: Hashable, Sendable {
    /// The column with this name in the header, in any case.
    case name(String)
    /// The column with this number, from 1.
    case number(Int)

    /// Reads a column's name or number; nil for none, and for a number beyond 65,536.
    init?(_ text: Substring) {
      if text.isEmpty { return nil }
      guard let number = Int(text) else {
        self = .name(String(text))
        return
      }
      guard (1...65_536).contains(number) else { return nil }
      self = .number(number)
    }
  }

  /// The requested layout, or the part of it that is stated.
  package let choice: Choice
  /// The byte between the parts of a line; nil for the default.
  package var separator: UInt8?
  /// Whether `$HEX[…]` is decoded; nil for the default.
  package var decodesHex: Bool?

  /// Makes a request.
  package init(_ choice: Choice) { self.choice = choice }

  /// Each line is a password.
  package static let plain = LayoutRequest(.stated(.plain))

  /// The spellings of layouts in options.
  package static let spellings = [
    "plain", "counted", "counted:prefix", "counted:colon", "counted:bar", "user:password",
    "user:hash:password", "user:hash:password:first", "hash:password", "hash:password:first",
    "hash:password:last",
    "hash:salt:password", "john:show", "csv:COLUMN", "csv:COLUMN,user=COLUMN",
    "csv:COLUMN,user=COLUMN,by=COLUMN", "csv:hash=COLUMN,user=COLUMN", "auto", "dump",
  ]

  /// Reads the value of an option; nil if it is invalid.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let rest = parts.count > 1 ? String(parts[1]) : nil
    switch (parts.first ?? "", rest) {
    case ("plain", nil): self.init(.stated(.plain))
    case ("auto", nil): self.init(.auto)
    case ("dump", nil): self.init(.dump)
    case ("counted", nil): self.init(.counted)
    case ("counted", let place?):
      guard let place = LineLayout.CountPlace(rawValue: place) else { return nil }
      self.init(.stated(.counted(place)))
    case ("user", "password"): self.init(.stated(.user))
    case ("user", "hash:password"): self.init(.stated(.userHash))
    case ("user", "hash:password:first"): self.init(.stated(.userHashFirst))
    case ("hash", "salt:password"): self.init(.stated(.saltedHash))
    case ("hash", "password"): self.init(.stated(.hash(.told)))
    case ("hash", "password:first"): self.init(.stated(.hash(.first)))
    case ("hash", "password:last"): self.init(.stated(.hash(.last)))
    case ("john", "show"): self.init(.stated(.john))
    case ("csv", let columns?):
      guard let choice = Choice(columns: columns) else { return nil }
      self.init(choice)
    default: return nil
    }
  }

  /// Whether each line is a password, unchanged.
  package var isPlain: Bool { choice == .stated(.plain) && decodesHex != true }

  /// Whether the lists are stated to be dumps of a directory.
  package var isOfAccounts: Bool {
    switch choice {
    case .dump, .accounts: true
    default: false
    }
  }

  /// Whether the stated layout names users.
  package var hasUsers: Bool {
    switch choice {
    case .stated(let form): form.namesUsers
    case .table(_, let user): user != nil
    case .counted, .auto, .dump, .accounts: false
    }
  }

  /// Whether the stated layout names users, or a detected layout or the header of a table may.
  package var mayHaveUsers: Bool {
    if case .table(.name, user: nil) = choice { return true }
    return hasUsers || choice == .auto
  }

  /// A layout with this request's separator and decoding.
  func layout(_ form: LineLayout.Form, separator: UInt8? = nil) -> LineLayout {
    LineLayout(form, separator: self.separator ?? separator, decodesHex: decodesHex)
  }
}
