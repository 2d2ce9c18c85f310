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

  @Test(arguments: [
    ("aNN", ["aNN", "ann", "ANN", "Ann"], ["anN", "An", "annn", ""]),
    ("éLAn", ["éLAn", "élan", "ÉLAN", "Élan"], ["éLan", "Éla", "Elan"]),
    ("7a", ["7a", "7A"], ["7"]),
  ])
  func `a name is its account's password in four spellings`(
    user: String, same: [String], others: [String]
  ) throws {
    for (passwords, isName) in [(same, true), (others, false)] {
      for password in passwords {
        let proven = try #require(hash(ofText: Array(password.utf8)))
        #expect(OwnName.isPassword(of: Array(user.utf8), hash: proven) == isName, "\(password)")
      }
    }
  }

  @Test
  func `no description shows a hash`() {
    #expect(!"\(NTHash.blank)".contains("31"))
  }
}
