/// A list that passwords are compared with: in memory, or in a file; or one that they were compared with
/// before.
package enum BlocklistSource: Sendable {
  /// Values in memory.
  case values(BlocklistBuilder)
  /// A compiled file.
  case compiled(CompiledBlocklist)
  /// A list that is known by what was recorded of it; nothing can be looked up in it.
  case recorded(RecordedBlocklist)

  /// Whether the list can refuse any password.
  package var hasUsableValues: Bool {
    switch self {
    case .values(let builder): builder.count > 0
    case .compiled(let list): list.header.valueCount > 0
    case .recorded: true
    }
  }

  /// Values skipped because they are too short or too long for the comparison.
  package var unfitCount: Int {
    switch self {
    case .values(let builder): builder.unfitCount
    case .compiled, .recorded: 0
    }
  }
}

/// What was recorded of a list when passwords were compared with it.
package struct RecordedBlocklist: Hashable, Sendable {
  /// What reports say of it.
  package let blocklist: Blocklist
  /// What tells its content: a SHA-256, or the checksum of a compiled list.
  package let content: String
  /// Whether it was found compiled.
  package let isCompiled: Bool
  /// Where the values of a compiled list come from, a line a source.
  package let origins: [String]

  /// States what is known of a list.
  package init(_ blocklist: Blocklist, content: String, isCompiled: Bool, origins: [String]) {
    self.blocklist = blocklist
    self.content = content
    self.isCompiled = isCompiled
    self.origins = origins
  }
}
