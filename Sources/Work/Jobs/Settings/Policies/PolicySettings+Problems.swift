import Diagnostics
import PasswordPolicies

extension PolicySettings {
  /// The most errors, and the most warnings, that are told one by one.
  private static let mostTold = 20

  /// Reports the first problems of policies, and the number of the others.
  static func tell(_ problems: [PasswordRules.Problem], _ tell: ProblemHandler) {
    var (errors, warnings) = (0, 0)
    for problem in problems {
      if problem.isError { errors += 1 } else { warnings += 1 }
      if (problem.isError ? errors : warnings) <= mostTold { tell(problem.problem) }
    }
    let further = (errors: max(0, errors - mostTold), warnings: max(0, warnings - mostTold))
    if further != (0, 0) { tell(.furtherOfPolicies(further.errors, further.warnings)) }
  }
}

extension Problem {
  /// The problems of policies that were not told one by one.
  fileprivate static func furtherOfPolicies(_ errors: Int, _ warnings: Int) -> Problem {
    Problem(
      "further-of-policies",
      [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }
        .map { "\($0) more \($1)\($0 == 1 ? "" : "s")" }.joined(separator: " and ")
        + " of policies",
      remedy: "List them: audit rules lint --verbose --rules FILE",
      errors > 0 ? .error : .warning)
  }
}
