import Metrics
import PasswordPolicies
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

  /// The table of the lengths of one policy, with a name that a spreadsheet would run.
  private func lengths(_ rules: String) throws -> FilledTable {
    let text = "[=pin, of the door]\n\(rules)"
    let policy = try #require(PolicyReading(policyFile: Array(text.utf8), file: "p").policies.first)
    var counter = KeyspaceCounter(comparing: .policy)
    let keyspace = try PolicyKeyspace(policy, costs: false, &counter)
    return KeyspaceTable.keyspace.filled([(keyspace, [])])
  }

  @Test func `cells of a table are numbers, texts or null, in every format`() throws {
    let table = try lengths("minlength: 4; maxlength: 4; allowed: digit;")
    func text(_ format: OutputFormat) -> String {
      String(decoding: table.bytes(as: format), as: UTF8.self)
    }
    let object = """
      {"policy":"=pin, of the door","length":4,"count":"10000","bits":13.287712,\
      "cumulative_count":"10000","cumulative_bits":13.287712,"share_ascii":0.000122774,\
      "lost_ascii":12.991710,"lost_unicode":67.051521,"lost_own_alphabet":0.000000}
      """
    #expect(text(.jsonl) == object + "\n")
    #expect(text(.json) == "[" + object + "]\n")
    let cells = ",4,10000,13.287712,10000,13.287712,0.000122774,12.991710,67.051521,0.000000\n"
    #expect(text(.csv).hasSuffix("\n\"'=pin, of the door\"" + cells))
    #expect(text(.csv).hasPrefix("policy,length,count,"))
    #expect(text(.markdown).hasPrefix("| policy | length | count |"))
    #expect(
      text(.markdown).hasSuffix(
        "| =pin, of the door | 4 | 10000 " + """
          | 13.287712 | 10000 | 13.287712 | 0.000122774 | 12.991710 | 67.051521 | 0.000000 |

          """))
    #expect(text(.text).hasSuffix("=pin, of the door" + cells.replacing(",", with: "\t")))
  }

  @Test func `what is missing is null and empty, and a table without rows is an empty array`()
    throws
  {
    let table = try lengths("minlength: 2; maxlength: 3; required: digit, lower; max-repeating: 1;")
    #expect(String(decoding: table.bytes(as: .jsonl), as: UTF8.self).contains(#""count":""#))
    let nothing = HistogramTable(dataset: "d", []).filled
    #expect(String(decoding: nothing.bytes(as: .json), as: UTF8.self) == "[]\n")
  }

  @Test func `names that hold marks of a format are written so that they are read back`() throws {
    let name = "a\"b\\c|d\te"
    let table = HistogramTable(
      dataset: name, [Histogram(.entries, total: 2, [("audited", 2)])]
    ).filled
    func row(_ format: OutputFormat) -> String {
      String(decoding: table.rows(as: format), as: UTF8.self)
    }
    #expect(row(.csv) == "\"a\"\"b\\c|d\\u{9}e\",,entries,audited,0,entries,2,1.000000\n")
    #expect(
      row(.jsonl) == #"{"dataset":"a\"b\\c|d\u0009e","policy":null,"metric":"entries","#
        + #""bucket":"audited","order":0,"unit":"entries","count":2,"share":1.000000}"# + "\n")
    #expect(row(.markdown).hasPrefix("| a\"b\\\\c\\|d"))
  }
}
