@_spi(Internal) import Passwords
import Tallies
import TallyFiles
import Testing

@Suite struct TallyInfoTests {
  @Test func `info describes a tally's content and the questions that it answers`() throws {
    let info = TallyInfo(try sampleRecording(seed: 1, passwords: 100))
    #expect(info.lines.first?.hasSuffix("that no rule tells apart") == true)
    #expect(
      info.lines.dropFirst() == [
        "no password is in the file, only these counts",
        "partial: not all lists were read to their ends",
        "list 'list 1\n日.txt.gz': gzip, 101 bytes, sha256 00ff, not read to its end",
        "list 'b': plain, 0 bytes, sha256 ",
        "a checkpoint after 1 bytes of text: the same command continues from it",
        "lines without a password: 3 empty, 7 malformed, 1 header, 4 over-long, 2 cut off",
        "recorded by audit 0.3.0",
      ])
    let shapes = try #require(try sampleRecording(seed: 1, passwords: 100).tally.shapes?.count)
    #expect(shapes > 10)
    #expect(
      info.answers == [
        "policies on length, on lowercase, uppercase and digits, and on specials as a whole",
        "policies on any of the 33 specials of ASCII", "limits on runs of one character, up to 15",
        "limits on sequences, up to 15", "limits on runs of one kind, up to 15",
        "how many characters are digits: at least up to 16, at most up to 15",
        "how many characters are upper-case letters: at least up to 16, at most up to 15",
        "how many characters are lower-case letters: at least up to 16, at most up to 15",
        "how many characters are specials: at least up to 16, at most up to 15",
        "how many characters are other characters: at least up to 16, at most up to 15",
        "the blocklist 'built-in' (exact)", "the blocklist 'it's \"mine\"' (leet+substring:4)",
        "rules on users' names", "the commonest of \(shapes) shapes, and masks of hashcat",
        "the four-criteria meter",
        "strength scores by zxcvbn 4.4.2 rules, reference year 2026; 2 guess budgets",
        "distinct passwords: guessing curves, sweeps",
      ])
    #expect(info.limits.count == 2)
  }

  @Test(arguments: Fact.demanded.filter { $0.row.plural != nil })
  func `info says up to which number policies may limit a fact`(fact: Fact) throws {
    var demand = FactDemand()
    demand[fact] = 7
    let recording = try sampleRecording(seed: 1, schema: try Schema(for: demand), isDistinct: false)
    let limits = TallyInfo(recording).answers.filter { $0.contains(" on \(fact.row.plural ?? "")") }
    let isNumber = fact.row.measure == .saturating
    #expect(
      limits == [
        (isNumber ? "limits on " : "rules on ") + (fact.row.plural ?? "")
          + (isNumber ? ", up to 6" : "")
      ])
  }

  @Test func `info on a smaller tally names the options that record more`() throws {
    let schema = try Schema(for: .full(strength: .none))
    let info = TallyInfo(try sampleRecording(seed: 1, schema: schema, isDistinct: false))
    #expect(
      info.limits == [
        "policies that distinguish single letters or digits, or count other sets: "
          + "audit scan --for RULES records them",
        "strength scores and the combined estimate: audit scan --strength combined records them",
        "the four-criteria meter: audit scan --strength meter records it",
        "blocklists: audit scan --blocklist FILE records them",
        "distinct passwords: audit scan --distinct records them",
      ])
  }
}
