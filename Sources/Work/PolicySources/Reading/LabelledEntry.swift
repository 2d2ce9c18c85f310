import PasswordPolicies

/// An entry of a text whose lines are `label: value`, such as LDIF: labels in any case, the last of
/// equal ones counts.
struct LabelledEntry {
  /// The name: the first part of the distinguished name, or the value of a label that begins an entry.
  private(set) var name: String?
  private var settings = OrderedSettings<Setting>()

  /// A value with its label as written.
  struct Setting {
    let label: String
    let value: String
    let place: SourcePlace
  }

  /// The labels in lower case, in the order of the text.
  var labels: [String] { settings.keys }

  /// Whether a label occurs.
  func has(_ label: String) -> Bool { settings.has(label.lowercased()) }

  subscript(label: String) -> Setting? { settings[label.lowercased()] }

  /// The place of a label; the start of the text if it does not occur.
  func place(_ label: String) -> SourcePlace { self[label]?.place ?? .start }

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
  static func entries(of text: SourceText) -> [LabelledEntry] {
    var (entries, entry): ([LabelledEntry], LabelledEntry) = ([], LabelledEntry())
    func isFirst(_ label: String) -> Bool { label == "dn" || label == "group" }
    for line in text.lines {
      let setting = setting(of: line.scalars)
      let label = setting?.label.text.lowercased()
      let begins = label.map { isFirst($0) && entry.has($0) } ?? line.scalars.trimmed.isEmpty
      if begins, !entry.labels.isEmpty {
        entries.append(entry)
        entry = LabelledEntry()
      }
      guard let (written, value) = setting, let label else { continue }
      if isFirst(label) {
        entry.name =
          label == "dn"
          ? value.prefix { $0 != "," }.drop { $0 != "=" }.dropFirst().text : value.text
      }
      entry.settings.set(
        label,
        Setting(
          label: written.text, value: value.text, place: line.place(line.scalars.startIndex)))
    }
    return entry.labels.isEmpty ? entries : entries + [entry]
  }

  /// A whole number, or the default where the label is missing; nil with a remark if it is none.
  func number(_ label: String, otherwise number: Int = 0, _ draft: inout Draft) -> Int? {
    guard let setting = self[label] else { return number }
    return draft.number(.text(setting.value), setting.label, setting.place)
  }

  /// Whether a value says yes, in any of the words of directory servers; nil if the label is missing.
  func truth(_ label: String) -> Bool? {
    self[label].map { ["on", "true", "1", "yes", "enabled"].contains($0.value.lowercased()) }
  }

  /// Remarks on the labels that occur, which are not about the text of a password, and takes the
  /// settings that they state.
  func remark(_ labels: [String], stating rows: [SettingForm.Row], _ draft: inout Draft) {
    for label in labels {
      guard let setting = self[label] else { continue }
      let row = rows.first { $0.label.lowercased() == label.lowercased() }
      let isRead = row?.gate.map { truth($0) == true } ?? true
      draft.take(
        .text(setting.value), as: isRead ? row?.form : nil, setting.label, setting.place,
        remark: "how it is kept, or how long it holds")
      for row in rows where row.gate?.lowercased() == label.lowercased() && truth(label) == false {
        draft.set(PolicySetting(row.form.name, row.off, part: setting.label, at: setting.place))
      }
    }
  }
}
