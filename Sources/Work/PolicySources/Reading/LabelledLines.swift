/// Reads texts whose lines are `label: value`, such as LDIF: labels in any case.
enum LabelledLines {
  /// The label and the value of a line; nil if it has none, or is a comment.
  static func setting(of line: Scalars) -> (label: Scalars, value: Scalars)? {
    var rest = line.trimmed
    let label = rest.prefix(64).prefix { $0 != ":" }
    guard !label.isEmpty, rest.first != "#" else { return nil }
    rest = rest[label.endIndex...]
    guard rest.take(":") else { return nil }
    // LDIF marks what is encoded by another colon.
    _ = rest.take(":")
    return (label.trimmed, rest.trimmed)
  }

  /// The entries; a blank line ends one, and `dn` or `Group` begins one.
  ///
  /// Their titles are the first part of the distinguished name, or the value of the label that begins
  /// the entry.
  static func entries(of text: SourceText) -> [Fields] {
    var (entries, entry): ([Fields], Fields) = ([], Fields(.inAnyCase))
    func isFirst(_ label: String) -> Bool { label == "dn" || label == "group" }
    for line in text.lines {
      let setting = setting(of: line.scalars)
      let label = setting?.label.text.lowercased()
      let begins = label.map { isFirst($0) && entry.has($0) } ?? line.scalars.trimmed.isEmpty
      if begins, !entry.all.isEmpty {
        entries.append(entry)
        entry = Fields(.inAnyCase)
      }
      guard let (written, value) = setting, let label else { continue }
      if isFirst(label) {
        entry.title =
          label == "dn"
          ? value.prefix { $0 != "," }.drop { $0 != "=" }.dropFirst().text : value.text
      }
      entry.set(written.text, .text(value.text), at: line.place(line.scalars.startIndex))
    }
    return entry.all.isEmpty ? entries : entries + [entry]
  }
}

extension Draft {
  /// Adds the policies of the entries that are some, each with its title if there are several.
  mutating func addEntries(
    of text: SourceText, where isPolicy: (Fields) -> Bool, else refusal: Refusal,
    _ add: (Fields, String?, inout Draft) throws(Refusal) -> Void
  ) throws(Refusal) {
    let entries = LabelledLines.entries(of: text).filter(isPolicy)
    for entry in entries { try add(entry, entries.count > 1 ? entry.title : nil, &self) }
    if entries.isEmpty { throw refusal }
  }
}
