/// A list that passwords are compared with: in memory, or in a file.
package enum BlocklistSource: Sendable {
  /// Values that were read.
  case values(BlocklistBuilder)
  /// A file that was compiled.
  case compiled(CompiledBlocklist)
}
