import Blocklists
import TestSupport
import Testing

/// The relation of a password of these characters to a name.
private func relation(of password: String, to user: String) -> UserNameRelation {
  let (password, user) = (Array(password.utf8), Array(user.utf8))
  return UserNameRelation(of: password.span, to: user.span)
}

struct UserNameRelationTests {
  @Test(
    arguments: [
      // The whole name in any case and width, and its derivatives.
      ("elaine", "elaine", [.derived, .contained]), ("elaine", "ELAINE", [.derived, .contained]),
      ("Elaine", "7elaine!", [.derived, .contained]), ("elaine", "3l41n3", .derived),
      ("elaine", "eniale2020", .derived), ("elaine", "ｅｌａｉｎｅ", [.derived, .contained]),
      ("Élodie", "e\u{301}LODIE1", [.derived, .contained]), ("élodie", "eidolé", []),
      // Anywhere in the password.
      ("elaine", "my elaine rocks", .contained), ("elaine", "my 3laine", []),
      // Short names count only as a whole, and have no derivatives.
      ("ed", "ed", .derived), ("ed", "ed1", []), ("ed", "educated", []),
      ("eva", "evaluate", .contained),
      ("éva", "éva1", [.derived, .contained]), ("42", "42", .derived),
      ("1234", "1234", [.derived, .contained]),
      ("1234", "x1234", .contained),
      // Pieces.
      ("Jo Smith-Marlow", "marlow", [.derived, .contained]), ("Jo Smith-Marlow", "xjox", []),
      ("Jo Smith-Marlow", "jo", []), ("a_bcd#efg,hij\tklm", "hij1", [.derived, .contained]),
      ("a_bcd#efg,hij\tklm", "the klmno", .contained), ("mc.donald", "McDonald", .contained),
      // Addresses.
      ("jo.smith@example.org", "jo.smith@example.org", [.derived, .contained]),
      ("jo.smith@example.org", "Jo.Sm1th", .derived), ("jo.smith@example.org", "example", []),
      ("jo.smith@example.org", "blacksmith", .contained), ("ed@example.org", "ed", .derived),
      ("ed@example.org", "ed1", []), ("@example.org", "example", []),
      ("odd@home@x.org", "odd@home", [.derived, .contained]),
      // Logon names of Windows.
      ("CORP\\alice", "Alice2024!", [.derived, .contained]), ("CORP\\alice", "corp2024", []),
      ("CORP\\alice", "xalicex", .contained), ("CORP\\ed", "ed", .derived),
      ("CORP\\jo.smith", "blacksmith", .contained),
      ("CORP\\al@example.org", "al", .derived), ("CORP\\", "x", []),
      ("\\alice", "alice", [.derived, .contained]),
      ("a\\b\\carol", "carol1", [.derived, .contained]),
      // No relation.
      ("", "password", []), ("elaine", "", []), ("@", "x", []), ("@", "@", .derived),
    ] as [(String, String, UserNameRelation)])
  func `a password is compared with each part of a name`(
    user: String, password: String, expected: UserNameRelation
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
        var expected: UserNameRelation = []
        // The derivatives are those of context words, which have their own tests.
        for part in parts where !part.isEmpty {
          let words = try BlocklistSet([.context([part])])
          if words.lists(holding: password) == 1 { expected.insert(.derived) }
        }
        if parts.contains(where: { $0.count >= 3 && password.lowercased().contains($0) }) {
          expected.insert(.contained)
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
  func `bytes that are no text are compared as they are`() {
    let user: [UInt8] = [0x61, 0xE9, 0x62, 0x63]
    let password: [UInt8] = [0x78, 0x41, 0xE9, 0x42, 0x43, 0x78]
    #expect(UserNameRelation(of: password.span, to: user.span) == .contained)
    #expect(UserNameRelation(of: user.span, to: user.span) == [.derived, .contained])
  }

  @Test
  func `what is too long for a name is none`() {
    let long = String(repeating: "ab.", count: 20_000)
    #expect(relation(of: long, to: long) == [])
    #expect(relation(of: long, to: "b.ab.a") == .contained)
    #expect(relation(of: "abc", to: String(repeating: "a", count: 509) + "abc") == [])
  }
}
