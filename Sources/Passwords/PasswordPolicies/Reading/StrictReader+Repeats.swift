import Diagnostics

extension StrictReader.Draft {
  /// What an alternative has said already, for finding repeated rules without searching the rules.
  struct Seen {
    /// The numbers of rules of which there can be several, by name.
    var counts: [String: Int] = [:]
    /// The numbers that count, by their rules.
    var numbers: [String: Int] = [:]
    /// The blocklists.
    var blocklists: Set<Unlisted> = []
    /// The context words.
    var words: Set<String> = []
    /// The context words to be found inside passwords.
    var parts: Set<String> = []
  }
}

extension StrictReader {
  /// Records the number of a rule; warns if an alternative has another or the same already, since
  /// only the stricter one counts.
  mutating func note(_ number: Int, of rule: String, isMinimum: Bool, at start: Int) {
    guard number > 0 else { return }
    guard let earlier = draft.seen.numbers[rule] else {
      draft.seen.numbers[rule] = number
      return
    }
    let counting = isMinimum ? max(number, earlier) : min(number, earlier)
    draft.seen.numbers[rule] = counting
    let idle = counting == number ? earlier : number
    remarks.add(
      idle == counting
        ? .repeatedRule("\(rule): \(number)")
        : .idleNumber(rule: rule, idle, beside: counting), at: start, .warning)
  }
}

/// Whether a character is no part of a printable name, such as an escape.
func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
  if 0x20...0x7E ~= scalar.value { return false }
  return switch scalar.properties.generalCategory {
  case .control, .lineSeparator, .paragraphSeparator: true
  default: false
  }
}

/// A user's word for a message: its first 40 characters.
func quotable(_ word: String) -> String {
  let head = word.unicodeScalars.prefix(41)
  return head.count <= 40 ? word : String(String.UnicodeScalarView(head.dropLast())) + "…"
}
