import Foundation
import PasswordStrength
import TestSupport
import Testing

/// Lines on which a careless scorer is slow or never ends: 64 KiB, of which the scorer reads 512
/// units.
@Suite(.serialized)
struct HostileTests {
  private static let bytes = 65_536

  /// Parts to repeat, and alphabets to draw from.
  private static let repeated = [
    "a", "ab", "1", "12345678", "password", "qwertyuiop", "1.1.91", "the", "p4ssw0rd1987", "aA",
    "rewq", "4@({[<69$51!|7+830%2", "constructor", "__proto__c0nstruct0r", "\u{130}", "\u{130}1",
    "é", "\u{1F600}", "\u{2028}",
  ]
  private static let alphabets = [
    "4@8({[<369!|1$5+7%20", "0123456789", "qw", "ab", "iI1!l|", "rewqasdf", "12./-",
    "\u{130}iI1l!|47tT+",
    "!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~",
  ]

  private func repeating(_ part: String) -> [UInt8] {
    Array(repeatElement(Array(part.utf8), count: Self.bytes / part.utf8.count).joined())
  }

  /// The scorer reads only the start of a line, however long the line is.
  private func requireStart(_ line: [UInt8], _ comment: Comment) throws {
    var scorer = Scorer(referenceYear: 2026)
    let strength = scorer.score(line.span)
    try #require(strength.guesses >= 1, comment)
    try #require(strength.isTruncated, comment)
    // A code unit has three bytes at most.
    let start = Array(line.prefix(3 * 600))
    let isEqual = scorer.score(start.span) == strength
    try #require(isEqual, comment)
  }

  @Test(arguments: repeated)
  func `a part repeated 64 KiB long is scored by its start`(part: String) throws {
    try requireStart(repeating(part), "\(part)")
  }

  @Test(arguments: few(5, of: alphabets))
  func `64 KiB of random characters are scored by their start`(alphabet: String) throws {
    for seed in seeds(1, of: 2) {
      var random = SeededGenerator(seed: seed)
      let characters = Array(alphabet)
      let text = String(
        (0..<1_000).map { _ in characters[Int.random(in: 0..<characters.count, using: &random)] })
      try requireStart(repeating(text), "seed \(seed)")
    }
  }

  /// Words side by side give the search the most sequences to keep.
  @Test(arguments: [
    ["love", "you", "the", "me", "in", "on", "an", "to", "i", "sam", "al", "lo", "ma", "ra"],
    ["l0v3", "y0u", "th3", "m3", "1n", "0n", "4n", "t0", "54m", "41", "10", "m4", "r4"],
    ["constructor", "c0n", "__proto__", "or", "on"],
  ])
  func `64 KiB of words are scored by their start`(words: [String]) throws {
    for seed in seeds(1, of: 2) {
      var random = SeededGenerator(seed: seed)
      let text = (0..<300).map { _ in words[Int.random(in: 0..<words.count, using: &random)] }
      try requireStart(repeating(text.joined()), "seed \(seed)")
    }
  }

  /// No block of it repeats, though many nearly do: each letter of the word before becomes a word.
  @Test
  func `a text without squares is scored by its start`() throws {
    var text = "a"
    while text.count < 2_000 {
      text = text.map { ["a": "abc", "b": "ac", "c": "b"][$0] ?? "" }.joined()
    }
    try requireStart(repeating(text), "square-free")
  }

  @Test(.firstFailureOnly, arguments: few(1, of: Array(0..<4)))
  func `the scorer survives any bytes`(part: Int) throws {
    var scorer = Scorer(referenceYear: 2026)
    for index in 0..<100 {
      let seed = UInt64(part * 1_000 + index)
      var random = SeededGenerator(seed: seed)
      // Long ones are slow in debug builds.
      let most = index == 0 ? 700 : 60
      let bytes = (0..<Int.random(in: 0...most, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      let strength = scorer.score(bytes.span)
      let isEqual = scorer.estimate(bytes.span).strength == strength
      try #require(isEqual, "seed \(seed)")
      try #require(strength.guesses >= 1, "seed \(seed)")
    }
  }
}
