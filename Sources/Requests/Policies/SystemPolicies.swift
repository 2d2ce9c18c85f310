import Diagnostics
import PasswordPolicies
import PolicySources

/// The policies of a text in which another system keeps them.
struct SystemPolicies {
  /// The text's file, as named in problems.
  let file: String
  private let reading: SourceReading

  /// The most remarks of a kind that are told one by one.
  private static let mostTold = 20

  /// Reads a text; nil if nobody says what it is, and it is our own language or none that is known.
  init?(in bytes: [UInt8], file: String, as stated: SourceKind? = nil) {
    if let stated {
      reading = SourceReading(of: bytes, as: stated)
    } else {
      guard case .source(let kind) = Recognition(of: bytes) else { return nil }
      reading = SourceReading(of: bytes, as: kind)
    }
    self.file = file
  }

  /// Whether a text that names no file is one.
  static func isRecognised(_ text: String) -> Bool {
    if case .source = Recognition(of: Array(text.utf8)) { true } else { false }
  }

  /// The names of several policies.
  var names: [String] { reading.policies.compactMap(\.name) }

  /// The policies with these names, or all if there are none; they are named by the source, else
  /// after the file.
  ///
  /// Reports every remark.
  ///
  /// - Throws: ``PolicyFileProblem/notSaid(_:count:)`` if a part cannot be said, unless one reads
  ///   leniently.
  func policies(
    named wanted: [String], isLenient: Bool,
    _ maxConsecutive: PasswordRules.MaxConsecutiveReading, tell: ProblemHandler
  ) throws(PolicyFileProblem) -> PolicyReading {
    let alternatives = reading.policies.reduce(0) { $0 + $1.text.split(separator: "\nor\n").count }
    tell(SystemNote(file: file, manner: reading.kind.manner, alternatives: alternatives))
    for kind in Remark.Kind.allCases {
      let remarks = reading.remarks.filter { $0.kind == kind }
      for remark in remarks.prefix(Self.mostTold) {
        tell(SystemRemark(file: file, remark: remark, isLenient: isLenient))
      }
      if remarks.count > Self.mostTold, let last = remarks.last {
        tell(
          SystemRemark(
            file: file, remark: last, isLenient: isLenient,
            further: remarks.count - Self.mostTold))
      }
    }
    if reading.outcome(lenient: isLenient) == .refused {
      throw .notSaid(file, count: reading.remarks.count { $0.kind == .cannot })
    }
    let chosen = reading.policies.filter { policy in
      wanted.isEmpty || policy.name.map(wanted.contains) == true
    }
    return PolicyReading(
      policies: chosen.flatMap { named in
        PolicyReading(
          policyFile: Array(named.text.utf8), file: file, maxConsecutive: maxConsecutive
        ).policies.map { policy in
          var policy = policy
          policy.name = named.name ?? policy.name
          return policy
        }
      }, problems: [])
  }
}

/// A file is read as another system reads it.
private struct SystemNote: Diagnosable {
  let file: String
  let manner: String
  let alternatives: Int

  var location: Location? { Location(file: file) }
  var severity: Severity { .note }
  var found: String {
    "read \(manner): \(alternatives) alternative\(alternatives == 1 ? "" : "s")"
  }
  var expected: String? { nil }
  var remedy: String? { nil }
}

/// What a policy of another system does not say.
private struct SystemRemark: Diagnosable {
  let file: String
  let remark: Remark
  let isLenient: Bool
  /// How many more of the kind there are, if that is to be said.
  var further = 0

  var location: Location? {
    if further > 0 { return Location(file: file) }
    return switch remark.place {
    case .text(let line, let column):
      Location(file: file, Location.Position(line: line, column: column))
    case .pointer(let pointer): Location(file: "\(file):\(pointer)")
    }
  }

  var severity: Severity {
    switch remark.kind {
    case .cannot: isLenient ? .warning : .error
    case .note: .warning
    case .notJudged, .ascii, .notText: .note
    }
  }

  var found: String {
    if further > 0 { return "\(further) more of the remarks before" }
    return switch remark.kind {
    case .cannot, .note:
      remark.text.hasPrefix("'\(remark.part)'")
        ? remark.text : "'\(remark.part)': \(remark.text)"
    case .notJudged: "not judged, so that the system refuses more: \(remark.part): \(remark.text)"
    case .ascii: "exact in printable ASCII only: \(remark.part): \(remark.text)"
    case .notText: "not about the text: \(remark.part): \(remark.text)"
    }
  }

  var expected: String? { nil }
  var remedy: String? { nil }
}
