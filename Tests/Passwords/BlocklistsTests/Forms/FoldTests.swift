import Blocklists
import Foundation
import Passwords
import TestSupport
import Testing

@Suite struct FoldTests {
  @Test(arguments: [
    ("password", "PassWord"), ("ﬁsh", "FISH"), ("ＡＢＣ１", "abc1"), ("straße", "STRASSE"),
    ("STRAẞE", "strasse"), ("İ", "i\u{307}"), ("ÄRGER", "a\u{308}rger"), ("ΣΑΣ", "σας"),
    ("ſecret", "SECRET"), ("\u{212A}elvin", "kelvin"), ("x²", "X2"), ("Ⅳ", "iv"),
    ("ЙОД", "и\u{306}од"),
    ("ŉ", "ʼN"), ("ﷺ", "صلى الله عليه وسلم"), ("ｶﾞ", "ガ"), ("①", "1"), ("ᏸ", "Ᏸ"),
    ("α\u{345}\u{301}", "α\u{301}\u{345}"), ("ᾴ", "Α\u{301}Ι"), ("ǆ", "Ǆ"), ("ǅ", "dŽ"),
  ])
  func `values that differ only in case, width or form are equal`(one: String, other: String) throws
  {
    for (listed, password) in [(one, other), (other, one)] {
      let set = try BlocklistSet([builder([listed], .fold)])
      #expect(try set.lists(holding: [password, listed, password + "x"]) == [1, 1, 0])
    }
    #expect(try BlocklistSet([builder([one, other], .fold)]).blocklists[0].valueCount == 1)
  }

  @Test(arguments: [("İ", "i"), ("ı", "I"), ("é", "e"), ("ö", "oe"), ("a", "а"), ("@", "`")])
  func `other characters are other values`(one: String, other: String) throws {
    for (listed, password) in [(one, other), (other, one)] {
      #expect(try BlocklistSet([builder([listed], .fold)]).lists(holding: [password]) == [0])
    }
  }

  @Test(arguments: [
    0x00, 0x40, 0x41, 0x5A, 0x5B, 0x60, 0x61, 0x7A, 0x7B, 0x7F, 0x80, 0xC1, 0xDA, 0xDB, 0xE1, 0xFF,
  ])
  func `folding changes no byte except capitals`(byte: UInt8) throws {
    for count in [1, 7, 8, 9, 16, 17, 40] {
      var line = [UInt8](repeating: 0xFF, count: count)
      line[count / 2] = byte
      let set = try BlocklistSet([builder([line], .fold)])
      let others = (UInt8.min...(.max)).map { other in
        var line = line
        line[count / 2] = other
        return line
      }
      let equal = (UInt8.min...(.max)).filter { Self.lowercase($0) == Self.lowercase(byte) }
      let held = try set.marks(others).enumerated().filter { $0.element == 1 }.map(\.offset)
      #expect(held == equal.map(Int.init), "\(count) bytes")
      for other in equal {
        let line = others[Int(other)]
        #expect(set.lists(holding: line.span) == 1, "\(other) of \(count)")
      }
    }
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte + 32 : byte
  }

