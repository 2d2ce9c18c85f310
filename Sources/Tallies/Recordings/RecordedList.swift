/// Facts about a blocklist for reports, besides those on which its bit depends.
package struct RecordedList: Hashable, Sendable {
  /// Whether it was given as a compiled file, so that reports state its checksum, not its SHA-256.
  package var isCompiled: Bool
  /// For a compiled list, its sources and how they were read, one on each line.
  package var origins: [String]
  /// Values by length in code points, with one last bin for all longer ones; empty if lengths are
  /// unknown.
  ///
  /// Reports use these to compute the share of a list that a policy's lengths make useless.
  package var lengthCounts: [UInt64]

  /// Makes the record of a list.
  package init(isCompiled: Bool = false, origins: [String] = [], lengthCounts: [UInt64] = []) {
    self.isCompiled = isCompiled
    self.origins = origins
    self.lengthCounts = lengthCounts
  }
}
