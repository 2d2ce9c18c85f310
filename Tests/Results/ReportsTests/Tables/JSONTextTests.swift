import PasswordSpaces
import Reports
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
      table.line(row, as: .json) == """
        {"policy":"=pin","length":4,"count":"10000","bits":13.287712,"cumulative_count":null,\
        "cumulative_bits":null,"share_ascii":0.5,"lost_ascii":-1.5,"lost_unicode":null,\
        "lost_own_alphabet":"x"}

        """)
    #expect(table.line(row, as: .csv) == "'=pin,4,10000,13.287712,,,0.5,-1.5,,x\n")
    #expect(OutputFormat.csv.heading(table.columns).hasPrefix("policy,length,count,"))
  }

  @Test func `a table of our own is read back in every format`() {
    let table = TableText(
      csv: Array("policy,rules,n,share,max_repeating\n'=a,\"x, y\",7,0.5,3\n7,,,1e3,none\n".utf8))
    func text(_ format: OutputFormat) -> String {
      String(decoding: table.bytes(as: format), as: UTF8.self)
    }
    let rows = [
      #"{"policy":"=a","rules":"x, y","n":7,"share":0.5,"max_repeating":"3"}"#,
      #"{"policy":"7","rules":null,"n":null,"share":1e3,"max_repeating":"none"}"#,
    ]
    #expect(text(.jsonl) == rows.map { $0 + "\n" }.joined())
    #expect(text(.json) == "[" + rows.joined(separator: ",\n") + "]\n")
    #expect(text(.csv).hasPrefix("policy,rules,n,share,max_repeating\n'=a,\"x, y\",7,0.5,3\n"))
    #expect(text(.markdown).hasSuffix("| =a | x, y | 7 | 0.5 | 3 |\n| 7 |  |  | 1e3 | none |\n"))
    let nothing = TableText(csv: Array("a,b\n".utf8))
    #expect(String(decoding: nothing.bytes(as: .json), as: UTF8.self) == "[]\n")
  }
}
