import Reports
import Testing

/// What `--verbose` says of each policy.
@Suite struct PolicyDetailTests {
  private func text(_ rules: String) throws -> String {
    var report = PageReport(names: ["site"], hasDistinct: false, hasSpace: false)
    report.rules = [rules]
    return Summary(try report.make(), ink: Summary.Ink(isOn: false), columns: 200, isVerbose: true)
      .text
  }

  /// Of two rules the table says as much.
  @Test(arguments: [
    ("minlength: 8; allowed: unicode;", false),
    ("minlength: 8; allowed: unicode; required: digit;", false),
    ("minlength: 8; allowed: unicode; required: digit; required: special;", true),
    // Without a pair that is broken there is nothing to say.
    ("minlength: 1; allowed: unicode; maxlength: 90; max-consecutive: 80;", false),
  ])
  func `rules that are broken together are named from three rules on`(rules: String, isTold: Bool)
    throws
  {
    #expect(try text(rules).contains("broken together most often") == isTold)
  }
}
