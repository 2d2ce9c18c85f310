import Foundation
import PasswordPolicies
import TestSupport
import Testing

/// Inputs for ``every input is read without a crash, and clean input alike``; 10 million take
/// about four minutes in a release build: `RULES_MUTATIONS=10000000 swift test -c release`.
private let inputs =
  ProcessInfo.processInfo.environment["RULES_MUTATIONS"].flatMap { Int($0) } ?? 4_000

@Suite struct MutationTests {
  @Test(.firstFailureOnly, arguments: few(1, of: Array(0..<2)))
  func `every input is read without a crash, and clean input alike`(part: Int) {
    var clean = 0
    for index in 0..<inputs / 2 {
      let seed = UInt64(index * 2 + part)
      var generator = SeededGenerator(seed: seed)
      let text = mutant(using: &generator)
      let lenient = ReferenceReading(of: text)
      let strict = PolicyReading(rulesString: text, name: "", file: "")
      let clashes = lenient.problems.contains { $0.code == "printable-beside-unicode" }
      let isTooLong = strict.problems.contains { $0.code == "too-many-rules" }
      let isClean = lenient.outcome == .clean && !clashes && !isTooLong
      if strict.hasErrors == isClean {
        return _ = Issue.record("seed \(seed): strict and lenient reading disagree about \(text)")
      }
      let rules = strict.policies.first?.alternatives.first
      if isClean {
        clean += 1
        if rules != lenient.rules {
          return _ = Issue.record("seed \(seed): \(text) is read in two ways")
        }
      }
      // Every rules string is also a policy file.
      let file = PolicyReading(policyFile: text, file: "")
      if isClean && (file.hasErrors || file.policies.first?.alternatives.first != rules) {
        return _ = Issue.record("seed \(seed): \(text) is another policy in a file")
      }
      let lenientFile = PolicyReading(policyFile: text, file: "", .lenient)
      if lenientFile.policies.isEmpty {
        return _ = Issue.record("seed \(seed): \(text) is no policy")
      }
    }
    #expect(clean > inputs / 20, "too few clean inputs to compare: \(clean)")
  }

  @Test func `what lenient reading says that a fault costs is what it costs`() throws {
    var seen: [PasswordRules.Problem.Fate: Int] = [:]
    for seed in 0..<UInt64(inputs) {
      var generator = SeededGenerator(seed: seed)
      let text = mutant(using: &generator)
      let reading = ReferenceReading(of: text)
      let fates = reading.problems.compactMap(\.fate)
      try #require((reading.outcome == .failed) == fates.contains(.discard), "seed \(seed)")
      guard fates.count == 1, text.allSatisfy({ $0 < 0x80 && $0 != 0x0A && $0 != 0x0D }),
        let problem = reading.problems.first(where: { $0.fate != nil }), let fate = problem.fate
      else { continue }
      let place = problem.column - 1
      let left: [UInt8]
      switch fate {
      case .keep: left = Array(text[..<place] + text[(place + 1)...])
      case .discard: left = []
      case .stop:
        // Also a comma before a class that does not end, and a name of which nothing is left.
        let end = text[..<place].lastIndex { $0 != 0x20 && $0 != 0x2C && $0 != 0x09 }
        left = Array(text[..<(end.map { $0 + 1 } ?? 0)])
      case .dropRule:
        guard !text.contains(UInt8(ascii: "[")) else { continue }
        let start = text[..<place].lastIndex(of: UInt8(ascii: ";")).map { $0 + 1 } ?? 0
        let end = text[place...].firstIndex(of: UInt8(ascii: ";")) ?? text.count
        left = Array(text[..<start] + text[min(end + 1, text.count)...])
      }
      func kept(_ reading: ReferenceReading) -> [PasswordRules.Rule] {
        reading.rules.rules.filter { $0.characters?.isEmpty != true }
      }
      try #require(kept(reading) == kept(ReferenceReading(of: left)), "seed \(seed): \(fate)")
      seen[fate, default: 0] += 1
    }
    #expect(seen.count == 4 && seen.values.allSatisfy { $0 > inputs / 400 }, "\(seen)")
  }
}

/// A few rules, with some bytes and words changed.
private func mutant(using generator: inout SeededGenerator) -> [UInt8] {
  var text: [UInt8] = []
  for _ in 0..<Int.random(in: 1...5, using: &generator) {
    text += (fragments.randomElement(using: &generator) ?? "").utf8
    if Int.random(in: 0..<8, using: &generator) != 0 { text += "; ".utf8 }
  }
  for _ in 0..<Int.random(in: 0...3, using: &generator) {
    let place = Int.random(in: 0...text.count, using: &generator)
    switch Int.random(in: 0...4, using: &generator) {
    case 0: text.insert(UInt8.random(in: .min ... .max, using: &generator), at: place)
    case 1: text.insert(contentsOf: (tokens.randomElement(using: &generator) ?? "").utf8, at: place)
    case 2 where place < text.count: text.remove(at: place)
    case 3 where place < text.count:
      text[place] = (tokens.randomElement(using: &generator) ?? "").utf8.first ?? 0
    default: text.removeSubrange(place..<min(text.count, place + place % 7))
    }
  }
  return text
}

private let fragments = [
  "minlength: 8", "maxlength:64", "max-consecutive: 2", "max-repeating: 3", "max-sequential: 0",
  "required: lower", "required: UPPER, digit", "required: [abc]", "allowed: [-_.]]",
  "allowed: ascii-printable", "allowed: unicode", "required: upper, lower, digit, special",
  "required:", "required: []", "allowed: special, [ é]", "minlength: 99999999999999999999",
  "allowed: [&quot;]", "required: [[]]\n, digit", "allowed: lower\n", "", "required: [a-z]",
  "maxlength: 9 ", "max-repeating: 4 ",
]

private let tokens = [
  ";", ",", ":", "[", "]", "-", " ", "\n", "\r\n", "\t", "#", "\"", "or\n", "\n[name]\n",
  "\u{FEFF}",
  "é", "\u{301}", "\0", "\u{7F}", "9", "a", "Z", "digits", "unicode", "min-classes: 3", "]]", "[-",
]
