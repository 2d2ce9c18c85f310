import Conformance
package import Diagnostics
package import Jobs
package import PasswordPolicies

/// A policy being edited: its text, its problems and its rules.
package struct EditedPolicy: Sendable {
  package let text: String
  /// Errors and warnings, with their places.
  package let problems: [Note]
  /// The policy; nil if it cannot be judged.
  package let policy: Policy?
  /// Whether the text names the policy.
  let isNamed: Bool
  private let number: Int
  private let settings: PolicySettings

  /// A note about the text.
  package struct Note: Sendable {
    /// How serious the problem is.
    package let severity: Severity
    /// Its line and column; nil if it concerns the whole text.
    package let place: Location.Position?
    /// The problem, and the text that was expected instead.
    package let found: String
    /// A remedy; nil if none is known.
    package let remedy: String?

    init(_ problem: Problem) {
      severity = problem.severity
      place = problem.location?.position
      found = problem.found + (problem.expected.map { "; expected \($0)" } ?? "")
      remedy = problem.remedy
    }

    /// Makes the note of a finding about the whole policy; as there is only one, it is not named.
    init(_ finding: LintFinding) {
      severity = finding.severity
      place = nil
      remedy = finding.remedy
      if case .clause(let clause, in: let standard, _, how: _) = finding.kind {
        found = "\(standard.name): \(clause.says); \(finding.reason)"
      } else {
        found = finding.statement + (finding.expected.map { "; expected \($0)" } ?? "")
      }
    }
  }

  /// Reads a text; `number` names a policy without a name.
  package init(_ text: String, number: Int, _ settings: PolicySettings) {
    self.text = text
    self.number = number
    self.settings = settings
    let name = "policy \(number)"
    let bytes = Array(text.utf8)
    guard bytes.count <= Question.longestText else {
      problems = [Note(.longPolicyText(bytes.count))]
      policy = nil
      isNamed = false
      return
    }
    // What was pasted from another system is judged as our language says it.
    let pasted = PastedPolicy(text)
    let reading =
      pasted.map {
        PolicyReading(
          of: Policy(
            name: name, alternatives: $0.alternatives, location: Location(file: name),
            maxConsecutive: settings.maxConsecutive))
      } ?? settings.read(bytes, file: name)
    var problems = pasted.map { [Note(.pasted($0))] } ?? []
    problems += reading.problems.map { Note($0.problem) }
    let isEmpty = text.allSatisfy(\.isWhitespace)
    if isEmpty { problems = [Note(.emptyText)] }
    var policy =
      isEmpty
      ? Policy(name: name, PasswordRules([PasswordRules.Rule]()), location: Location(file: name))
      : reading.policies.first
    isNamed = policy.map { $0.name != name } ?? false
    if reading.policies.count > 1 {
      problems.append(Note(.severalInText(reading.policies.count)))
    }
    if let file = policy?.namedFile {
      problems.append(Note(.unopenedFile(file)))
      policy = nil
    }
    if !isEmpty, reading.hasErrors { policy = nil }
    if let policy, !isEmpty {
      var judge = ConformanceJudge(policy)
      let guideline = Standard.named("apple").map { judge.conformance(to: $0).lint } ?? []
      problems += (policy.lint() + guideline.compactMap(\.finding)).map { Note($0) }
    }
    self.problems = problems
    self.policy = policy
  }

  /// The text with controls applied; nil if controls cannot express it.
  ///
  /// Only the rules that they change are written anew, wherever that suffices.
  package func text(changedBy controls: Controls) -> String? {
    guard let policy, let changed = policy.changed(by: controls) else { return nil }
    if changed.canonicalKey == policy.canonicalKey { return text }
    let patched = policy.text(text, becoming: changed, by: controls) {
      EditedPolicy($0, number: number, settings).policy
    }
    if let patched { return patched }
    let section = changed.text(.minified)
    return isNamed
      ? section : String(section.drop { !$0.isNewline }.dropFirst())
  }
}

// Problems of a text that its reader does not report.
extension Problem {
  fileprivate static var emptyText: Problem {
    Problem(
      "empty-text", "an empty text, which permits printable ASCII of any length",
      remedy: "Type a rule, such as 'minlength: 8;', or choose a policy below.", .note)
  }

  fileprivate static func longPolicyText(_ byteCount: Int) -> Problem {
    Problem(
      "long-policy-text", "a text of \(byteCount) bytes",
      expected: "at most \(Question.longestText)", remedy: "Leave comments out.")
  }

  fileprivate static func severalInText(_ count: Int) -> Problem {
    Problem(
      "several-in-text", "\(count) policies in one text; the first is answered",
      remedy: "Put the others beside it with 'Compare'.", .warning)
  }

  fileprivate static func unopenedFile(_ name: String) -> Problem {
    Problem(
      "unopened-file", "'blocklist' names the file '\(name)', and the lab opens no file for a page",
      remedy: "Say 'blocklist: default', and start the lab with --blocklist FILE.")
  }

  fileprivate static func pasted(_ policy: PastedPolicy) -> Problem {
    Problem(
      "pasted-policy",
      (["read \(policy.source.kind.manner)"] + policy.source.summary).joined(separator: "; "),
      remedy: "In our language: \(policy.text.replacing("\n", with: " "))", .note)
  }
}

extension Policy {
  /// The first file that one of its rules names.
  fileprivate var namedFile: String? {
    for case .blocklist(.file(let name, directory: _), _) in lists { return name }
    return nil
  }

  /// The file that it was read from.
  var file: String { location.file }
}

extension EditedPolicy {
  /// The alternative that controls show and change; nil if there are several, or an error.
  var controlled: PasswordRules? {
    policy.flatMap { $0.alternatives.count == 1 ? $0.alternatives.first : nil }
  }
}
