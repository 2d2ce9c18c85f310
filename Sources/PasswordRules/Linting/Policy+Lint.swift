import Passwords

extension PolicyReading {
  /// All problems of the text, and what there is to say about each of its policies.
  package func lint(against standards: [Standard] = Standard.all) -> [LintFinding] {
    let problems = problems.map { LintFinding(kind: .text($0), policy: nil, place: $0.place) }
    return problems + (hasErrors ? [] : policies.flatMap { $0.lint(against: standards) })
  }
}

extension Policy {
  /// What there is to say about a policy besides its text: rules that say nothing new, Apple's
  /// guideline, and the clauses of standards that the policy itself breaks.
  ///
  /// Whether anybody can meet it is told when it is read, and by ``unsatisfiable``.
  package func lint(against standards: [Standard] = Standard.all) -> [LintFinding] {
    var kinds: [LintFinding.Kind] = []
    for (index, alternative) in alternatives.enumerated() {
      let prefix = alternatives.count > 1 ? "or[\(index)]." : ""
      kinds += redundancies(in: alternative, prefix: prefix).map {
        .impliedRule($0.rule, by: $0.because, permits: $0.permits)
      }
    }
    kinds += redundantAlternatives.map { .impliedAlternative($0.alternative, by: $0.because) }
    kinds += Alternative(portable.rules).againstAppleGuideline.map { .apple($0) }
    for standard in standards {
      for clause in standard.clauses {
        if let how = clause.requirement.breach(in: self) {
          kinds.append(.breach(of: clause, in: standard, how: how))
        }
      }
    }
    return kinds.map { LintFinding(kind: $0, policy: name, place: location) }
  }
}

extension Policy.Alternative {
  /// Apple's guideline in both readings.
  fileprivate var againstAppleGuideline: [LintFinding.AppleGuideline] {
    let classes = [CodePointSet.upper, .lower, .digit]
    let permitted = classes.count { !$0.intersection(rules.permitted.members).isEmpty }
    let demanded = Reach(self).fewest(of: classes)
    var findings: [LintFinding.AppleGuideline] = []
    if let most = rules.maxLength, most < 12 { findings.append(.cannotHold12(maxLength: most)) }
    if permitted < 2 { findings.append(.permitsFewClasses(permitted)) }
    if shortest < 12 { findings.append(.demandsFewerThan12(shortest: shortest)) }
    if demanded < 2 { findings.append(.demandsFewClasses(demanded)) }
    return findings
  }
}
