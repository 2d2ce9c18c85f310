import Foundation
import TestSupport
import Testing

/// The passwords of Pyrrho's example, and ten that the policy refuses.
private let toy = "abcdefgh|5\nabcdefgi|3\nabcdefgj|1\nabcdefgk|1\nshort|10\n"
private let policies = """
  [eight]
  minlength: 8; allowed: ascii-printable;
  [twelve]
  minlength: 12; allowed: ascii-printable;
  [forty]
  minlength: 40; allowed: ascii-printable;
  """
private let options = ["--strength", "none", "--counts", "--distinct", "--no-blocklist"]

private func directory(_ list: String) throws -> TemporaryDirectory {
  let directory = try TemporaryDirectory()
  try directory.file("counted.txt", list)
  try directory.file("site.policy", policies)
  return directory
}

/// Two policies of which many comply: of 3,010 accounts 2,000 with `eight`, 1,200 with `twelve`.
private var many: String {
  let short = (0..<700).map { "u\($0 + 1_000_000)|1\n" }.joined()
  let long = (0..<1050).map { "w\($0 + 10_000_000_000)|1\n" }.joined()
  return "letmein|1010\npassword|100\n\(short)longpassword|150\n\(long)"
}

private func lines(_ text: String?, _ prefix: String) -> [String] {
  (text ?? "").split(separator: "\n").map(String.init).filter { $0.hasPrefix(prefix) }
}

