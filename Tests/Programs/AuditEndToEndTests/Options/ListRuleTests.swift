import TestSupport
import Testing

private let passwords = ["Granite", "GRANITE!", "4cm3!", "EMCA", "acme inc", "ｇranite", "pebble"]

/// A policy in its own directory, beside the list that it names.
private func directory(_ policy: String) throws -> TemporaryDirectory {
  let directory = try TemporaryDirectory()
  try directory.file("policies/site.policy", "allowed: unicode; " + policy)
  try directory.file("policies/words.txt", "granite\nzqpebble\n")
  try directory.file("leaked.txt", passwords.joined(separator: "\n"))
  return directory
}

private let options = ["--rules", "policies/site.policy"]
private let run = options + ["--strength", "none", "--quiet", "-o", "out"]

@Suite struct ListRuleTests {
  @Test func `run counts the passwords that folded lists and context words refuse`() throws {
    let directory = try directory(
      #"blocklist: "words.txt" fold; context: "acme"; blocklist: "words.txt";"#)
    try directory.audit(run + ["--no-blocklist", "leaked.txt"])
    directory.expectRows([
      "leaked,site,compliance,compliant,0,entries,3,",
      "leaked,site,violation,blocklist[0],0,entries,2,",
      "leaked,site,violation,blocklist[1],1,entries,0,",
      "leaked,site,violation,context,2,entries,2,",
      "leaked,,rule_list,words (fold),0,entries,2,", "leaked,,rule_list,context,2,entries,2,",
      "leaked,,rule_list,words,1,entries,0,",
    ])
    let manifest = directory.text("out/audit.json") ?? ""
    for comparison in ["exact", "fold", "derivatives"] {
      #expect(manifest.contains("\"comparison\" : \"\(comparison)\""))
    }
  }

  @Test func `check names the list rules that a password breaks`() throws {
    let directory = try directory(#"blocklist: "words.txt" fold; context: "acme";"#)
    let input = Array((passwords + ["4cme", "ZqPebble"]).joined(separator: "\n").utf8)
    let run = try directory.audit(["check"] + options, input: input)
    #expect(
      run.output.split(separator: "\n") == [
        "blocklist", "compliant", "context", "context", "compliant", "blocklist", "compliant",
        "context", "blocklist",
      ])
    #expect(run.errors == "")
  }

  @Test func `a context word may be looked for inside passwords`() throws {
    let directory = try directory(#"context: "acme" substring, "inc";"#)
    let input = Array((passwords + ["xＡCMEy", "inc1"]).joined(separator: "\n").utf8)
    let check = try directory.audit(["check"] + options, input: input)
    #expect(
      check.output.split(separator: "\n") == [
        "compliant", "compliant", "compliant", "compliant", "context-substring", "compliant",
        "compliant", "context-substring", "context",
      ])
    #expect(check.errors == "")
    try directory.audit(run + ["--no-blocklist", "leaked.txt"])
    directory.expectRows([
      "leaked,site,violation,context-substring,1,entries,1,",
      "leaked,,rule_list,context-substring,1,entries,1,",
    ])
    // A recorded list answers the same policy later, but no other one.
    let rules = ["--for", "policies/site.policy", "--strength", "none", "--no-blocklist"]
    try directory.audit(["scan", "-o", "t.tally", "leaked.txt"] + rules)
    try directory.audit(
      ["report", "--strength", "none", "--no-blocklist", "-q", "-o", "again"] + options + [
        "t.tally"
      ])
    #expect(
      directory.text("again/audit.csv")?.contains("violation,context-substring,1,entries,1,")
        == true)
  }

  @Test func `default with fold means the lists of the run, compared without case`() throws {
    let directory = try directory("blocklist: default fold;")
    let input = Array("PassWord\nZQPebble\nxkqzvj\n".utf8)
    func verdicts(_ lists: [String]) throws -> [Substring] {
      let run = try directory.audit(["check"] + options + lists, input: input)
      #expect(run.errors.contains("--no-blocklist turns it off") == (lists == ["--no-blocklist"]))
      return run.output.split(separator: "\n")
    }
    #expect(try verdicts([]) == ["blocklist", "compliant", "compliant"])
    #expect(
      try verdicts(["--blocklist", "policies/words.txt"]) == [
        "compliant", "blocklist", "compliant",
      ])
    #expect(try verdicts(["--no-blocklist"]) == ["compliant", "compliant", "compliant"])
  }

  @Test func `a list or word rule of several policies is read once`() throws {
    let rules = #"blocklist: "words.txt" fold; context: "acme";"#
    let directory = try directory("")
    try directory.file(
      "policies/site.policy", "[a]\n\(rules)\n[b]\n\(rules)\n[c]\ncontext: \"granite\";\n")
    try directory.audit(run + ["leaked.txt"])
    let names = directory.rows()
      .filter { $0.contains("leaked,,blocklist,") || $0.contains("leaked,,rule_list,") }
      .compactMap { $0.split(separator: ",", omittingEmptySubsequences: false).dropFirst(3).first }
    #expect(names == ["built-in", "none", "words (fold)", "context", "context-2"])
  }

  @Test func `a missing folded list is named, and no password is judged`() throws {
    let directory = try directory(#"blocklist: "missing.txt" fold;"#)
    let run = try directory.audit(["check"] + options, input: "acme\n".utf8, code: 2)
    #expect(run.output == "")
    #expect(run.errors.contains("policies/missing.txt: error: "))
  }
}
