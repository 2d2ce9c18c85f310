import Directories
import Testing

@Suite
struct NTHashTests {
  struct Row: Decodable {
    let text: String?
    let utf16leHex: String?
    let nt: String
  }

  @Test
  func `hashes of texts and of code units are as published`() throws {
    for row in try rows("nt-hash", as: Row.self) {
      if let text = row.text {
        try #require(digits(hash(ofText: Array(text.utf8))) == row.nt)
      }
      if let units = row.utf16leHex {
        try #require(digits(NTHash(ofUTF16LE: bytes(units).span)) == row.nt)
      }
    }
  }

  @Test
  func `a hash is 32 digits in any case and nothing else`() {
    #expect(digits(hash("31D6CFE0d16ae931B73C59D7E0C089C0")) == "31d6cfe0d16ae931b73c59d7e0c089c0")
    #expect(hash("31d6cfe0d16ae931b73c59d7e0c089c0") == .blank)
    #expect(hash("31d6cfe0d16ae931b73c59d7e0c089c") == nil)
    #expect(hash("31d6cfe0d16ae931b73c59d7e0c089cg") == nil)
    #expect(hash(ofText: [0xFF]) == nil)
  }

  @Test
  func `no description shows a hash`() {
    #expect(!"\(NTHash.blank)".contains("31"))
  }
}
