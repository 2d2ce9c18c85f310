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
}
