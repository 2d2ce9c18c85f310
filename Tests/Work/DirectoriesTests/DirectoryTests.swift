import Directories
import Foundation
import Testing
import Workers

@Suite
struct DirectoryTests {
  struct Row: Decodable {
    let passwords: [String]
    let cracked: [String]
    let hashes: [String]
    let historyReuse: String
    let historyStep: String
  }

  @Test
  func `reuse and steps in a history are as the vectors say`() throws {
    for row in try rows("history", as: Row.self) {
      let lines = row.hashes.enumerated().map { number, hash in
        number == 0 ? "ann:\(hash)" : "ann_history\(number):\(hash)"
      }
      // Others, whose history does not begin with the current password either.
      let others = (0..<20).flatMap {
        ["x\($0):\(made(2 * $0))", "x\($0)_history0:\(made(2 * $0 + 1))"]
      }
      let cracked = row.cracked.map { password in
        let place = row.passwords.firstIndex(of: password) ?? 0
        return "\(row.hashes[place]):\(password)"
      }
      let counts = counts(directory(lines + others, cracked))
      let found = { (metric: AccountMetric, unknown: String) in
        (counts.bins(of: metric) ?? [])
          .filter { $0.1 > ($0.0 == unknown ? 20 : 0) }.map(\.0)
      }
      try #require(found(.historyReuse, "none") == [row.historyReuse], "\(row)")
      try #require(found(.historyStep, "undecidable") == [row.historyStep], "\(row)")
    }
  }

