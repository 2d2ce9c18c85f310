/// The attribute `passwordrules="…"` of a field in a page, or the member `"password-rules": "…"` of
/// Apple's file, as people copy it.
enum PastedAttribute {
  /// The text between its quotes, with the entities of HTML replaced; nil if a text begins otherwise.
  ///
  ///     value(in: Array(#"passwordrules="minlength: 8;""#.utf8))  // minlength: 8;
  static func value(in bytes: [UInt8]) -> [UInt8]? {
    let text = String(decoding: bytes, as: UTF8.self)
    let start = text.drop { $0.isWhitespace || $0 == "\"" }
    guard start.first == "<" || isName(start) else { return nil }
    var rest = start
    while !rest.isEmpty {
      if isName(rest) {
        rest = rest.drop { $0.isLetter || $0 == "-" }.drop { $0 == "\"" || $0.isWhitespace }
        guard let sign = rest.first, sign == "=" || sign == ":" else { return nil }
        rest = rest.dropFirst().drop(while: \.isWhitespace)
        guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
        return Array(decoded(rest.dropFirst().prefix { $0 != quote }).utf8)
      }
      rest = rest.dropFirst().drop { !$0.isLetter }
      if !isName(rest) { rest = rest.drop { $0.isLetter || $0 == "-" } }
    }
    return nil
  }

  private static func isName(_ text: Substring) -> Bool {
    ["passwordrules", "password-rules"].contains {
      text.prefix(14).lowercased().hasPrefix($0)
    }
  }

  private static func decoded(_ text: Substring) -> String {
    let entities = [
      ("&quot;", "\""), ("&#34;", "\""), ("&apos;", "'"), ("&#39;", "'"), ("&lt;", "<"),
      ("&gt;", ">"), ("&amp;", "&"),
    ]
    return entities.reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
  }
}
