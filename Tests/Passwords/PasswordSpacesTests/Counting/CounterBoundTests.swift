import Diagnostics
import PasswordPolicies
import PasswordSpaces
import TestSupport
import Testing

/// What a counter may take: memory, and time.
@Suite struct CounterBoundTests {
  @Test func `cached counts are bounded in bytes`() throws {
    // 2^6 selections of these needs leave alphabets of 22 sizes, and the counts of each take 3 MB.
    let rules = policy(
      """
      minlength: 8; maxlength: 2500; required: [a]; required: [bc]; required: [def];
      required: [ghij]; required: [klmno]; required: [pqrstu];
      """)
    var counter = KeyspaceCounter(comparing: .ascii)
    let keyspace = try PolicyKeyspace(rules, costs: false, &counter)
    #expect(keyspace.rows.count == 2493)
    #expect(counter.heldBytes > 1 << 20 && counter.heldBytes <= KeyspaceCounter.mostHeldBytes)
  }

  @Test func `limits on sequences and kinds are given up at the deadline`() throws {
    // In release it took four seconds, of which the counter looked at the clock once at most.
    let rules = policy(
      "minlength: 1; maxlength: 1024; max-sequential: 3; max-class-run: 3; required: digit;")
    let start = ContinuousClock.now
    var counter = KeyspaceCounter(comparing: .ascii, deadline: start + .milliseconds(100))
    #expect(throws: KeyspaceProblem.outOfTime) { _ = try PolicyKeyspace(rules, &counter) }
    #expect(ContinuousClock.now - start < .seconds(5))
  }

  @Test(
    arguments: [
      (.tooManyNeeds(terms: 9), "overlap in more than 9 ways", "Require fewer classes"),
      (.tooManyStates(limit: 7, rules: ["a"]), "'a' takes more than 7 states", "Choose fewer"),
      (
        .tooManyStates(limit: 7, rules: ["a", "b"]), "'a' and 'b' together take more",
        "Choose fewer"
      ),
      (.notTogether("a", "b"), "'a' together with 'b'", "Drop one of them"),
      (.tooManyAlternatives(ways: 5), "together in more than 5 ways", "Split the policy"),
      (.lengthOutOfReach(70, limit: 60), "length 70", "Choose a shorter length"),
      (.outOfTime, "counting takes longer", "'audit keyspace --rules FILE' takes its time"),
      (.noPassword, "no password meets", "Choose another length"),
    ] as [(KeyspaceProblem, String, String)])
  func `a problem says what was found, what was expected and what to do`(
    problem: KeyspaceProblem, found: String, remedy: String
  ) {
    #expect(problem.found.contains(found))
    #expect(problem.remedy?.hasPrefix(remedy) == true)
    let isNone = problem == .noPassword
    #expect(problem.problem.code == (isNone ? "no-password" : "uncountable"))
    #expect((problem.expected == nil) == isNone)
    if case .lengthOutOfReach = problem {
      #expect(problem.expected?.contains("at most 60") == true)
    }
    #expect(problem.description.contains(problem.found))
    #expect(problem.description.contains(problem.remedy ?? ""))
  }

  @Test(arguments: [
    ("allowed: lower;", 4096), ("allowed: lower; max-consecutive: 2;", 4096),
    ("allowed: lower; max-sequential: 2;", 1024),
    ("allowed: lower, digit; max-class-run: 2;", 1024),
  ])
  func `the longest length is counted, and one more is told with it`(rules: String, longest: Int) {
    let text = "minlength: \(longest + 1); maxlength: \(longest + 1); \(rules)"
    var counter = KeyspaceCounter(comparing: .ascii)
    #expect(throws: KeyspaceProblem.lengthOutOfReach(longest + 1, limit: longest)) {
      _ = try counter.counts(of: policy(text).constraints[0], upTo: longest + 1)
    }
    #expect(
      (try? counter.counts(of: policy("allowed: lower;").constraints[0], upTo: 64).count) == 65)
  }

  @Test(arguments: [
    "required: digit; allowed: lower, digit;", "max-sequential: 2; allowed: lower;",
    "at-most: 1 digit; max-class-run: 2; allowed: lower, digit;", "allowed: unicode;",
  ])
  func `counts of all lengths know no limit of the length`(rules: String) throws {
    var counter = KeyspaceCounter(comparing: .unicode)
    let free = try counter.counts(of: policy(rules).constraints[0], upTo: 9)
    for limits in ["minlength: 4;", "maxlength: 5;", "minlength: 3; maxlength: 6;"] {
      let limited = policy("\(rules) \(limits)").constraints[0]
      #expect(try counter.counts(of: limited, upTo: 9) == free, "\(limits)")
      var other = KeyspaceCounter(comparing: .unicode)
      #expect(try other.counts(of: limited, upTo: 9) == free, "\(limits)")
    }
  }
}
