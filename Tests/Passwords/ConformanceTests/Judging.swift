import Conformance
import Diagnostics
import PasswordPolicies
import Passwords
import Testing

/// A policy in our language.
func policy(_ text: String, source: PolicySource? = nil) throws -> Policy {
  let reading = PolicyReading(policyFile: Array(text.utf8), file: "p")
  #expect(!reading.hasErrors, "\(reading.problems.map(\.message))")
  var policy = try #require(reading.policies.first)
  policy.source = source
  return policy
}

/// What is found of a clause.
func finding(_ standard: String, _ clause: String, _ policy: Policy) throws -> Finding {
  let standard = try #require(Standard.named(standard))
  var judge = ConformanceJudge(policy)
  return judge.finding(of: try #require(standard.clauses.first { $0.id == clause }))
}

extension Standard.Test {
  /// Whether an accepted password contradicts the clause; nil for clauses of another kind.
  func isContradicted(by password: String) -> Bool? {
    let text = Array(password.unicodeScalars)
    func has(_ set: CodePointSet) -> Bool { text.contains(where: set.contains) }
    func longestRun(_ isSame: (Unicode.Scalar, Unicode.Scalar) -> Bool) -> Int {
      var (longest, run) = (1, 1)
      for (a, b) in zip(text, text.dropFirst()) {
        run = isSame(a, b) ? run + 1 : 1
        longest = max(longest, run)
      }
      return longest
    }
    switch self {
    case .minLength(let least, unless: _): return text.count < least
    case .maxLength(let most): return text.count > most
    case .room(let length): return text.count < length
    case .demands(let sets): return !sets.allSatisfy(has)
    case .demandsKinds(let least, of: let sets): return sets.count(where: has) < least
    case .maxRepeating(let most): return longestRun(==) > most
    case .maxClassRun(let most):
      let kinds: [CodePointSet] = [.lower, .upper, .digit, .special]
      func kind(_ scalar: Unicode.Scalar) -> Int { kinds.firstIndex { $0.contains(scalar) } ?? 4 }
      return longestRun { kind($0) == kind($1) } > most
    case .oneOf(let ways):
      return !ways.filter { !$0.isHidden && !$0.hasList }.contains { way in
        text.count >= way.minLength && way.demands.allSatisfy(has)
          && [CodePointSet.lower, .upper, .digit, .special].count(where: has) >= way.minKinds
      }
    default: return nil
    }
  }
}
