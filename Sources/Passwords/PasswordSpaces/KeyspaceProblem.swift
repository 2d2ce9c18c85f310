package import Diagnostics

/// The reasons why the strings of a policy cannot be counted exactly, or none be generated.
public enum KeyspaceProblem: Error, Hashable, Sendable {
  /// Overlapping needs lead to a sum with more terms than this.
  case tooManyNeeds(terms: Int)
  /// Tracking these rules takes more states than this.
  case tooManyStates(limit: Int, rules: [String])
  /// These two rules cannot be counted together.
  case notTogether(String, String)
  /// Alternatives can be met together in more ways than this.
  case tooManyAlternatives(ways: Int)
  /// The length exceeds the longest that is counted.
  case lengthOutOfReach(Int, limit: Int)
  /// The caller's time limit has passed.
  case outOfTime
  /// No string of the lengths complies.
  case noPassword
}

extension KeyspaceProblem: Diagnosable {
  package var problem: Problem {
    let code = self == .noPassword ? "no-password" : "uncountable"
    return Problem(code, found, expected: expected, remedy: remedy)
  }
}

extension KeyspaceProblem: CustomStringConvertible {
  /// What was found, what was expected, and on a second line what to do.
  public var description: String { message }

  /// What was found; begins in lower case.
  public var found: String {
    switch self {
    case .tooManyNeeds(let terms):
      "the rules on required characters overlap in more than \(terms) ways"
    case .tooManyStates(let limit, let rules):
      "\(rules.map { "'\($0)'" }.joined(separator: " and ")) "
        + "\(rules.count == 1 ? "takes" : "together take") more than \(limit) states "
        + "to keep track of"
    case .notTogether(let one, let other): "'\(one)' together with '\(other)'"
    case .tooManyAlternatives(let ways):
      "the alternatives can be met together in more than \(ways) ways"
    case .lengthOutOfReach(let length, _): "length \(length)"
    case .outOfTime: "counting takes longer than the page allows"
    case .noPassword: "no password meets the policy"
    }
  }

  /// What was expected instead; nil if that is obvious.
  public var expected: String? {
    switch self {
    case .noPassword: nil
    case .lengthOutOfReach(_, let limit): "at most \(limit), so that counting ends"
    default: "a policy that can be counted exactly"
    }
  }

  /// What to do, as a whole sentence.
  public var remedy: String? {
    switch self {
    case .tooManyNeeds: "Require fewer classes that share characters, or lift a limit on runs."
    case .tooManyStates: "Choose fewer characters, or drop one of these rules."
    case .notTogether: "Drop one of them; 'audit --rules FILE LIST' judges both."
    case .tooManyAlternatives: "Split the policy, and count its alternatives one by one."
    case .lengthOutOfReach: "Choose a shorter length."
    case .noPassword: "Choose another length, or permit more characters."
    case .outOfTime: "'audit keyspace --rules FILE' takes its time."
    }
  }
}
