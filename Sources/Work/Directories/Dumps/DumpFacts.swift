/// What suffixes such as ` (status=Enabled)` and NtdsAudit's comment say of an account.
package struct DumpFacts: Sendable {
  /// Whether the account may sign in; nil if nothing says so.
  package private(set) var state: AccountState?
  /// When the password was set; nil if nothing says so, `.some(nil)` if it cannot be read.
  package private(set) var set: PasswordDate??
  /// The place in the line of a state that is not understood.
  package private(set) var unreadState: Range<Int>?

  init() {}

  /// Facts of userAccountControl.
  init(userAccountControl flags: UInt64) { state = flags & 2 != 0 ? .disabled : .enabled }

  /// Reads the suffixes ` (key=value)` at the end of a line, and moves its end before them; of
  /// several with one key the first counts.
  init(suffixesOf text: Span<UInt8>, end: inout Int) {
    while end > 0, text[end - 1] == 0x29,
      let open = text.last(0x28, in: 0..<end - 1), open > 0, text[open - 1] == 0x20,
      text.first(0x29, in: open + 1..<end - 1) == nil,
      let equals = text.first(0x3D, in: open + 1..<end - 1), equals > open + 1,
      (open + 1..<equals).allSatisfy({ isLetter(text[$0]) })
    {
      take(text, key: open + 1..<equals, value: equals + 1..<end - 1)
      end = open - 1
    }
  }

  private mutating func take(_ text: Span<UInt8>, key: Range<Int>, value: Range<Int>) {
    if text.equalsInAnyCase(key, "pwdlastset") {
      set = .some(PasswordDate(text.extracting(value)))
    } else if text.equalsInAnyCase(key, "status") {
      setState(text, value, enabled: "enabled", disabled: "disabled")
    } else if text.equalsInAnyCase(key, "enabled") {
      setState(text, value, enabled: "true", disabled: "false")
    }
  }

  private mutating func setState(
    _ text: Span<UInt8>, _ value: Range<Int>, enabled: StaticString, disabled: StaticString
  ) {
    if text.equalsInAnyCase(value, enabled) {
      state = .enabled
    } else if text.equalsInAnyCase(value, disabled) {
      state = .disabled
    } else {
      (state, unreadState) = (.unknown, value)
    }
  }

  /// Adds what a comment of NtdsAudit says, unless suffixes said it.
  mutating func add(comment: Range<Int>, of text: Span<UInt8>) {
    var start = comment.lowerBound
    while start < comment.upperBound {
      let end = text.first(0x2C, in: start..<comment.upperBound) ?? comment.upperBound
      if let equals = text.first(0x3D, in: start..<end) {
        add(text, key: start..<equals, value: equals + 1..<end)
      }
      start = end + 1
    }
  }

  private mutating func add(_ text: Span<UInt8>, key: Range<Int>, value: Range<Int>) {
    if text.equalsInAnyCase(key, "disabled"), state == nil {
      setState(text, value, enabled: "false", disabled: "true")
    } else if text.equalsInAnyCase(key, "passwordlastchanged"), set == nil {
      let date = PasswordDate(text.extracting(value))
      // The beginning of FILETIME stands for a password that was never set.
      set = .some(date.map { Self.isBeginning($0) ? .never : $0 })
    }
  }

  private static func isBeginning(_ date: PasswordDate) -> Bool {
    guard case .day(let day) = date, case .day(let first) = PasswordDate.beginningOfFileTime else {
      return false
    }
    return (first..<first + 365).contains(day)
  }
}
