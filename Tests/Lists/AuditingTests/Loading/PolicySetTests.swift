import Auditing
import Diagnostics
import PasswordPolicies
import Passwords
import TestSupport
import Testing

/// Which facts a set of policies records of each password.
@Suite struct PolicySetTests {
  /// A bit for each list, and behind them one for each relation to users' names.
  @Test(arguments: [false, true])
  func `relations to users' names have bits where the lists name users`(areNamed: Bool) throws {
    let directory = try TemporaryDirectory()
    let files = try ["a", "b"].map { try directory.file("\($0).txt", "\($0)bcdefg\n") }
    let policy = PolicyReading(
      policyFile: Array("minlength: 8; context: username; context: \"acme\";".utf8), file: "p"
    ).policies[0]
    let listener = Listener()
    let loaded = try BlocklistSettings(files: files).load(
      for: [policy], marksUsers: areNamed, tell: listener.tell)
    let schema = try PolicySet([policy], loaded, StrengthSettings(referenceYear: 2026)).schema
    let relations = areNamed ? UserNameRelation.allCases : []
    // Words of the context are a list, too.
    #expect(schema.sources.lists.map(\.name).count == 3)
    #expect(schema.sources.userRelations == relations.map(\.rawValue))
    #expect(schema.demand.lists == 3 + relations.count)
    #expect(schema.sources.recordsUserNames == areNamed)
    #expect(listener.told.isEmpty == areNamed)
  }
}
