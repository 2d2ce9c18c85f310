@_spi(Internal) import Bytes

// The lines of `john --show`: user, password, and the fields of the account that follow the hash.
extension LineLayout {
  /// `user:password`, and the fields of an account of passwd, shadow or Windows, if they follow.
  ///
  /// The fields are counted from the end, so the password may contain colons.
  func shownByJohn(_ text: RawSpan, _ line: Range<Int>) -> LineParts? {
    guard var parts = behindUser(text, line) else { return nil }
    if let end = text.startOfAccount(behindUser: parts.password, separator) {
      parts.password = parts.password.lowerBound..<end
    }
    if parts.password.count == 11,
      zip(parts.password, "NO PASSWORD".utf8).allSatisfy({ text.byte(at: $0) == $1 })
    {
      parts.password = parts.password.lowerBound..<parts.password.lowerBound
    }
    return parts
  }
}

extension RawSpan {
  /// The separator between the password and the fields of its account; nil if none follow.
  func startOfAccount(behindUser rest: Range<Int>, _ separator: UInt8) -> Int? {
    for (count, isAccount) in Self.accountFields {
      guard let start = separatorFromEnd(count, separator, in: rest) else { continue }
      var cells: [Range<Int>] = []
      var from = start &+ 1
      while let end = first(separator, in: from..<rest.upperBound) {
        cells.append(from..<end)
        from = end &+ 1
      }
      cells.append(from..<rest.upperBound)
      if isAccount(self, cells) { return start }
    }
    return nil
  }

  private typealias AccountFields = @Sendable (RawSpan, [Range<Int>]) -> Bool

  /// The number of fields behind the password, and whether cells are these fields.
  private static let accountFields: [(Int, AccountFields)] = [
    // passwd: user id, group id, name, home, shell.
    (
      5,
      { text, cells in
        text.areDigits(cells[0]) && text.areDigits(cells[1])
          && cells[3...].allSatisfy { $0.isEmpty || text.byte(at: $0.lowerBound) == slash }
          && !(cells[3].isEmpty && cells[4].isEmpty)
      }
    ),
    // Windows: relative id, LM hash, NT hash, comment, home.
    (
      6,
      { text, cells in
        text.areDigits(cells[0]) && (cells[1].isEmpty || text.isAccountHash(cells[1]))
          && text.isAccountHash(cells[2]) && cells[5].isEmpty
      }
    ),
    // shadow: days, and an empty field.
    (
      7,
      { text, cells in
        text.areDigits(cells[0])
          && cells.allSatisfy { cell in cell.isEmpty || text.areDigits(cell) }
      }
    ),
  ]

  private func areDigits(_ range: Range<Int>) -> Bool {
    !range.isEmpty && range.allSatisfy { isDigit(at: $0) }
  }

  /// The place of a separator, counted from the end, from 1.
  private func separatorFromEnd(_ count: Int, _ separator: UInt8, in range: Range<Int>) -> Int? {
    var left = count
    var position = range.upperBound
    while position > range.lowerBound {
      position &-= 1
      if byte(at: position) == separator {
        left &-= 1
        if left == 0 { return position }
      }
    }
    return nil
  }

  /// Whether a line is what `john --show` prints last: `5 password hashes cracked, 2 left`.
  func isJohnsSum(_ line: Range<Int>) -> Bool {
    var end = line.lowerBound
    while end < line.upperBound, isDigit(at: end) { end &+= 1 }
    if end == line.lowerBound || end == line.upperBound { return false }
    let rest = String(
      decoding: (end..<line.upperBound).prefix(80).map { byte(at: $0) }, as: UTF8.self)
    return rest.hasPrefix(" password hash") && rest.contains(" cracked, ")
      && rest.hasSuffix(" left")
  }
}

private let slash = UInt8(ascii: "/")
