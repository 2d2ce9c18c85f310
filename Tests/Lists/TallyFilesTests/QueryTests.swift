import Foundation
@_spi(Internal) import Passwords
import Tallies
import TallyFiles
import TestSupport
import Testing

/// The documentation of the format.
private func page() throws -> String {
  let page = Repository.root.appending(
    path: "Sources/Lists/TallyFiles/TallyFiles.docc/TallyFormat.md")
  return try String(contentsOf: page, encoding: .utf8)
}

/// Its queries, in order.
private func documentedQueries() throws -> [String] {
  let queries = try page().components(separatedBy: "```sql\n").dropFirst().map {
    $0.components(separatedBy: "```")[0]
  }
  try #require(queries.count == 6)
  return queries
}

/// The number of entries whose facts meet a condition.
private func count(_ tally: Tally, where holds: (Profile) -> Bool) -> UInt64 {
  var sum: UInt64 = 0
  tally.forEach { if holds(tally.schema.profile(of: $0)) { sum += $1 } }
  return sum
}

@Suite struct QueryTests {
  @Test func `the documented queries run and agree with the tally`() throws {
    let recording = try sampleRecording(seed: 11)
    let (tally, schema) = (recording.tally, recording.schema)
    let bytes = try TallyFile.bytes(of: recording)
    let queries = try documentedQueries()

    func has(_ profile: Profile, _ set: CodePointSet) -> Bool {
      profile.characterGroups & (schema.characterGroups.mask(of: set) ?? 0) != 0
    }
    let strict = count(tally) { profile in
      let kinds: [CodePointSet] = [.lower, .upper, .digit, .special]
      return profile.codePointCount >= 12 && profile.longestRun <= 2
        && kinds.count { has(profile, $0) } >= 3
    }
    #expect(strict > 0)
    let share = try #require(Double(try query(bytes, queries[0])[0][0]))
    #expect(abs(share - Double(strict) / Double(recording.entries)) < 1e-12)

    let byLength = try query(bytes, queries[1])
    #expect(byLength.count == 12)
    for row in byLength {
      let entries = count(tally) { String($0.codePointCount) == row[0] }
      let strong = count(tally) { String($0.codePointCount) == row[0] && ($0.score ?? 0) >= 3 }
      #expect(row[1] == String(entries))
      #expect(abs((Double(row[2]) ?? -1) - 100 * Double(strong) / Double(entries)) <= 0.0501)
    }

    let specials = try query(bytes, queries[2])
    #expect(specials.map { $0[0] }.sorted() == ["commercial_at", "exclamation_mark", "space"])
    for row in specials {
      let set = CodePointSet.special.characters.first { $0.name == row[0] }
      let mask = schema.characterGroups.mask(of: try #require(set)) ?? 0
      let entries = count(tally) { $0.characterGroups & mask != 0 }
      #expect(row[1] == String(entries))
    }
  }

  @Test func `the documented queries of a folded tally run and agree with it`() throws {
    let recording = try foldedRecording(seed: 4)
    let (tally, schema) = (recording.tally, recording.schema)
    let bytes = try TallyFile.bytes(of: recording)
    let queries = try documentedQueries()
    func count(where holds: (SignatureRange) -> Bool) -> UInt64 {
      var sum: UInt64 = 0
      tally.forEachRange { if holds($0) { sum += $1 } }
      return sum
    }
    // The sum of no rows is NULL.
    let shares = try query(bytes, queries[3])[0].map { Double($0) ?? 0 }
    #expect(shares.count == 2 && shares[0] <= shares[1] && shares[1] > 0)

    let length = schema.lengthField
    let byLength = try query(bytes, queries[4])
    for row in byLength {
      #expect(
        row[1]
          == String(count { String($0.low[length]) == row[0] && $0.high[length] == $0.low[length] })
      )
      #expect((Double(row[2]) ?? 1) <= (Double(row[3]) ?? 0))
    }
    for row in try query(bytes, queries[5]) {
      let set = CodePointSet.special.characters.first { $0.name == row[0] }
      let mask = schema.characterGroups.mask(of: try #require(set)) ?? 0
      #expect(row[1] == String(count { schema.profile(of: $0.low).characterGroups & mask != 0 }))
      #expect(row[2] == String(count { schema.profile(of: $0.high).characterGroups & mask != 0 }))
    }
  }

  @Test(arguments: [
    FactDemand(), .full(strength: .zxcvbn, guessBudgets: [1, 2], lists: 32),
    .full(strength: .none, lists: 1),
  ])
  func `the view unpacks every fact of every row`(demand: FactDemand) throws {
    let schema = try Schema(for: demand)
    let recording = try sampleRecording(seed: 12, schema: schema)
    let bytes = try TallyFile.bytes(of: recording)
    let facts = schema.facts
    let columns = facts.map { "\"\($0.name)\"" }.joined(separator: ", ")
    let rows = try query(bytes, "SELECT \(columns), entries FROM passwords")
    var expected: [[String]] = []
    recording.tally.forEach { signature, count in
      expected.append(
        facts.map { fact in fact.field.map { String(signature[$0]) } ?? "NULL" } + [String(count)])
    }
    #expect(Set(rows) == Set(expected))
    #expect(rows.count == expected.count)
    let groups = try query(
      bytes,
      "SELECT \(columns), SUM(passwords), SUM(occurrences * passwords) FROM distinct_passwords"
    )
    #expect(groups[0][facts.count] == String(recording.spectrum?.distinctCount ?? 0))
    #expect(groups[0][facts.count + 1] == String(recording.entries))
  }

  @Test func `the table of facts unpacks as the view does`() throws {
    let recording = try sampleRecording(seed: 13)
    let bytes = try TallyFile.bytes(of: recording)
    let facts = try query(bytes, "SELECT name, word, shift, width, saturation FROM facts")
    #expect(facts.count == recording.schema.facts.count { $0.field != nil })
    for fact in facts {
      let packed = "(w\(fact[1]) >> \(fact[2])) & ((1 << \(fact[3])) - 1)"
      let one = try query(bytes, "SELECT SUM(entries * (\(packed))) FROM signatures")
      #expect(one == (try query(bytes, "SELECT SUM(entries * \"\(fact[0])\") FROM passwords")))
    }
    #expect(facts.first { $0[0] == "longest_run" }?[4] == "16")
    #expect(facts.first { $0[0] == "length" }?[4] == "NULL")
  }

  @Test func `the file describes its content in words and numbers`() throws {
    let bytes = try TallyFile.bytes(of: try sampleRecording(seed: 14))
    let holds = try query(bytes, "SELECT value FROM meta WHERE name = 'holds'")
    #expect(holds[0][0].hasPrefix("Counts of facts about passwords"))
    #expect(try query(bytes, "PRAGMA application_id") == [["1096043609"]])
    #expect(try query(bytes, "PRAGMA user_version") == [["1"]])
    #expect(try query(bytes, "PRAGMA integrity_check") == [["ok"]])
    #expect(
      try query(bytes, "SELECT name, digest, \"values\", bands FROM blocklists WHERE number = 0")
        == [["built-in", "", "29001", "1 2"]])
    let names = try query(bytes, "SELECT name FROM sqlite_schema WHERE type = 'table'").map {
      $0[0]
    }
    #expect(
      names == [
        "meta", "inputs", "files", "problems", "lines", "atoms", "facts", "budgets", "patterns",
        "blocklists", "blocklist_sources", "blocklist_lengths", "band_hits", "progress",
        "signatures",
        "groups", "packed_shapes",
      ])
  }

  @Test func `every table and column is documented`() throws {
    let text = try page()
    let bytes = try TallyFile.bytes(of: try sampleRecording(seed: 14))
    for table in try query(bytes, "SELECT name FROM sqlite_schema").map({ $0[0] }) {
      #expect(text.contains("**`\(table)`**"), "\(table)")
      if table == "passwords" || table == "distinct_passwords" { continue }
      for column in try query(bytes, "PRAGMA table_info(\(table))").map({ $0[1] }) {
        let isThere = text.contains("`\(column)`") || text.contains("`\"\(column)\"`")
        #expect(isThere, "\(table).\(column)")
      }
    }
  }
}
