import Blocklists
import Foundation
@_spi(Internal) import Passwords
import TestSupport
import Testing

@Suite struct FormCTests {
  /// Scalars for which all editions of Unicode in use agree.
  static let scalars = (0x80...0x10FFFF).compactMap(Unicode.Scalar.init).filter(isOld)

  static func isOld(_ scalar: Unicode.Scalar) -> Bool {
    (scalar.properties.age?.major ?? .max) <= 13
  }

  @Test
  func `every character is held in both normalisation forms`() throws {
    let texts = few(20_000, of: Self.scalars).map { String($0) }
    let composed = texts.map(\.precomposedStringWithCanonicalMapping)
    let decomposed = texts.map(\.decomposedStringWithCanonicalMapping)
    let set = try BlocklistSet([builder(texts), builder(composed), builder(decomposed)])
    for forms in zip(texts, zip(composed, decomposed)) {
      for text in [forms.0, forms.1.0, forms.1.1] where set.lists(holding: text) != 7 {
        Issue.record("\(text.unicodeScalars.map { String($0.value, radix: 16) })")
      }
    }
    #expect(set.valueCount == Set(texts).count)
  }

  @Test
  func `a character after another one is held in both normalisation forms`() throws {
    for scalar in Self.scalars {
      let text = "x\(scalar)"
      let parts = text.decomposedStringWithCanonicalMapping
      if parts.unicodeScalars.elementsEqual(text.unicodeScalars) { continue }
      let set = try BlocklistSet([builder([parts]), builder([text])])
      #expect(set.lists(holding: text) == 3 && set.lists(holding: parts) == 3)
    }
  }

  @Test
  func `marks are held in any canonically equivalent order, and in no other`() throws {
    let marks = Self.scalars.filter { $0.properties.canonicalCombiningClass != .notReordered }
    var random = SeededGenerator(seed: 1)
    for (index, mark) in marks.enumerated() {
      let next = marks[index...].first {
        $0.properties.canonicalCombiningClass != mark.properties.canonicalCombiningClass
      }
      for other in [next, marks.randomElement(using: &random)].compactMap({ $0 }) {
        let (text, turned) = ("е\(mark)\(other)", "е\(other)\(mark)")
        let set = try BlocklistSet([builder([text])])
        let expected: UInt32 = text == turned ? 1 : 0
        #expect(set.lists(holding: turned) == expected, "\(mark.value) \(other.value)")
      }
    }
  }

  @Test(arguments: ["Å", "A\u{30A}", "\u{212B}"])
  func `equivalent spellings are one value`(spelling: String) throws {
    let set = try BlocklistSet([builder(["pre \(spelling) post"])])
    for other in ["Å", "A\u{30A}", "\u{212B}"] {
      #expect(set.lists(holding: "pre \(other) post") == 1)
      #expect(try set.marks([Array("pre \(other) post".utf8)]) == [1])
    }
    #expect(set.lists(holding: "pre A post") == 0)
  }

  @Test(arguments: [("\u{212A}elvin", "Kelvin"), ("a\u{37E}", "a;"), ("\u{1FEF}", "`")])
  func `a character that form C makes ASCII is held as ASCII`(text: String, ascii: String) throws {
    #expect(try BlocklistSet([builder([text])]).lists(holding: ascii) == 1)
    #expect(try BlocklistSet([builder([ascii])]).lists(holding: text) == 1)
    #expect(try BlocklistSet([builder([ascii])]).marks([Array(text.utf8)]) == [1])
  }

  @Test(arguments: ["ﬁ", "Ⅳ", "ａ", "²"])
  func `compatibility forms stay unchanged`(text: String) throws {
    let set = try BlocklistSet([builder([text.precomposedStringWithCompatibilityMapping])])
    #expect(set.lists(holding: text) == 0)
  }

  @Test(arguments: [
    [0xE9], [0x61, 0xCC], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
    [0x65, 0xCC, 0x81, 0xFF], [0xE0, 0x80, 0xAF], [0x80], [0xC3, 0x28],
  ])
  func `ill-formed bytes are held as they are`(line: [UInt8]) throws {
    #expect(encoding(of: line) == .illFormed)
    let set = try BlocklistSet([builder([line])])
    #expect(set.lists(holding: line.span) == 1)
    #expect(try set.marks([line, line + [0x61], Array("\u{FFFD}".utf8)]) == [1, 0, 0])
    let repaired = String(decoding: line, as: UTF8.self)
    #expect(set.lists(holding: repaired) == 0)
  }

  @Test(.firstFailureOnly, arguments: seeds(3, of: 20))
  func `single look-ups and batches agree on well-formedness`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let bytes: [UInt8] = [0x61, 0x80, 0x90, 0xBF, 0xC2, 0xCC, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0xF8]
    let lines = (0..<2_000).map { _ in
      (0..<Int.random(in: 1...6, using: &random)).map { _ in
        bytes.randomElement(using: &random) ?? 0
      }
    }
    let set = try BlocklistSet([builder(lines)])
    #expect(try set.marks(lines).allSatisfy { $0 == 1 }, "seed \(seed)")
    #expect(set.valueCount == Set(lines.map(Value.init)).count, "seed \(seed)")
  }

  @Test
  func `a line of 64 KiB is normalised`() throws {
    let text = String(repeating: "\u{1F82}", count: 21_845)
    let set = try BlocklistSet([builder([text.decomposedStringWithCanonicalMapping])])
    #expect(set.lists(holding: text) == 1)
    #expect(set.lists(holding: text + "a") == 0)
  }
}
