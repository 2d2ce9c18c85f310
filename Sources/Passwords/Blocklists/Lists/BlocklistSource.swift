/// A list that passwords are compared with: in memory, in a file, or only recorded from an earlier
/// comparison.
package enum BlocklistSource: Sendable {
  /// Values in memory.
  case values(BlocklistBuilder)
  /// A compiled file.
  case compiled(CompiledBlocklist)
  /// A list from a recording; nothing can be looked up in it.
  case recorded(RecordedBlocklist)

  /// Whether the list can refuse any password.
  package var hasUsableValues: Bool {
    switch self {
    case .values(let builder): builder.count > 0
    case .compiled(let list): list.header.valueCount > 0
    case .recorded: true
    }
  }

  /// The number of values skipped because they are too short or too long for the comparison.
  package var unfitCount: Int {
    switch self {
    case .values(let builder): builder.unfitCount
    case .compiled, .recorded: 0
    }
  }
}

/// The facts about a list that a recording keeps.
package struct RecordedBlocklist: Hashable, Sendable {
  /// The list in the form for reports.
  package let blocklist: Blocklist
  /// The identity of the content: a SHA-256, or the checksum of a compiled list.
  package let content: String
  /// Whether the file was a compiled list.
  package let isCompiled: Bool
  /// The sources of a compiled list, one on each line.
  package let origins: [String]

  /// Makes the record of a list.
  package init(_ blocklist: Blocklist, content: String, isCompiled: Bool, origins: [String]) {
    self.blocklist = blocklist
    self.content = content
    self.isCompiled = isCompiled
    self.origins = origins
  }
}
