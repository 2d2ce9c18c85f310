import TestSupport
import Testing

@Suite struct SpaceTests {
  @Test func `the space of passwords is shown beside the list`() throws {
    let directory = try TemporaryDirectory()
    try directory.file("leaked.txt", "password\nPassw0rd\n")
    try directory.file(
      "site.policy", "minlength: 8; required: digit; allowed: ascii-printable;\n")
    let arguments = [
      "--verbose", "--rules", "site.policy", "--strength", "none", "--space", "leaked.txt",
    ]
    let run = try directory.audit(arguments)
    #expect(
      run.output.contains("random strings of each policy's least length, of printable ASCII\n"))
    #expect(run.output.contains("site     8        51.80   0.76           required: digit\n"))
    #expect(
      directory.names(in: "Reports/leaked") == [
        "audit.csv", "audit.json", "datapackage.json", "keyspace.csv", "policy.csv", "report.html",
        "results.csv", "rule_cost.csv", "rules.csv",
      ])
    // A report may be replaced.
    try directory.audit(arguments)
  }

  @Test func `a policy that cannot be counted is reported, and the audit continues`() throws {
    let directory = try TemporaryDirectory()
    try directory.file("leaked.txt", "password\n")
    try directory.file(
      "two.policy",
      "[far]\nminlength: 100000;\n[near]\nminlength: 8;\n")
    let run = try directory.audit("--rules two.policy --strength none --space leaked.txt", code: 1)
    #expect(run.errors.contains("far: "))
    #expect(directory.text("Reports/leaked/policy.csv")?.contains("\nnear,") == true)
  }

  @Test func `policies of different alphabets compare on ASCII`() throws {
    let directory = try TemporaryDirectory()
    try directory.file("leaked.txt", "password\n")
    let arguments = [
      "--rules", "minlength: 12; allowed: unicode;", "--strength", "none", "--space", "leaked.txt",
    ]
    let run = try directory.audit(arguments)
    #expect(run.errors.contains("note: the value of --rules is no file, and is read as a policy"))
    #expect(run.output.contains("   78.84   0.00"))
    #expect(
      directory.text("Reports/leaked/policy.csv")?.contains(
        "\nminlength: 12; allowed: unicode,allowed: unicode; minlength: 12;,95,")
        == true)
    let nominal = try directory.audit(arguments + ["--alphabet", "policy"])
    #expect(nominal.output.contains("   241.02   -162.18"))
    try directory.audit("--alphabet policy leaked.txt", code: 64)
  }

  @Test func `a report of a policy that could not be counted says that it is not complete`() throws
  {
    let directory = try TemporaryDirectory()
    try directory.file("leaked.txt", "password\n")
    let run = try directory.audit(
      ["--rules", "minlength: 100000;", "--strength", "none", "--space", "leaked.txt"], code: 1)
    #expect(run.output.contains("INCOMPLETE: not everything could be counted"))
    #expect(
      directory.text("Reports/leaked/audit.json")?.contains("\n  \"complete\" : false,") == true)
    #expect(
      directory.text("Reports/leaked/report.html")?.contains(
        "Incomplete: not everything that was asked for could be counted.") == true)
  }
}
