import BigInt
import PasswordPolicies
import PasswordSpaces
import TestSupport
import Testing

@Suite struct VectorTests {
  @Test func `the counts agree with the keyspace vectors`() throws {
    for row in try Vectors.keyspaces.rows(as: Vectors.Keyspace.self) {
      var keyspace = try Keyspace(policy(row.rules))
      let count = try keyspace.count(length: row.length)
      try #require("\(count)" == row.count, "\(row.rules) length \(row.length)")
      try #require(agree(count.bits, row.log2), "\(row.rules) length \(row.length)")
    }
  }

  @Test func `the sums agree with the cumulative vectors`() throws {
    for row in try Vectors.cumulative.rows(as: Vectors.Cumulative.self) {
      var keyspace = try Keyspace(policy(row.rules))
      let count = try keyspace.counts(lengths: row.from...row.to).reduce(0, +)
      try #require("\(count)" == row.count, "\(row.rules) \(row.from)...\(row.to)")
      try #require(agree(count.bits, row.log2), "\(row.rules) \(row.from)...\(row.to)")
    }
  }

  @Test func `each rule costs as much as in the bits-lost vectors`() throws {
    var counter = KeyspaceCounter()
    for row in try Vectors.bitsLost.rows(as: Vectors.BitsLost.self) {
      let costs = try RuleCosts(policy(row.rules), length: row.length, &counter)
      try #require(agree(costs.lost, row.lost), "\(row.rules)")
      try #require(costs.rules.map(\.rule.text) == row.rows.map(\.rule), "\(row.rules)")
      for (cost, expected) in zip(costs.rules, row.rows) {
        let place = "\(row.rules) length \(row.length) \(expected.rule)"
        try #require(agree(cost.alone, expected.alone), "\(place)")
        try #require(agree(cost.last, expected.last), "\(place)")
        try #require(agree(cost.shapley, expected.shapley), "\(place)")
      }
    }
  }
}