  @Test(.firstFailureOnly, arguments: seeds(3, of: 20))
  func `look-ups of ASCII agree with lower-cased strings`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let lines = (0..<3_000).map { _ in
      let count = Int.random(in: 1...(Bool.random(using: &random) ? 3 : 40), using: &random)
      let letters = Array((count > 3 ? "aA" : "abAB@Z[z{`").utf8)
      return (0..<count).map { _ in letters.randomElement(using: &random) ?? 0 }
    }
    let listed = (0..<3).map { _ in
      lines.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
    }
    let set = try BlocklistSet([
      builder(listed[0], .fold), builder(listed[1]), builder(listed[2], .fold),
    ])
    func text(_ line: [UInt8]) -> String { String(decoding: line, as: UTF8.self) }
    let oracle = [
      Set(listed[0].map { text($0).lowercased() }), Set(listed[1].map(text)),
      Set(listed[2].map { text($0).lowercased() }),
    ]
    for (list, values) in zip(set.blocklists, oracle) { #expect(list.valueCount == values.count) }
    #expect(
      set.valueCount == oracle[1].count + oracle[0].union(oracle[2]).count, "seed \(seed)")
    let expected = lines.map { line in
      let (line, folded) = (text(line), text(line).lowercased())
      return (oracle[0].contains(folded) ? 1 : 0) | (oracle[1].contains(line) ? 2 : 0)
        | (oracle[2].contains(folded) ? 4 : 0) as UInt32
    }
    for (before, after) in [(0, 0), (5, 64)] {
      #expect(try set.marks(lines, before: before, after: after) == expected, "seed \(seed)")
    }
    #expect(lines.map { set.lists(holding: $0.span) } == expected, "seed \(seed)")
  }

  @Test
  func `every character is held in either case and in every normalisation form`() throws {
    for scalar in few(20_000, of: FormCTests.scalars) {
      let text = "x\(scalar)y"
      let set = try BlocklistSet([builder([text], .fold)])
      var others = [
        text.decomposedStringWithCanonicalMapping, text.precomposedStringWithCompatibilityMapping,
        text.decomposedStringWithCompatibilityMapping,
      ]
      // The only letter whose capital belongs to another letter.
      if scalar != "ı" {
        others += [text.uppercased(), "x\(scalar.properties.titlecaseMapping)y"]
      }
      for other in others
      where set.lists(holding: other) != 1 && other.unicodeScalars.allSatisfy(FormCTests.isOld) {
        Issue.record("\(String(scalar.value, radix: 16)) as \(other.unicodeScalars.map(\.value))")
      }
    }
  }

  @Test
  func `a value that folding does not change is held as itself only`() throws {
    let still = FormCTests.scalars.filter {
      !$0.properties.changesWhenNFKCCaseFolded
        && $0.properties.canonicalCombiningClass == .notReordered
    }
    let set = try BlocklistSet([builder(still.map { String($0) }, .fold)])
    #expect(set.valueCount == still.count)
    #expect(still.allSatisfy { set.lists(holding: String($0)) == 1 })
  }

  @Test(
    arguments: [
      ([0x41, 0xE9], [0x61, 0xE9], 1), ([0xC3, 0x28, 0x5A], [0xC3, 0x28, 0x7A], 1),
      ([0x41, 0xC9], [0x41, 0xE9], 0), ([0xED, 0xA0, 0x80], [0xED, 0xA0, 0x81], 0),
    ] as [([UInt8], [UInt8], UInt32)])
  func `folding changes only the ASCII letters of ill-formed bytes`(
    listed: [UInt8], line: [UInt8], expected: UInt32
  ) throws {
    let set = try BlocklistSet([builder([listed], .fold)])
    #expect(try set.marks([line, listed, listed + [0x61]]) == [expected, 1, 0])
    #expect(set.lists(holding: line.span) == expected)
  }

  @Test(arguments: [15, 16, 17, 300, 65_536])
  func `long lines are folded to their ends`(count: Int) throws {
    let line = String(repeating: "aB", count: count / 2) + "Z"
    let set = try BlocklistSet([builder([line], .fold)])
    let other = line.dropLast() + "y"
    #expect(
      try set.lists(holding: [line.lowercased(), line.uppercased(), String(other)]) == [1, 1, 0])
  }

  @Test
  func `the built-in list can be folded`() throws {
    let set = try BlocklistSet([.builtIn(), .builtIn(comparison: .fold, name: "folded")])
    #expect(
      try set.lists(holding: ["password", "PassWord", "ｐａｓｓword", "my password"]) == [3, 2, 2, 0])
    #expect(set.blocklists.map(\.name) == ["built-in", "folded"])
    #expect(set.blocklists.map(\.comparison) == [.exact, .fold])
  }

  @Test
  func `each of 32 lists of all kinds has its own bit`() throws {
    let kinds: [ListComparison] = [.exact, .fold, .derivatives]
    let set = try BlocklistSet(
      (0..<32).map { builder(["Only \($0)!", "All"], kinds[$0 % 3]) })
    let lines = (0..<32).map { "Only \($0)!" } + ["All", "aLL", "a11", "none"]
    let exact: UInt32 = (0..<32).reduce(0) { $0 | ($1 % 3 == 0 ? 1 << UInt32($1) : 0) }
    let derivatives = exact << 2
    #expect(
      try set.lists(holding: lines)
        == (0..<32).map { 1 << UInt32($0) } + [.max, ~exact, derivatives, 0])
    #expect(
      try set.lists(holding: (0..<32).map { "ONLY \($0)!" })
        == (0..<32).map { ~exact & 1 << UInt32($0) })
  }

  @Test(arguments: comparisons.filter { $0 != .entraLike })
  func `an empty list holds nothing`(comparison: ListComparison) throws {
    let set = try BlocklistSet([builder([""], comparison)])
    #expect(try set.lists(holding: ["", "a", "é"]) == [0, 0, 0])
    #expect(set.blocklists[0].emptyCount == 1)
  }
}
