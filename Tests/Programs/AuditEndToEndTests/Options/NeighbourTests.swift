import Foundation
import TestSupport
import Testing

/// The numbers of a policy, alone and among others.
@Suite struct NeighbourTests {
  private let policies = [
    ("plain", "minlength: 6; allowed: unicode;"),
    ("words", "minlength: 4; allowed: unicode; context: \"winter\", \"acme\";"),
    ("parts", "allowed: unicode; context: \"sommer\" substring;"),
    ("listed", "minlength: 5; allowed: unicode; blocklist: default fold;"),
    ("own", "allowed: unicode; blocklist: \"own.txt\" exact;"),
    ("users", "allowed: unicode; context: username, username substring;"),
    ("strict", "minlength: 9; allowed: unicode; min-score: 3;"),
    ("long", "minlength: 10; required: lower; required: digit; allowed: ascii-printable;"),
  ]

  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    for (name, text) in policies { _ = try directory.file("\(name).policy", text) }
    try directory.file("own.txt", "winter1\nsommer2\nTisch-17-x\n")
    try directory.file("more.txt", "acme3\napfel-4-ab\n")
    var random = SeededGenerator(seed: 36)
    let words = ["winter", "Sommer", "acme", "apfel", "Tisch", "password", "dragon", "ann", "max"]
    let tails = ["", "1", "2", "-17-x", "4-ab", "!", "2024", "x9qLmzT#w"]
    let lines = (0..<4000).map { number in
      let word = words[Int.random(in: 0..<words.count, using: &random)]
      let tail = tails[Int.random(in: 0..<tails.count, using: &random)]
      return "\(["ann", "max", "eve"][number % 3])\(number % 50):\(word)\(tail)\n"
    }
    try directory.file("list.txt", lines.joined())
  }

  /// The rows of a policy in every table of a report, and the row of all passwords in none.
  private func rows(
    of policy: String, in output: String, _ directory: TemporaryDirectory
  ) throws -> [String: [String]] {
    var rows: [String: [String]] = [:]
    for file in directory.names(in: output) where file.hasSuffix(".csv") {
      let lines = try #require(directory.text("\(output)/\(file)")).split(separator: "\n")
      let head = lines[0].split(separator: ",")
      let column = try #require(head.firstIndex { $0 == "policy" || $0 == "policy_id" }, "\(file)")
      rows[file] = lines.dropFirst().filter { line in
        line.split(separator: ",", omittingEmptySubsequences: false)[column] == policy
      }.map(String.init)
    }
    return rows
  }

  @Test(arguments: [
    ["--blocklist", "more.txt", "--blocklist-match", "exact", "--blocklist-match", "leet"], [],
  ])
  func `a policy's rows are the same alone and among seven others`(lists: [String]) throws {
    func run(_ names: [String], to output: String) throws {
      try directory.audit(
        names.flatMap { ["--rules", "\($0).policy"] } + lists + [
          "--layout", "user:password", "--distinct", "--space", "--reference-year", "2026", "-q",
          "--no-page", "-o", output, "list.txt",
        ])
    }
    let names = policies.map(\.0)
    try run(names, to: "all")
    for name in names {
      try run([name], to: name)
      let (alone, among) = (
        try rows(of: name, in: name, directory), try rows(of: name, in: "all", directory)
      )
      #expect(alone.count == 9 && alone["audit.csv"]?.count ?? 0 > 50, "\(alone.keys)")
      for (file, lines) in alone { #expect(lines == among[file], "\(name), \(file)") }
    }
  }

  @Test func `only lists that the run was asked for are blocklists, in every output`() throws {
    try directory.file("few.txt", "ann:ann-2024-x\nbob:winter-x1-9\neve:qLmzT-w9-4\n")
    let options = [
      "--rules", "plain.policy", "--rules", "words.policy", "--layout", "user:password",
      "--strength", "none", "--no-blocklist", "-o", "out",
    ]
    let run = try directory.audit(options + ["list.txt"])
    let table = try #require(directory.text("out/audit.csv"))
    let metrics = Set(table.split(separator: "\n").map { $0.split(separator: ",")[2] })
    #expect(!table.contains("survivors_blocklist") && !table.contains("blocklist_only"))
    #expect(table.contains("\nlist,,rule_list,context,0,entries,"))
    #expect(table.contains("\nlist,,user_name,user-name,0,entries,"))
    #expect(table.contains("\nlist,plain,survivors_user_name,none,2,entries,"), "\(metrics)")
    #expect(!run.output.contains("Blocklist") && !run.output.contains("a blocklist"))
    #expect(run.output.contains("relate to their user's name ("))
    let page = try #require(directory.text("out/report.html"))
    #expect(page.contains("like the user&#39;s name") && !page.contains("on a block-list"))
    let compare = try directory.audit("compare out out", code: 1)
    #expect(compare.output.contains("like the user's name"), "\(compare.errors)")
    #expect(!compare.output.contains("on a blocklist"))
  }
}
