/// What somebody asked for as the layout of lists, before any of them was looked at.
///
///     LayoutRequest("csv:password")?.choice      // .table(.name("password"))
package struct LayoutRequest: Hashable, Sendable {
  /// The layout, as far as it was stated.
  package enum Choice: Hashable, Sendable {
    /// This one.
    case stated(LineLayout.Form)
    /// With counts; the first lines tell where.
    case counted
    /// A table, and which column of it.
    case table(Column)
    /// The first lines tell, or the list is not read.
    case auto
  }

  /// A column of a table.
  package enum Column: Hashable, Sendable {
    /// By the header's name for it, whatever the case.
    case name(String)
    /// By its number, from 1.
    case number(Int)
  }

  /// The layout, as far as it was stated.
  package let choice: Choice
  /// The byte between parts of a line; nil for what is usual.
  package var separator: UInt8?
  /// Whether `$HEX[…]` is decoded; nil for what is usual.
  package var decodesHex: Bool?

  /// States a layout.
  package init(_ choice: Choice) { self.choice = choice }

  /// Passwords and nothing else.
  package static let plain = LayoutRequest(.stated(.plain))

  /// How options spell the layouts.
  package static let spellings = [
    "plain", "counted", "counted:prefix", "counted:colon", "counted:bar", "user:password",
    "user:hash:password", "hash:password", "hash:password:first", "hash:password:last",
    "hash:salt:password", "csv:COLUMN", "auto",
  ]

  /// Reads the value of an option; nil where it is none.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let rest = parts.count > 1 ? String(parts[1]) : nil
    switch (parts.first ?? "", rest) {
    case ("plain", nil): self.init(.stated(.plain))
    case ("auto", nil): self.init(.auto)
    case ("counted", nil): self.init(.counted)
    case ("counted", let place?):
      guard let place = LineLayout.CountPlace(rawValue: place) else { return nil }
      self.init(.stated(.counted(place)))
    case ("user", "password"): self.init(.stated(.user))
    case ("user", "hash:password"): self.init(.stated(.userHash))
    case ("hash", "salt:password"): self.init(.stated(.saltedHash))
    case ("hash", "password"): self.init(.stated(.hash(.told)))
    case ("hash", "password:first"): self.init(.stated(.hash(.first)))
    case ("hash", "password:last"): self.init(.stated(.hash(.last)))
    case ("csv", let column?) where !column.isEmpty:
      guard let number = Int(column) else {
        self.init(.table(.name(column)))
        return
      }
      guard (1...65_536).contains(number) else { return nil }
      self.init(.table(.number(number)))
    default: return nil
    }
  }

  /// Whether lists are taken as they are, a line a password.
  package var isPlain: Bool { choice == .stated(.plain) && decodesHex != true }

  /// Whether lines are stated to name a user.
  package var hasUsers: Bool {
    if case .stated(let form) = choice { form.namesUsers } else { false }
  }

  /// Whether lines are stated to name a user, or may turn out to.
  package var mayHaveUsers: Bool { hasUsers || choice == .auto }

  /// A layout of this request's separator and decoding.
  func layout(_ form: LineLayout.Form, separator: UInt8? = nil) -> LineLayout {
    LineLayout(form, separator: self.separator ?? separator, decodesHex: decodesHex)
  }
}