@Suite struct BehaviourRunTests {
  @Test func `the tables say what guesses find under each model`() throws {
    let directory = try directory(toy)
    let run = try directory.audit(
      options + [
        "--weights", "accounts", "--behaviour", "all", "--behaviour-mix",
        "p=0.5,c=0.05,u=0.05,e=0.4", "--rules", "site.policy", "-o", "out", "counted.txt",
      ])
    let table = directory.text("out/behaviour.csv")
    #expect(
      lines(table, "dataset") == [
        "dataset,policy,weights,model,refused,total,distinct,lambda_1,lambda_10,lambda_100,"
          + "lambda_1000,lambda_10000,lambda_1000000,min_entropy_bits,mu_0.25,galpha_0.25_bits,mu_0.5,"
          + "galpha_0.5_bits,skeptic_alpha,skeptic_amp,skeptic_points,zipf_s,zipf_c,zipf_ks,caveats_in_words"
      ])
    // The policies that accept nothing have no rows.
    let rows = lines(table, "counted").map {
      $0.split(separator: ",").prefix(8).joined(separator: ",")
    }
    #expect(
      rows == [
        "counted,eight,accounts,proportional,10,10,4,0.5",
        "counted,eight,accounts,convergent,10,20,4,0.75",
        "counted,eight,accounts,uniform,10,80,4,0.375",
        "counted,eight,accounts,extraneous,10,20,14,0.25",
        // Of a mixture there is no number of distinct passwords.
        "counted,eight,accounts,mixture,10,20,0.40625,1",
      ])
    #expect(
      table?.contains("). Assumes what refused users do; see the other models. A leak") == true)
    #expect(
      lines(directory.text("out/ranking.csv"), "counted,eight,lambda_1,uniform,").first?
        .hasPrefix("counted,eight,lambda_1,uniform,0.375,") == true)
    #expect(
      directory.text("out/flips.csv") == "dataset,policy,guesses,first,second,flip_share,always\n")
    #expect(
      directory.text("out/audit.json")?.contains(
        "\"behaviour\" : \"proportional; convergent; uniform; extraneous; mixture "
          + "p=0.5,c=0.05,u=0.05,e=0.4\"") == true)
    #expect(
      run.output.contains(
        "  Left out, since fewer than 1,000 passwords are accepted: 3 policies.\n"))
  }

  @Test func `a sentence says when the order of neighbours turns`() throws {
    let directory = try directory(many)
    let run = try directory.audit(
      options + [
        "--weights", "accounts", "--behaviour", "all", "--rules", "site.policy", "-o", "out",
        "counted.txt",
      ])
    // Ten guesses find 258 of 2,000 and 159 of 1,200; converging 1,268 and 1,969 of 3,010.
    let text = run.output.replacing(/\s+/) { _ in " " }
    #expect(
      text.contains(
        "eight leaves less to guess than twelve, however many of those it refuses choose one and the "
          + "same password"), "\(run.output)")
    #expect(text.contains("Share of all accounts that the best ten guesses find"))
    #expect(
      lines(directory.text("out/flips.csv"), "counted").contains(
        "counted,eight,10,eight,twelve,,first"))
    // One guess: 150 of 2,000 and of 1,200, and 1,160 and 1,960 of 3,010.
    #expect(
      lines(directory.text("out/ranking.csv"), "counted,twelve,lambda_1,proportional,").first?
        .hasPrefix("counted,twelve,lambda_1,proportional,0.125,") == true)

    // Without the meaning of repetition, nothing is said of people.
    let unsaid = try directory.audit(
      options + ["--behaviour", "all", "--rules", "site.policy", "--no-report", "counted.txt"])
    let words = unsaid.output.replacing(/\s+/) { _ in " " }
    #expect(
      words.contains("Share of occurrences, which are not people, that the best ten guesses find"))
    #expect(
      words.contains(
        "Of occurrences, eight leaves less to guess than twelve, however many of the occurrences it "
          + "refuses become one and the same password"))
    #expect(!words.contains("all accounts"))
  }

  @Test func `the top of a longer list has numbers but no orders`() throws {
    let directory = try directory(many)
    let run = try directory.audit(
      options + [
        "--behaviour", "all", "--head-only", "--rules", "site.policy", "-o", "out", "counted.txt",
      ])
    #expect(run.output.contains("so policies are not ordered"))
    #expect(!run.output.contains("leaves less to guess"))
    let ranking = lines(directory.text("out/ranking.csv"), "counted")
    #expect(ranking.count == 32 && ranking.first == "counted,eight,lambda_1,proportional,,,,,,,")
    #expect(
      directory.text("out/behaviour.csv")?.contains("other models. Within a truncated list:")
        == true)
    #expect(lines(directory.text("out/flips.csv"), "counted").isEmpty)
  }

  @Test func `a tally has the tables of its list, whatever the threads`() throws {
    let directory = try directory(many)
    let asked = ["--weights", "accounts", "--behaviour", "all", "--rules", "site.policy"]
    try directory.audit(options + asked + ["--threads", "3", "-o", "a", "counted.txt"])
    try directory.audit(
      "scan --strength none --counts --distinct --no-blocklist -o l.tally counted.txt")
    try directory.audit(
      ["report", "--strength", "none", "--no-blocklist", "--distinct"] + asked + [
        "-o", "b", "l.tally",
      ])
    for table in ["behaviour.csv", "ranking.csv", "flips.csv"] {
      #expect(directory.text("a/\(table)") != nil)
      #expect(directory.text("a/\(table)") == directory.text("b/\(table)"), "\(table)")
    }
    // Without the option the tables of the earlier report go.
    try directory.audit(options + ["--rules", "site.policy", "-o", "a", "counted.txt"])
    #expect(directory.text("a/flips.csv") == nil)
  }

  @Test(arguments: [
    (["--distinct", "--behaviour", "uniform,extranous"], "(did you mean 'extraneous'?)"),
    (["--distinct", "--behaviour", ""], "Expected all, or names with commas between them"),
    (
      ["--behaviour", "all"], "--behaviour is about how common passwords are; give --distinct too."
    ),
    (
      ["--distinct", "--behaviour-mix", "p=1"],
      "--behaviour-mix adds to --behaviour; give that too."
    ),
    (["--distinct", "--behaviour", "all", "--behaviour-mix", "p=0.5"], "that add up to 1"),
  ])
  func `what cannot be asked is refused, with what can`(asked: [String], words: String) throws {
    let directory = try directory(toy)
    for command in [["run", "counted.txt"], ["report", "counted.tally"]] {
      let run = try directory.audit(command + ["--rules", "site.policy"] + asked, code: 64)
      #expect(run.errors.contains(words))
    }
  }
}
