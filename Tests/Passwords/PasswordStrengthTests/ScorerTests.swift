import PasswordStrength
import TestSupport
import Testing

@Suite struct ScorerTests {
  @Test(arguments: [
    ("password", DecisivePattern.passwordsWord), ("municipality", .englishWikipediaWord),
    ("henrietta", .femaleNamesWord), ("zimmermann", .surnamesWord),
    ("awkwardness", .usTVAndFilmWord),
    ("broderick", .maleNamesWord), ("tryggvason", .contextWord), ("yeknom", .reversedWord),
    ("p4ssword", .leetWord), ("dfghjkl;", .keyboard), ("eeeeeee", .repeat), ("hijklmno", .sequence),
    ("13.2.1897", .date), ("1963", .recentYear), ("municipality%zimmermann", .mixed),
    ("xk;4vq", .bruteForce), ("", .bruteForce),
  ])
  func `the deciding pattern is reported`(password: String, pattern: DecisivePattern) {
    var scorer = Scorer(referenceYear: 2026, contextWords: ["Tryggvason"])
    #expect(scorer.estimate(password).strength.decisivePattern == pattern)
    #expect(scorer.score(Array(password.utf8).span).decisivePattern == pattern)
  }

  @Test
  func `decisive patterns have distinct names and fit five bits`() {
    let names = DecisivePattern.allCases.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(DecisivePattern.allCases.map(\.rawValue) == Array(0..<names.count))
    #expect(names.count <= 32)
    #expect(DecisivePattern.passwordsWord.name == "dictionary-passwords")
  }

  @Test
  func `the year is counted from the reference year`() {
    var then = Scorer(referenceYear: 2000)
    var now = Scorer(referenceYear: 2026)
    #expect(then.estimate("1950").strength.guesses == 51)
    #expect(now.estimate("1950").strength.guesses == 77)
    #expect(now.referenceYear == 2026)
    var never = Scorer(referenceYear: .min)
    #expect(never.estimate("1950").strength.guesses == 10_001)
  }

  @Test
  func `only the first 512 units are searched, and that is reported`() {
    var scorer = Scorer(referenceYear: 2026)
    let block = "correct horse battery staple; "
    let long = String(String(repeating: block, count: 20).prefix(512))
    let exact = scorer.estimate(long).strength
    let longer = scorer.estimate(long + "?").strength
    #expect(!exact.isTruncated)
    #expect(longer.isTruncated)
    #expect(longer.guesses == exact.guesses)
    // An emoji has two units; the last one is cut in half.
    let emoji = scorer.estimate("." + String(repeating: "\u{1F600}", count: 256)).strength
    #expect(emoji.isTruncated)
    #expect(!scorer.estimate(String(repeating: "\u{1F600}", count: 256)).strength.isTruncated)
  }

  /// A maximal ill-formed part is one U+FFFD: four, one, three, one and two of them.
  @Test(arguments: [
    ([0xF8, 0x88, 0x80, 0x80] as [UInt8], 4), ([0xF0, 0x9F, 0x98], 1), ([0xED, 0xA0, 0x80], 3),
    ([0xE2, 0x82], 1), ([0xC0, 0xAF], 2),
  ])
  func `ill-formed bytes count as replacement characters`(bytes: [UInt8], count: Int) {
    var scorer = Scorer(referenceYear: 2026)
    let replaced = "xq" + String(repeating: "\u{FFFD}", count: count) + "vz"
    #expect(
      scorer.score((Array("xq".utf8) + bytes + Array("vz".utf8)).span)
        == scorer.score(Array(replaced.utf8).span))
  }

  @Test
  func `score cuts can be moved`() throws {
    let cuts = try #require(ScoreCuts([10, 100, 1e12, 1e20]))
    var scorer = Scorer(referenceYear: 2026, cuts: cuts)
    // 2, 101, 1,000,001 and 10^21 guesses.
    #expect(scorer.estimate("password").strength.score == 0)
    #expect(scorer.estimate("xk").strength.score == 1)
    #expect(scorer.estimate("xk;4vq").strength.score == 2)
    #expect(ScoreCuts([1, 2, 3]) == nil)
    #expect(ScoreCuts([1, 3, 2, 4]) == nil)
    #expect(ScoreCuts([0, 1, 2, 3]) == nil)
    #expect(ScoreCuts([1, 2, 3, .infinity]) == nil)
  }

  /// A cut is reached 5 guesses after its number.
  @Test(arguments: [
    ("xkq", 0), ("xk;4vq", 1), ("xkqjzv7w", 2), ("xkqjzv7wq0", 3), ("xkqjzv7wq0p", 4),
  ])
  func `a power of ten belongs to the score below`(password: String, score: Int) {
    var scorer = Scorer(referenceYear: 2026)
    #expect(scorer.estimate(password).strength.score == score)
  }

  @Test
  func `a scorer forgets the previous password`() throws {
    var used = Scorer(referenceYear: 2026)
    for seed in seeds(40, of: 200) {
      var generator = PasswordGenerator(seed: 900_000 + seed)
      let password = generator.password()
      var fresh = Scorer(referenceYear: 2026)
      let isEqual =
        used.score(Array(password.utf8).span) == fresh.score(Array(password.utf8).span)
      try #require(isEqual, "seed \(900_000 + seed)")
    }
  }
}
