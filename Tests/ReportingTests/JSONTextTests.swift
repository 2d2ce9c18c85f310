import PasswordSpaces
import Reporting
import Testing

@Suite struct JSONTextTests {
  private struct Row: Encodable {
    let someName: String?
    let count: Int
  }

  private func text(_ value: some Encodable) -> String {
    String(decoding: jsonText(value), as: UTF8.self)
  }

  @Test func `members are sorted and in snake case, and those that are nil are left out`() {
    #expect(text(Row(someName: "a/b", count: 1)) == #"{"count":1,"some_name":"a/b"}"#)
    #expect(text([Row(someName: nil, count: 2)]) == #"[{"count":2}]"#)
  }

  @Test func `control characters that a terminal would run are escaped`() {
    #expect(!jsonText(["\u{9B}31m\u{7F}"]).contains(0x7F))
  }

  @Test func `cells of a table are numbers, texts or null`() {
    let table = KeyspaceTable.keyspace
    let words = ["pin", "4", "10000", "13.287712", "", "", "0.5", "-1.5", "", "x"]
    let row = words.enumerated().map { index, word in
      index == 0 ? KeyspaceTable.Cell.text("=\(word)") : .plain(word)
    }
    #expect(
      table.jsonLine(row) == """
        {"policy":"=pin","length":4,"count":"10000","bits":13.287712,"cumulative_count":null,\
        "cumulative_bits":null,"share_ascii":0.5,"lost_ascii":-1.5,"lost_unicode":null,\
        "lost_own_alphabet":"x"}

        """)
    #expect(table.csvLine(row) == "'=pin,4,10000,13.287712,,,0.5,-1.5,,x\n")
    #expect(table.header.hasPrefix("policy,length,count,") && table.header.hasSuffix("\n"))
  }
}
