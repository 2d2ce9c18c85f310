import Blocklists
import Passwords
import TestSupport
import Testing

@Suite struct LeetTests {
  @Test(arguments: [
    ("password", "P4$5w0rd"), ("p@ssw0rd", "password"), ("bill", "b1!L"), ("bill", "biil"),
    ("12345", "i2EAs"), ("titles", "7!7135"), ("straße", "5TR4553"), ("ﬁsh", "f!sh"),
    ("a very long listed value", "4 V3RY L0NG 1157ED V@LUE"), ("①a", "la"), ("é1", "E\u{301}l"),
  ])
  func `values that differ only in case and stand-ins are one`(
    one: String, other: String
  ) throws {
    for (listed, password) in [(one, other), (other, one)] {
      let set = try BlocklistSet([builder([listed], .leet)])
      #expect(try set.lists(holding: [password, listed, password + "x"]) == [1, 1, 0])
    }
    #expect(try BlocklistSet([builder([one, other], .leet)]).blocklists[0].valueCount == 1)
  }

  @Test
  func `each byte equals the bytes of its row of the table and no others`() throws {
    let rows = ["aA4@", "eE3", "iIlL1!", "oO0", "sS5$", "tT7"].map { Set($0.utf8) }
    func alike(_ byte: UInt8) -> Set<UInt8> {
      if let row = rows.first(where: { $0.contains(byte) }) { return row }
      let isLetter = (0x41...0x5A).contains(byte & ~0x20)
      return isLetter ? [byte & ~0x20, byte | 0x20] : [byte]
    }
    for byte in Array("aAbeEiIlLoOsStT01234567@$!|+{`é".utf8) + [0, 0x7F, 0xFF] {
      for count in [1, 9, 17] {
        var line = [UInt8](repeating: 0xFF, count: count)
        line[count / 2] = byte
        let set = try BlocklistSet([builder([line], .leet)])
        let others = (UInt8.min...(.max)).map { other in
          var line = line
          line[count / 2] = other
          return line
        }
        let held = try set.marks(others).enumerated().filter { $0.element == 1 }.map(\.offset)
        #expect(Set(held) == Set(alike(byte).map(Int.init)), "\(byte) of \(count)")
      }
    }
  }

  @Test
  func `the printed table is the one in use`() throws {
    #expect(
      Blocklist.leetTable
        == "4 @ = a, 3 = e, 1 ! l = i, 0 = o, 5 $ = s, 7 = t")
  }

  @Test(.firstFailureOnly, arguments: seeds(3, of: 10))
  func `look-ups agree with replaced strings`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let alphabet = Array("aA4e3iIl1!oO0sS5$tT7xX29")
    let lines = (0..<3_000).map { _ in
      let count = Int.random(in: 1...(Bool.random(using: &random) ? 4 : 24), using: &random)
      return String((0..<count).map { _ in alphabet.randomElement(using: &random) ?? "?" })
    }
    let listed = lines.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
    func plain(_ text: String) -> String {
      let table: [Character: Character] = [
        "4": "a", "@": "a", "3": "e", "1": "i", "!": "i", "l": "i", "0": "o", "5": "s", "$": "s",
        "7": "t",
      ]
      return String(text.lowercased().map { table[$0] ?? $0 })
    }
    let oracle = Set(listed.map(plain))
    let set = try BlocklistSet([builder(listed, .leet), builder(listed, .exact)])
    #expect(set.blocklists[0].valueCount == oracle.count, "seed \(seed)")
    let found = try set.lists(holding: lines).map { $0 & 1 }
    #expect(found == lines.map { oracle.contains(plain($0)) ? 1 : 0 }, "seed \(seed)")
  }
}
