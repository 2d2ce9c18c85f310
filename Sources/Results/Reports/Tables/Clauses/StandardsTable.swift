import PasswordPolicies

/// The standards that policies can be held against, as a table.
package enum StandardsTable {
  static let table = Table<Standard>(
    "standards", "A row for each standard.", from: "audit rules standards --format",
    since: "1.0.0",
    [
      .word("id", "what --standard takes") { $0.id },
      .name("name", "the standard") { $0.name },
      .name("edition", "the edition") { $0.edition },
      .word("issued", "when it was issued") { $0.issued },
      .word("read", "when it was read for this table") { $0.read },
      .flag("current", "whether no later text is known") { $0.isCurrent },
      .count("clauses", of: "clauses", "clauses that concern passwords") { $0.clauses.count },
      .count("text", of: "clauses", "those about the text of a password") {
        $0.clauses.count(where: \.test.isOfText)
      },
      .count("settings", of: "clauses", "those about settings that a file may state") {
        $0.clauses.count { if case .setting = $0.test { true } else { false } }
      },
      .count("remembered", of: "clauses", "those from memory, since nothing could be read") {
        $0.clauses.count { $0.mark == .remembered }
      },
      .name("note", "what should be known besides", empty: "if nothing") { $0.note },
    ])

  /// The table.
  package static var filled: FilledTable { table.filled(Standard.all) }

  /// The standards for people, each with its edition and both days, and the texts that state no number.
  package static func text(columns: Int) -> String {
    let width = (Standard.ids.map(\.count).max() ?? 0) + 2
    let lines = Standard.all.flatMap { standard in
      labelled(
        standard.id,
        "\(standard.name): \(standard.edition); issued \(standard.issued), read \(standard.read)"
          + (standard.note.map { "; \($0)" } ?? "")
          + "; \(counted(standard.clauses.count, "clause")), "
          + "\(standard.clauses.count { $0.mark == .remembered }) from memory",
        columns: max(40 + width, columns), width: width, hanging: 2)
    }
    return (lines + [""] + ClausesReport.silent(columns)).joined(separator: "\n") + "\n"
  }
}
