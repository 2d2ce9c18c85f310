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
}
