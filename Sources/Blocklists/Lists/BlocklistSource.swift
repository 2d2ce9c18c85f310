/// A list that passwords are compared with: in memory, or in a file.
package enum BlocklistSource: Sendable {
  /// Values that were read.
  case values(BlocklistBuilder)
  /// A file that was compiled.
  case compiled(CompiledBlocklist)

  /// Whether any password can be refused by it.
  package var hasUsableValues: Bool {
    switch self {
    case .values(let builder): builder.count > 0
    case .compiled(let list): list.header.valueCount > 0
    }
  }

  /// Values that were passed over since they are too short, or too long, to be compared so.
  package var unfitCount: Int {
    switch self {
    case .values(let builder): builder.unfitCount
    case .compiled: 0
    }
  }
}
