import EmbeddedData
import Testing

@Suite struct CommonPatternsTests {
  /// Every value in the order of the walk.
  static let values: [String] = {
    var values: [String] = []
    CommonPatterns().forEachPattern { value in
      values.append(String(decoding: value.indices.map { value[$0] }, as: UTF8.self))
    }
    return values
  }()
  private static let set = Set(values)

  /// A function, so that a failed expectation prints the value and not the whole set.
  private func isListed(_ value: String) -> Bool { Self.set.contains(value) }

  @Test
  func `values come in ascending order, none twice, each of 8 to 24 printable ASCII characters`() {
    #expect(Self.values.count == CommonPatterns().patternCount)
    #expect(
      zip(Self.values, Self.values.dropFirst()).allSatisfy {
        $0.utf8.lexicographicallyPrecedes($1.utf8)
      })
    #expect(Self.values.allSatisfy { (8...24).contains($0.utf8.count) })
    #expect(Self.values.allSatisfy { $0.utf8.allSatisfy { (0x20..<0x7F).contains($0) } })
  }

  @Test(arguments: 8...24)
  func `the list holds every run of one printable character`(count: Int) {
    for code in UInt8(0x20)..<0x7F {
      #expect(isListed(String(repeating: Character(Unicode.Scalar(code)), count: count)))
    }
  }

  @Test(arguments: ["abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"])
  func `the list holds every stretch of an alphabet, in both directions and across its end`(
    alphabet: String
  ) {
    for way in [alphabet, String(alphabet.reversed())] {
      let endless = String(repeating: way, count: 5)
      for start in 0..<way.count {
        for count in 8...24 {
          #expect(isListed(String(endless.dropFirst(start).prefix(count))))
        }
      }
    }
  }

  @Test(arguments: [
    "passwordpassword", "1q2w3e4r5t6y7u8i", "1qaz2wsx3edc4rfv", "qazwsxedcrfvtgb",
    "qwertyuiopasdfgh", "QWERTYUIOPASDFGHJKL", "poiuytrewqlkjhg", "azertyuiopqsdfghjklm",
    "112233445566778899", "aabbccddeeffgghh", "123123123123123", "212121212121212121",
  ])
  func `the list holds values that people think of`(value: String) {
    #expect(isListed(value))
  }

  @Test(arguments: ["correct horse battery", "password", "aaaaaaa", "xkcdxkzq"])
  func `the list holds no value without a pattern`(value: String) {
    #expect(!isListed(value))
  }
}
