import Reports
import Testing

@Suite struct JSONObjectTests {
  @Test func `what is nil is left out, and null where that is said`() {
    let (missing, share): (Double?, Double?) = (nil, 0.5)
    let object: JSONObject = [
      "leftOut": missing, "share": share, "stated": .some(missing), "names": ["a", "b"],
      "inner": ["one": 1, "none": missing] as JSONObject,
    ]
    #expect(
      String(decoding: jsonText(object), as: UTF8.self)
        == #"{"inner":{"one":1},"names":["a","b"],"share":0.5,"stated":null}"#)
    let both = object + ["last": true]
    #expect(String(decoding: jsonText(both), as: UTF8.self).contains(#""last":true"#))
  }

  /// The same members, which an encoder writes.
  private struct Row: Encodable {
    let leastShare: Double
    let name: String
    let isIn: Bool
    let count: Int
    let big: UInt64
    let rows: [Row]
    let note: String?
  }

  @Test(arguments: ["plain", "a\"b\\c/d", "\u{7}\n", "caf\u{E9} \u{9B}\u{1F511}", ""])
  func `an object is written as an encoder writes a structure`(name: String) {
    func row(_ rows: [Row]) -> Row {
      Row(
        leastShare: 2.0, name: name, isIn: !name.isEmpty, count: -7, big: .max, rows: rows,
        note: rows.isEmpty ? nil : name)
    }
    func object(_ row: Row) -> JSONObject {
      [
        "rows": row.rows.map(object), "big": row.big, "leastShare": row.leastShare,
        "is_in": row.isIn,
        "name": row.name, "count": row.count, "note": row.note,
      ]
    }
    for rows in [[], [row([])], [row([]), row([row([])])]] {
      #expect(jsonText(object(row(rows))) == jsonText(row(rows)))
      #expect(jsonText(rows.map(object)) == jsonText(rows))
    }
  }
}
