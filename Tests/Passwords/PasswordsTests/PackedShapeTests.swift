@_spi(Internal) import Passwords
import TestSupport
import Testing

/// Tests packed shapes against text made by ``shapeText(of:)``, or against Swift's decoder.
@Suite struct PackedShapeTests {
  /// Passwords of every length up to 70, of all kinds of byte.
  private func passwords(_ seed: UInt64) -> [[UInt8]] {
    var generator = SeededGenerator(seed: seed)
    let parts: [[UInt8]] =
      ["a", "Z", "7", " ", "~", "\t", "\u{7F}", "é", "日", "😀"].map {
        Array($0.utf8)
      } + [[0xFF], [0xE2, 0x82], [0xC3], [0xF0, 0x9F, 0x98]]
    return (0...70).map { length in
      (0..<length).flatMap { _ in parts[Int.random(in: 0..<parts.count, using: &generator)] }
    }
  }

  @Test(arguments: [
    ("Summer24!", "Ullllldd!"), ("a b", "l!l"), ("", ""), ("é中\u{7}~", "ooo!"), ("Zz09", "Uldd"),
  ])
  func `a shape is a mark for each character`(password: String, text: String) {
    #expect(PackedShape(of: Array(password.utf8).span)?.text == text)
  }

  @Test func `an ill-formed part is one mark`() {
    #expect(PackedShape(of: [0x41, 0xE2, 0x82, 0x41].span)?.text == "UoU")
  }

  @Test(.firstFailureOnly, arguments: seeds(3, of: 30))
  func `a packed shape equals its text`(seed: UInt64) {
    for password in passwords(seed) {
      let text = shapeText(of: password)
      guard let shape = PackedShape(of: password.span) else {
        #expect(text.count > PackedShape.longest, "seed \(seed)")
        continue
      }
      #expect(text.count <= PackedShape.longest, "seed \(seed)")
      #expect(shape.text == text && shape.count == text.count, "seed \(seed)")
      // One place for each byte.
      #expect(shape.mask.utf8.count == 2 * password.count, "seed \(seed)")
      #expect(PackedShape(words: shape.words) == shape, "seed \(seed)")
      #expect(
        shape.ofCharacters.text == text && shape.ofCharacters.ofCharacters == shape.ofCharacters)
      if password.count <= PackedShape.longest { #expect(shape.ofBytes?.mask == shape.mask) }
    }
  }

  @Test(
    arguments: [
      ("", 1, 0, ""), ("Ab1é", 0o11025, 0, "?u?l?d?b?b"), ("!o", 0o130, 0, "?s?l"),
      ("\u{7}日😀", 0o1467, 0, "?b?b?b?b?b?b?b?b"),
      (
        String(repeating: "1", count: 21), 0o1_2222_2222_2222_2222_2222, 0o12,
        String(repeating: "?d", count: 21)
      ),
    ] as [(String, UInt64, UInt64, String)])
  func `the words agree with the documentation`(
    password: String, w0: UInt64, w1: UInt64, mask: String
  ) throws {
    let packed = PackedShape(of: Array(password.utf8).span)
    let shape = try #require(packed)
    #expect(shape.words == Signature(w0, w1, 0))
    #expect(shape.mask == mask)
  }

  @Test func `equal masks are equal as bytes, and equal texts as characters`() throws {
    func shape(_ text: String) throws -> PackedShape {
      let shape = PackedShape(of: Array(text.utf8).span)
      return try #require(shape)
    }
    #expect(try shape("a\t\t").ofBytes == shape("aé").ofBytes)
    #expect(try shape("a\t").ofCharacters == shape("aé").ofCharacters)
    #expect(try shape("a\t").ofBytes != shape("aé").ofBytes)
    #expect(try shape("ab").ofBytes == shape("ab"))
    #expect(try shape(String(repeating: "é", count: 31)).ofBytes == nil)
  }

  @Test func `words that encode no shape are refused`() {
    let full: UInt64 = 1 << 60
    for words in [
      Signature(0, 0, 0), Signature(2, 0, 0), Signature(4, 0, 0), Signature(1 << 63, 0, 0),
      Signature(.max, 0, 0), Signature(0o12, 0o12, 0), Signature(full, 1, 0),
      Signature(full, 0, 0o12), Signature(full, 0o12, 0o12), Signature(full, full, 1),
    ] { #expect(PackedShape(words: words) == nil) }
    for words in [
      Signature(1, 0, 0), Signature(full, 0, 0), Signature(full, 0o12, 0),
      Signature(full, full, full),
    ] { #expect(PackedShape(words: words)?.words == words) }
  }

  @Test func `shapes are in the order of their lengths, then of their marks`() {
    let texts = ["", "a", "A", "1", "!", "é", "aa", "a1", "Aa", "1a", "aaa"]
    let shapes = texts.compactMap { PackedShape(of: Array($0.utf8).span) }
    #expect(shapes == shapes.reversed().sorted() && shapes.count == texts.count)
  }
}
