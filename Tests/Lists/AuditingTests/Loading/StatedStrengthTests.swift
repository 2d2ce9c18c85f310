import Auditing
import Diagnostics
import Intake
import PasswordStrength
import Passwords
import TestSupport
import Testing

/// How strength is estimated, in words and as the identity of scores.
@Suite struct StatedStrengthTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func words(_ context: [String], _ texts: [String]) throws -> OwnWords {
    let files = try texts.enumerated().map { try directory.file("d\($0).txt", $1) }
    return try OwnWords(contextWords: context, files: files) { _ in }
  }

  @Test func `year, cuts and words are stated`() throws {
    let cuts = try #require(ScoreCuts([1e3, 2500, 1e8, 1.5e300]))
    let stated = try StrengthSettings(
      chosenYear: 2019, words: words(["acme", "corp"], ["alpha\nbeta\n", "gamma\n"]),
      chosenCuts: cuts
    ).stated
    #expect(
      stated
        == "zxcvbn 4.4.2 rules, reference year 2019, cuts 1e3, 2500, 1e8, 1.5e+300, 2 context words, "
        + "2 words of 'd0', 1 words of 'd1'")
    #expect(
      StrengthSettings(chosenYear: 2026).stated
        == "zxcvbn 4.4.2 rules, reference year 2026, cuts 1e3, 1e6, 1e8, 1e10")
    #expect(StrengthSettings().referenceYear == Scorer.currentYear)
    #expect(StrengthSettings(chosenYear: 1999).referenceYear == 1999)
  }

  @Test func `other words, or the same in another order, are another source of scores`() throws {
    func source(
      _ context: [String], _ texts: [String], _ year: Int = 2026, adding demand: FactDemand? = nil
    ) throws -> ScorerSource? {
      var facts = FactDemand()
      facts.score = true
      let lists = try BlocklistSettings.off.load(for: []) { _ in }
      let strength = StrengthSettings(chosenYear: year, words: try words(context, texts))
      return try PolicySet([], lists, strength, adding: demand ?? facts).schema.sources.scorer
    }
    let sources = try [
      source([], []), source(["acme"], []), source(["acme", "corp"], []),
      source(["corp", "acme"], []),
      source([], ["alpha\n"]), source(["acme"], ["alpha\n"]), source([], ["alpha\n", "beta\n"]),
      source([], ["beta\n", "alpha\n"]), source([], [], 2025),
    ]
    #expect(!sources.contains(nil) && Set(sources).count == sources.count)
    #expect(try source(["acme"], ["alpha\n"]) == sources[5])
    #expect(try source([], [], adding: FactDemand()) == nil)
    #expect(sources[6]?.contextDigest.split(separator: ",").count == 2)
  }

  @Test func `files of guess numbers are named with their entries and digests`() throws {
    let listener = Listener()
    let files = try [("a", "p\t1\nq\t2\n"), ("b", "p\t3\n"), ("a", "r\t4\n")].enumerated().map {
      GuessFile("\($1.0)=\(try directory.file("g\($0).tsv", "password\tguesses\n" + $1.1))")
    }
    let settings = try StrengthSettings(chosenYear: 2026).using(guesses: files, tell: listener.tell)
    #expect(settings.guesses.map(\.source) == ["a", "b"] && listener.told == [])
    let parts = settings.guessesName.split(separator: ", ").map(String.init)
    #expect(parts.count == 6)
    let names = parts.filter { $0.hasPrefix("guesses:") }.map { $0.replacing(" entries", with: "") }
    #expect(names == ["guesses:a (2", "guesses:a (1", "guesses:b (1"])
    #expect(Set(parts.filter { $0.hasPrefix("sha256:") }).count == 3)
    #expect(
      try settings.using(guesses: [], tell: listener.tell).guessesName == settings.guessesName)
    #expect(try settings.using(modelAt: nil).modelName == settings.modelName)
  }

  @Test func `each file of guess numbers must be read to its end`() throws {
    let whole = try directory.file("whole.tsv", "password\tguesses\np\t1\n")
    let damaged = try directory.file("damaged.gz", [0x1F, 0x8B, 8, 0, 0])
    let gone = "\(directory.path)/gone.tsv"
    for files in [[whole, damaged], [damaged, whole], [whole, gone], [gone, whole]] {
      for name in ["a=", ""] {
        #expect(throws: ProblemsTold.self) {
          try StrengthSettings(chosenYear: 2026).using(guesses: files.map { GuessFile(name + $0) })
          { _ in }
        }
      }
    }
    #expect(StrengthSettings(referenceYear: 2026, modelName: "own").modelName == "own")
    #expect(StrengthSettings(referenceYear: 2026).modelName == StrengthSettings().modelName)
  }

  @Test(arguments: [
    (
      "3 alpha\n2 beta\n1 gamma\n",
      "warning: the lines look like words with counts, and each whole line is a word"
    ),
    (
      String(repeating: "8846f7eaee8fb117ad06bdd830b7586c\n", count: 50),
      "error: the lines are hashes, which no password equals"
    ),
    ("# words\nalpha\n", "note: the first line begins with '#', and is a value like the others"),
    ("\n\n", "error: dictionary without a word"), ("alpha\nbeta\n", nil),
  ])
  func `what is no list of words is told`(text: String, told: String?) throws {
    let listener = Listener()
    let file = try directory.file("words.txt", text)
    let words = try? OwnWords(contextWords: [], files: [file], tell: listener.tell)
    #expect((words == nil) == (told?.hasPrefix("error") == true))
    #expect(listener.told.count == (told == nil ? 0 : 1))
    #expect(listener.told.first?.hasPrefix("\(file): \(told ?? "")") ?? (told == nil))
    #expect(words?.warnings.count ?? 0 == (told?.hasPrefix("warning") == true ? 1 : 0))
  }
}