  @Test
  func `every account is in one bin of each partition, and every line has one outcome`() throws {
    let dump = [
      "corp\\ann:1105:aad3b435b51404eeaad3b435b51404ee:\(text("Lampe09")):::",
      "corp\\bob:1106:aad3b435b51404eeaad3b435b51404ee:\(text("Lampe09")):::",
      "corp\\carl:1107:e52cac67419a9a224a3b108f3fa6cb6d:\(text("carl"))::: (status=Disabled)",
      "corp\\dora:1108::31d6cfe0d16ae931b73c59d7e0c089c0:::",
      "corp\\eve:1109::NO NT-HASH:::", "corp\\WS01$:1110::\(text("ws01")):::",
      "krbtgt:502::\(made(7)):::", "not a line", "", "corp\\ann:1105::\(made(8)):::",
    ]
    let directory = directory(
      dump,
      [
        "\(text("Lampe09")):Lampe09", "\(text("Lampe09")):$HEX[4c616d70653039]",
        "\(text("Lampe09")):other", "\(made(9)):x", "aad3b435b51404ee:X", "", "?",
      ])
    #expect(directory.accounts.lines == [7, 0, 0, 1, 0, 0, 0, 1, 1])
    #expect(directory.cracked.outcomes == [1, 1, 1, 1, 1, 1, 1])
    let counts = counts(directory)
    let found = { (metric: AccountMetric) in counts.bins(of: metric)?.map(\.1) }
    #expect(counts.accounts == 4)
    #expect(found(.kind) == [5, 1, 1])
    #expect(found(.state) == [0, 1, 4, 0])
    #expect(found(.password) == [1, 2, 0, 0, 1])
    #expect(found(.shared) == [0, 2, 0, 0, 0, 0])
    #expect(found(.machineDefault) == [1, 0])
    #expect(found(.userName) == [0, 0, 2])
    #expect(found(.commonest) == [2, 2, 2, 2])
    #expect(
      counts.bins(of: .finding)?.map(\.0)
        == ["blank", "cracked", "user-name", "shared", "lm"])
    #expect(found(.finding) == [1, 2, 0, 2, 0])
    #expect(counts.bins(of: .reversible) == nil)
    #expect(counts.bins(of: .historyStep) == nil)
    // One judgement, of the shared password, and that of the empty one.
    #expect(counts.judged == [1, 2, 1])
  }

  @Test
  func `a password set on a policy's day is set since then`() {
    let dates = ["2024-02-29 10:00", "2024-03-01 00:10", "never"]
    let dump = dates.enumerated().map { number, date in
      "u\(number):\(number)::\(made(number)):::" + " (pwdLastSet=\(date))"
    }
    let directory = directory(dump + ["u3:3::\(made(3)):::"], ["\(made(0)):x"])
    // 1 March 2024.
    let counts = AccountCounts(
      directory, of: 0..<4, judgements: [0, 0, 0, 0], judgementCount: 1, blank: 1,
      scopes: PolicyScopes([(day: 19_783, isOfSome: false), (day: nil, isOfSome: false)]),
      isWhole: true)
    #expect(counts.scoped == [[[1, 0], [1, 0], [2, 0]], []])
    #expect(counts.bins(of: .age)?.map(\.1) == [2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1])
    #expect(directory.asOf == 19_783)
  }

  @Test
  func `a part tells who shares a password beyond it`() {
    let dump = ["a\\ann", "a\\bob", "b\\carl", "b\\dora"].enumerated().map { number, name in
      "\(name):\(made(number == 3 ? 1 : 0))"
    }
    let directory = directory(dump, [])
    let strata = directory.accounts.strataByDomain(floor: 1)
    #expect(strata.map(\.label) == ["domain: a", "domain: b"])
    let across = strata.map { counts(directory, $0.members).bins(of: .sharedAcross) }
    #expect(across.map { $0?.map(\.1) } == [[0, 0, 2], [1, 0, 1]])
    let inside = counts(directory, [0, 1, 2]).bins(of: .sharedAcross)?.map(\.1)
    #expect(inside == [0, 3, 0])
    #expect(directory.accounts.strataByDomain(floor: 3).map(\.label) == ["domain: (joined)"])
  }

  @Test
  func `threads count parts of many accounts`() {
    let directory = directory(
      (0..<66_000).map { "u\($0):\(made($0 % 100))" }, ["\(text("Lampe09")):Lampe09"])
    for width in [1, 3] {
      let counts = AccountCounts(
        directory, of: 0..<66_000, judgements: Array(repeating: 0, count: 100), judgementCount: 1,
        blank: 1, scopes: PolicyScopes([(day: 0, isOfSome: false)]), isWhole: true,
        workers: WorkerPool(width: width))
      #expect(counts.accounts == 66_000)
      #expect(counts.judged == [66_000, 0])
      #expect(counts.scoped == [[[0, 0], [0, 0], [66_000, 0]]])
      #expect(counts.counts(of: .kind) == [66_000, 0, 0])
      #expect(counts.counts(of: .shared) == [0, 0, 0, 0, 0, 66_000])
      #expect(counts.counts(of: .commonest) == [660, 6600, 66_000, 66_000])
    }
  }

  @Test
  func `the first policy that fits an account is in force for it`() {
    let directory = directory((0..<5).map { "u\($0):\(made($0))" }, [])
    var scopes = PolicyScopes(
      [(day: nil, isOfSome: true), (day: 3, isOfSome: true), (day: nil, isOfSome: false)],
      accounts: 5)
    scopes.assign([1, 2], to: 0)
    scopes.assign([2, 3], to: 1)
    #expect((0..<5).map { scopes.isFor($0, 0) } == [false, true, true, false, false])
    #expect((0..<5).map { scopes.isFor($0, 1) } == [false, false, false, true, false])
    #expect((0..<5).allSatisfy { scopes.isFor($0, 2) })
    let counts = AccountCounts(
      directory, of: [0, 2, 3], judgements: [1, 2, 1, 0, 2], judgementCount: 2, blank: 1,
      scopes: scopes, isWhole: false)
    #expect(
      counts.scoped == [
        [[0, 0, 0], [0, 0, 0], [0, 1, 0]], [[0, 0, 0], [0, 0, 0], [1, 0, 0]], [],
      ])
    #expect((0..<3).map { counts.judged(by: $0) } == [[0, 1, 0], [1, 0, 0], [1, 2, 0]])
  }

  @Test
  func
    `passwords are counted by how many accounts have them, and members who share beyond a group`()
  {
    // Two accounts with the first hash, three with the second, one with the third.
    let dump = [0, 0, 1, 1, 1, 2].enumerated().map { "u\($0):\(made($1))" }
    let directory = directory(dump, [], groups: [("admins", [0, 1, 2]), ("all", Array(0..<6))])
    let bins = { (metric: AccountMetric, members: [Int]) in
      counts(directory, members).bins(of: metric)
    }
    #expect(bins(.sharedPasswords, Array(0..<6))?.map(\.1) == [1, 1, 1, 0, 0, 0])
    #expect(bins(.sharedPasswords, [0, 1, 2])?.map(\.1) == [0, 1, 1, 0, 0, 0])
    #expect(bins(.sharedGroups, Array(0..<6))?.map(\.1) == [0, 0, 1, 0, 0, 0])
    #expect(bins(.sharedGroups, [0, 1])?.map(\.1) == [0, 0, 0, 0, 0, 0])
  }

  @Test
  func `a reading is the likeliest of all lines of a hash`() throws {
    let accounts = accounts(["ann:\(text("\u{E4}"))", "bob:\(text("b"))", "carl:\(made(0))"])
    let lines = ["\(text("\u{E4}")):$HEX[e4]", "\(text("\u{E4}")):\u{E4}", "\(made(0)):x"]
    for lines in [lines, lines.reversed()] {
      var cracked = CrackedRows(accounts)
      for line in lines { cracked.take(accounts.hashes.joined(Array(line.utf8).span)) }
      #expect((0..<3).map { cracked.reading(of: $0) } == [.utf8, nil, nil])
      #expect((0..<3).map { cracked.password(of: $0) } == [.cracked, .uncracked, .unproven])
    }
    var cracked = CrackedRows(accounts)
    cracked.take(accounts.hashes.joined(Array(lines[0].utf8).span))
    #expect(cracked.reading(of: 0) == .latin1)
  }

  @Test
  func `accounts whose password is on a list`() {
    let blank = "31d6cfe0d16ae931b73c59d7e0c089c0"
    let dump = ["a:\(made(0))", "b:\(made(0))", "c:\(made(1))", "d:\(text("d1"))", "e:\(blank)"]
    let directory = directory(dump, ["\(text("d1")):d1"], listed: [true, false, true])
    let counts = counts(directory)
    #expect(counts.bins(of: .listed)?.map(\.1) == [1, 2, 1])
    #expect(counts.bins(of: .finding)?.first { $0.0 == "listed" }?.1 == 3)
    #expect(
      (0..<5).map { directory.findings(of: $0) } == [
        [.listed, .shared], [.listed, .shared], [], [.cracked, .listed], [.blank],
      ])
  }

  private func directory(
    _ dump: [String], _ potfile: [String],
    groups: [(name: String, members: [Int])] = [], listed: [Bool]? = nil
  ) -> Directory {
    var accounts = accounts(dump)
    accounts.settle()
    var cracked = CrackedRows(accounts)
    for line in potfile {
      cracked.take(accounts.hashes.joined(Array(line.utf8).span))
    }
    return Directory(accounts, cracked, groups: groups, listed: listed)
  }

  /// Counts accounts; each proven password has judgement 1, the empty one judgement 2.
  private func counts(_ directory: Directory, _ members: [Int]? = nil) -> AccountCounts {
    let judgements = (0..<directory.accounts.hashes.count).map { row in
      directory.cracked.reading(of: UInt32(row)) == nil ? UInt32(0) : 1
    }
    return AccountCounts(
      directory, of: members ?? Array(0..<directory.accounts.count), judgements: judgements,
      judgementCount: 2, blank: 2, isWhole: members == nil)
  }

  /// The digits of the hash of a text.
  private func text(_ text: String) -> String { digits(hash(ofText: Array(text.utf8))) }

  /// The digits of a hash that no text here has.
  private func made(_ number: Int) -> String {
    String(format: "%032lx", number + 1)
  }
}
