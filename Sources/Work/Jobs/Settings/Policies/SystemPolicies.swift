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
  /// - Throws: ``Problem`` if a part cannot be said, unless one reads leniently; `refused` gets the
  ///   source.
  func policies(
    named wanted: [String], isLenient: Bool,
    _ maxConsecutive: PasswordRules.MaxConsecutiveReading, tell: ProblemHandler,
    refused: (PolicySource) -> Void
  ) throws(Problem) -> PolicyReading {
    let source = PolicySource(
      kind: reading.kind, outcome: reading.outcome(lenient: isLenient), remarks: reading.remarks)
    let alternatives = reading.policies.reduce(0) { $0 + $1.alternatives.count }
    tell(
      .readAsSystem(
        file, source, alternatives: source.outcome == .refused ? nil : alternatives))
    let unsaid = reading.remarks.filter { $0.kind == .cannot }
    let severity: Severity = isLenient ? .warning : .error
    for remark in unsaid.prefix(Self.mostTold) { tell(.unsaidPart(remark, in: file, severity)) }
    if unsaid.count > Self.mostTold {
      tell(.furtherRemarks(unsaid.count - Self.mostTold, in: file, severity))
    }
    if source.outcome == .refused {
      refused(source)
      throw .notSaid(file, source, hasRest: reading.outcome(lenient: true) != .refused)
    }
    let chosen = reading.policies.filter { policy in
      wanted.isEmpty || policy.name.map(wanted.contains) == true
    }
    return PolicyReading(
      policies: chosen.map { named in
        var policy = named.policy(named: name, in: file, maxConsecutive: maxConsecutive)
        policy.source = reading.source(of: named, lenient: isLenient)
        return policy
      },
      problems: reading.remarks.filter { $0.kind == .note }.map { remark in
        PasswordRules.Problem(
          .slip(remark.statement), at: remark.place.location(in: file), .warning)
      })
  }
}

extension Problem {
  /// A file is read as another system reads it, with what its policies do not say; without a number of
  /// alternatives if the policy is refused.
  fileprivate static func readAsSystem(
    _ file: String, _ source: PolicySource, alternatives: Int?
  ) -> Problem {
    let count = alternatives.map { ": \($0) alternative\($0 == 1 ? "" : "s")" } ?? ""
    return Problem(
      "read-as-system", in: file,
      (["read \(source.kind.manner)\(count)"] + source.summary).joined(separator: "; "),
      remedy: source.summary.isEmpty
        ? nil : "'audit rules print' with the same policy explains each part.", .note)
  }

  /// What no rule says of a policy of another system.
  fileprivate static func unsaidPart(
    _ remark: Remark, in file: String, _ severity: Severity
  ) -> Problem {
    Problem("unsaid-part", at: remark.place.location(in: file), remark.statement, severity)
  }

  /// How many more parts no rule says.
  fileprivate static func furtherRemarks(
    _ count: Int, in file: String, _ severity: Severity
  ) -> Problem {
    Problem("further-remarks", in: file, "\(count) more of the remarks before", severity)
  }
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
