import Diagnostics
import PasswordPolicies
import PolicySources

/// The policies of a text in which another system keeps them.
struct SystemPolicies {
  /// The text's file, as named in problems.
  let file: String
  /// The name of a policy that the source does not name; nil to name it after the file.
  private let name: String?
  private let reading: SourceReading

  /// The most parts that cannot be said that are told one by one.
  private static let mostTold = 20

  /// Reads a text; nil if nobody says what it is, and it is our own language or none that is known.
  ///
  /// `readingOurs` reads a text that may be in our own language.
  init?(
    in bytes: [UInt8], file: String, name: String? = nil, as stated: SourceKind? = nil,
    readingOurs: ([UInt8]) -> PolicyReading
  ) {
    if let stated {
      reading = SourceReading(of: bytes, as: stated)
    } else {
      let found = Recognition(of: bytes) { !readingOurs($0).hasErrors }
      guard case .source(let kind) = found else { return nil }
      reading = SourceReading(of: bytes, as: kind)
    }
    self.file = file
    self.name = name
  }

  /// Whether a text that names no file is one.
  static func isRecognised(_ text: String) -> Bool {
    if case .source = Recognition(of: Array(text.utf8)) { true } else { false }
  }

  /// The names of several policies.
  var names: [String] { reading.policies.compactMap(\.name) }

  /// The policies with these names, or all if there are none; they are named by the source, else
  /// after the file, and know their source.
  ///
  /// Reports what cannot be said, and the rest in one note; likely slips are problems of the policies.
  ///
  /// - Throws: ``PolicyFileProblem/notSaid(_:_:hasRest:)`` if a part cannot be said, unless one reads
  ///   leniently.
  func policies(
    named wanted: [String], isLenient: Bool,
    _ maxConsecutive: PasswordRules.MaxConsecutiveReading, tell: ProblemHandler
  ) throws(PolicyFileProblem) -> PolicyReading {
    let source = PolicySource(
      kind: reading.kind, outcome: reading.outcome(lenient: isLenient), remarks: reading.remarks)
    let alternatives = reading.policies.reduce(0) { $0 + $1.text.split(separator: "\nor\n").count }
    tell(
      SystemNote(
        file: file, source: source, alternatives: source.outcome == .refused ? nil : alternatives))
    let unsaid = reading.remarks.filter { $0.kind == .cannot }
    for remark in unsaid.prefix(Self.mostTold) {
      tell(SystemRemark(file: file, remark: remark, isLenient: isLenient))
    }
    if unsaid.count > Self.mostTold, let last = unsaid.last {
      tell(
        SystemRemark(
          file: file, remark: last, isLenient: isLenient, further: unsaid.count - Self.mostTold))
    }
    if source.outcome == .refused {
      throw .notSaid(file, source, hasRest: reading.outcome(lenient: true) != .refused)
    }
    let chosen = reading.policies.filter { policy in
      wanted.isEmpty || policy.name.map(wanted.contains) == true
    }
    return PolicyReading(
      policies: chosen.flatMap { named in
        PolicyReading(
          policyFile: Array(named.text.utf8), file: file, name: name,
          maxConsecutive: maxConsecutive
        ).policies.map { read in
          // Places in our text are none in the file.
          var policy = Policy(
            name: named.name ?? read.name, alternatives: read.alternatives,
            location: Location(file: file), maxConsecutive: maxConsecutive)
          policy.source = reading.source(of: named, lenient: isLenient)
          return policy
        }
      },
      problems: reading.remarks.filter { $0.kind == .note }.map { remark in
        PasswordRules.Problem(
          .slip(remark.statement), at: remark.place.location(in: file), .warning)
      })
  }
}

/// A file is read as another system reads it, with what its policies do not say.
private struct SystemNote: Diagnosable {
  let file: String
  let source: PolicySource
  /// The number of alternatives; nil if the policy is refused.
  let alternatives: Int?

  var location: Location? { Location(file: file) }
  var severity: Severity { .note }
  var found: String {
    let count = alternatives.map { ": \($0) alternative\($0 == 1 ? "" : "s")" } ?? ""
    return (["read \(source.kind.manner)\(count)"] + source.summary).joined(separator: "; ")
  }
  var expected: String? { nil }
  var remedy: String? {
    source.summary.isEmpty
      ? nil : "'audit rules print' with the same policy explains each part."
  }
}

/// What no rule says of a policy of another system.
private struct SystemRemark: Diagnosable {
  let file: String
  let remark: Remark
  let isLenient: Bool
  /// How many more there are, if that is to be said.
  var further = 0

  var location: Location? {
    further > 0 ? Location(file: file) : remark.place.location(in: file)
  }
  var severity: Severity { isLenient ? .warning : .error }
  var found: String {
    further > 0 ? "\(further) more of the remarks before" : remark.statement
  }
  var expected: String? { nil }
  var remedy: String? { nil }
}

extension Remark {
  /// The part and what is to be said, each once.
  fileprivate var statement: String {
    text.hasPrefix("'\(part)'") ? text : "'\(part)': \(text)"
  }
}

extension SourcePlace {
  /// The place within a file.
  fileprivate func location(in file: String) -> Location {
    switch self {
    case .text(let line, let column):
      Location(file: file, Location.Position(line: line, column: column))
    case .pointer(let pointer): Location(file: "\(file):\(pointer)")
    }
  }
}
