import Diagnostics
import Passwords

/// Collects problems by byte offset until the whole text is read.
///
/// It keeps the first ``most`` and counts the others: a text of a million semicolons has a million
/// problems.
struct Remarks {
  /// The most problems that are kept.
  static let most = 1000

  private var remarks: [Remark] = []
  /// The number of errors and warnings that are not kept.
  private var further = (errors: 0, warnings: 0)

  private struct Remark {
    let offset: Int
    let kind: PasswordRules.Problem.Kind
    let severity: Severity
    var fate: PasswordRules.Problem.Fate?
  }

  var count: Int { remarks.count }

  mutating func add(
    _ kind: @autoclosure () -> PasswordRules.Problem.Kind, at offset: Int,
    _ severity: Severity = .error, fate: PasswordRules.Problem.Fate? = nil
  ) {
    guard remarks.count < Self.most else {
      if severity == .error { further.errors += 1 } else { further.warnings += 1 }
      return
    }
    remarks.append(Remark(offset: offset, kind: kind(), severity: severity, fate: fate))
  }

  mutating func append(_ others: Remarks) {
    for remark in others.remarks {
      add(remark.kind, at: remark.offset, remark.severity, fate: remark.fate)
    }
    further.errors += others.further.errors
    further.warnings += others.further.warnings
  }

  /// Records how the rule of the remarks from `start` on was handled.
  mutating func setFate(_ fate: PasswordRules.Problem.Fate, from start: Int) {
    for index in start..<remarks.count
    where remarks[index].fate == nil && remarks[index].kind.isComplaint {
      remarks[index].fate = fate
    }
  }

  /// The problems in the order of the text, with their places.
  ///
  /// - Complexity: O(bytes + problems × log(problems)).
  func problems(in bytes: [UInt8], file: String) -> [PasswordRules.Problem] {
    var places = TextPlaces(bytes)
    let inOrder = remarks.enumerated().sorted {
      ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset)
    }
    let problems = inOrder.map { _, remark in
      PasswordRules.Problem(
        remark.kind, at: Location(file: file, places.position(of: remark.offset)),
        remark.severity, fate: remark.fate)
    }
    guard further.errors + further.warnings > 0 else { return problems }
    let rest = PasswordRules.Problem.Kind.further(
      errors: further.errors, warnings: further.warnings)
    return problems + [
      PasswordRules.Problem(
        rest, at: Location(file: file), further.errors > 0 ? .error : .warning)
    ]
  }

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
    for case .unlisted(.context(let words)) in policy.alternatives.flatMap(\.others).map(\.kind)
    where words.count > Self.mostWords {
      add(.manyWords(words.count), at: offset, .warning)
    }
    if let reason = policy.unsatisfiable { add(.unsatisfiable(reason), at: offset, .warning) }
    if let (rule, kind) = policy.idleClassList {
      add(kind, at: place(rule) ?? offset, .warning)
    }
  }
}

/// Converts ascending byte offsets to lines and columns, in one pass over the text.
struct TextPlaces {
  private let bytes: [UInt8]
  private var offset = 0
  private var line = 1
  private var column = 1

  /// A byte order mark is not part of the first line.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: byteOrderMark) { offset = byteOrderMark.count }
  }

  /// The place of a byte; offsets must be ascending from call to call.
  ///
  /// Columns count code points; each maximal ill-formed part counts as one.
  mutating func position(of target: Int) -> Location.Position {
    while offset < target {
      let end = bytes.endOfLine(from: offset, before: target)
      if end < target {
        line += 1
        column = 1
        offset = end + 1
      } else {
        column += String(decoding: bytes[offset..<end], as: UTF8.self).unicodeScalars.count
        offset = end
      }
    }
    return Location.Position(line: line, column: column)
  }
}

/// U+FEFF in UTF-8, which some editors put at the start of a text.
let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

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
