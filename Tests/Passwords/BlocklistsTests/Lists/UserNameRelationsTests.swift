import Blocklists
import TestSupport
import Testing

/// The relation of a password of these characters to a name.
private func relation(of password: String, to user: String) -> UserNameRelations {
  let (password, user) = (Array(password.utf8), Array(user.utf8))
  return UserNameRelations(of: password.span, to: user.span)
}

@Suite struct UserNameRelationsTests {
  @Test(
    arguments: [
      // The whole name in any case and width, and its derivatives.
      ("elaine", "elaine", [.whole, .part]), ("elaine", "ELAINE", [.whole, .part]),
      ("Elaine", "7elaine!", [.whole, .part]), ("elaine", "3l41n3", .whole),
      ("elaine", "eniale2020", .whole), ("elaine", "ｅｌａｉｎｅ", [.whole, .part]),
      ("Élodie", "e\u{301}LODIE1", [.whole, .part]), ("élodie", "eidolé", []),
      // Anywhere in the password.
      ("elaine", "my elaine rocks", .part), ("elaine", "my 3laine", []),
      // Short names count only as a whole, and have no derivatives.
      ("ed", "ed", .whole), ("ed", "ed1", []), ("ed", "educated", []),
      ("eva", "evaluate", .part),
      ("éva", "éva1", [.whole, .part]), ("42", "42", .whole),
      ("1234", "1234", [.whole, .part]),
      ("1234", "x1234", .part),
      // Pieces.
      ("Jo Smith-Marlow", "marlow", [.whole, .part]), ("Jo Smith-Marlow", "xjox", []),
      ("Jo Smith-Marlow", "jo", []), ("a_bcd#efg,hij\tklm", "hij1", [.whole, .part]),
      ("a_bcd#efg,hij\tklm", "the klmno", .part), ("mc.donald", "McDonald", .part),
      // Addresses.
      ("jo.smith@example.org", "jo.smith@example.org", [.whole, .part]),
      ("jo.smith@example.org", "Jo.Sm1th", .whole), ("jo.smith@example.org", "example", []),
      ("jo.smith@example.org", "blacksmith", .part), ("ed@example.org", "ed", .whole),
      ("ed@example.org", "ed1", []), ("@example.org", "example", []),
      ("odd@home@x.org", "odd@home", [.whole, .part]),
      // Logon names of Windows.
      ("CORP\\alice", "Alice2024!", [.whole, .part]), ("CORP\\alice", "corp2024", []),
      ("CORP\\alice", "xalicex", .part), ("CORP\\ed", "ed", .whole),
      ("CORP\\jo.smith", "blacksmith", .part),
      ("CORP\\al@example.org", "al", .whole), ("CORP\\", "x", []),
      ("\\alice", "alice", [.whole, .part]),
      ("a\\b\\carol", "carol1", [.whole, .part]),
      // No relation.
      ("", "password", []), ("elaine", "", []), ("@", "x", []), ("@", "@", .whole),
    ] as [(String, String, UserNameRelations)])
  func `a password is compared with each part of a name`(
    user: String, password: String, expected: UserNameRelations
  ) {
    #expect(relation(of: password, to: user) == expected)
  }

  @Test(.firstFailureOnly, arguments: seeds(3, of: 20))
  func `relations follow the definition`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func text(_ letters: String, _ counts: ClosedRange<Int>) -> String {
      let count = Int.random(in: counts, using: &random)
      return String((0..<count).map { _ in letters.randomElement(using: &random) ?? "?" })
    }
    for _ in 0..<60 {
      let user = text(
        ["aeAé", "ab1. @", "aeis_@-3", "ae\\i1@."].randomElement(using: &random) ?? "", 0...9)
      var passwords = (0..<15).map { _ in text("aAe3b1.4!_é", 1...8) }
      passwords += [user, user.uppercased() + "1", "x" + user, String(user.reversed())]
      for password in passwords where !password.isEmpty {
        let parts = Self.parts(of: user)
        var expected: UserNameRelations = []
        // The derivatives are those of context words, which have their own tests.
        for part in parts where !part.isEmpty {
          let words = try BlocklistSet([.context([part])])
          if words.lists(holding: password) == 1 { expected.insert(.whole) }
        }
        if parts.contains(where: { $0.count >= 3 && password.lowercased().contains($0) }) {
          expected.insert(.part)
        }
        try #require(
          relation(of: password, to: user) == expected, "seed \(seed): '\(password)', '\(user)'")
      }
    }
  }

  private static func parts(of user: String) -> [String] {
    let user = user.lowercased()
    let account = String(user.split(separator: "\\", omittingEmptySubsequences: false).last ?? "")
    let local = account.lastIndex(of: "@").map { String(account[..<$0]) } ?? account
    return [user, account, local]
      + local.split { ",.-_ #\t".contains($0) }.map(String.init).filter { $0.count >= 3 }
  }

  @Test
  func `ill-formed bytes are compared as they are`() {
    let user: [UInt8] = [0x61, 0xE9, 0x62, 0x63]
    let password: [UInt8] = [0x78, 0x41, 0xE9, 0x42, 0x43, 0x78]
    #expect(UserNameRelations(of: password.span, to: user.span) == .part)
    #expect(UserNameRelations(of: user.span, to: user.span) == [.whole, .part])
  }

  @Test
  func `a text that is too long for a name is no name`() {
    let long = String(repeating: "ab.", count: 20_000)
    #expect(relation(of: long, to: long) == [])
    #expect(relation(of: long, to: "b.ab.a") == .part)
    #expect(relation(of: "abc", to: String(repeating: "a", count: 509) + "abc") == [])
  }
}
