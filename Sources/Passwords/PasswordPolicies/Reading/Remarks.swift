import Diagnostics

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
    _ kind: PasswordRules.Problem.Kind, at offset: Int, _ severity: Severity = .error,
    fate: PasswordRules.Problem.Fate? = nil
  ) {
    guard remarks.count < Self.most else {
      if severity == .error { further.errors += 1 } else { further.warnings += 1 }
      return
    }
    remarks.append(Remark(offset: offset, kind: kind, severity: severity, fate: fate))
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
