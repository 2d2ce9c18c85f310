import Diagnostics
import Passwords

extension Remarks {
  /// Warns of characters in a class that may have a surprising meaning.
  mutating func addDoubts(about scanned: ScannedClass, in bytes: [UInt8], base: Int = 0) {
    let content = bytes[scanned.content]
    let feed = UInt8(ascii: "\n")
    if let line = scanned.ignored.first(where: { bytes[$0] == feed }) {
      add(.lineBreakInClass, at: base + line, .warning)
    }
    if let first = scanned.ignored.first(where: { bytes[$0] != feed && bytes[$0] != 0x0D }) {
      let text = String(decoding: content.filter { !(0x20...0x7E ~= $0) }, as: UTF8.self)
      var seen: Set<Unicode.Scalar> = ["\n", "\r"]
      let names = text.unicodeScalars.filter { seen.insert($0).inserted }.prefix(8)
      add(
        .ignoredCharacters(names.map(RulesScanner.name(of:)).joined(separator: " ")),
        at: base + first, .warning)
    }
    if let entity = htmlEntity(in: content) {
      add(
        .entity(String(decoding: bytes[entity], as: UTF8.self)), at: base + entity.lowerBound,
        .warning)
    }
  }

  /// Warns of a number that has no effect, or that no password can meet.
  mutating func addDoubts(about number: Int, of rule: String, at offset: Int) {
    if number == 0 { add(.zero(rule: rule), at: offset, .warning) }
    if number > 4096 { add(.hugeNumber(rule: rule, number), at: offset, .warning) }
  }

  /// Beyond this many context words, a blocklist is the better place for them.
  static let mostWords = 10_000

  /// Warns of a policy that no password can meet; reports too many rules as an error.
  ///
  /// Also warns of a list of classes that refuses next to nothing; `place` is the offset of a rule, if
  /// that is known.
  mutating func addDoubts(
    about policy: Policy, at offset: Int, place: (RuleID) -> Int? = { _ in nil }
  ) {
    let count = policy.rulesOfAlternatives.reduce(0) { $0 + $1.count }
    if count > PolicyMatcher.mostRules {
      add(.tooManyRules(found: count, limit: PolicyMatcher.mostRules), at: offset)
    }
    for case .words(let words) in policy.alternatives.flatMap({ $0.extras(Context.self) })
    where words.count > Self.mostWords {
      add(.manyWords(words.count), at: offset, .warning)
    }
    if let reason = policy.unsatisfiable { add(.unsatisfiable(reason), at: offset, .warning) }
    if let (rule, kind) = policy.idleClassList {
      add(kind, at: place(rule) ?? offset, .warning)
    }
  }
}

/// The first sequence like `&quot;` or `&#39;`.
private func htmlEntity(in bytes: ArraySlice<UInt8>) -> Range<Int>? {
  for start in bytes.indices where bytes[start] == UInt8(ascii: "&") {
    let body = bytes[(start + 1)...].prefix {
      RulesScanner.isLetter($0) || RulesScanner.isDigit($0) || $0 == UInt8(ascii: "#")
    }
    if body.count >= 2, body.endIndex < bytes.endIndex, bytes[body.endIndex] == UInt8(ascii: ";") {
      return start..<body.endIndex + 1
    }
  }
  return nil
}
