package import Files

/// The directory of a report, which is published when it is complete.
///
/// It is opened before the long run, so that a bad path fails in the first second.
package struct ReportDirectory: ~Copyable {
  /// The path that the user gave, or the default.
  package let path: String
  /// The earlier report in the directory, if it is of other lists.
  package let earlier: EarlierReport?
  private var files: StagedDirectory

  /// Opens a directory.
  ///
  /// - Throws: ``FileProblem`` if it has content other than an earlier report and `force` is off,
  ///   or if the system refuses.
  package init(_ path: String, for lists: FoundLists, force: Bool) throws(FileProblem) {
    files = try StagedDirectory(
      path, of: ReportFiles.all, seal: ReportFiles.manifest, force: force)
    self.path = path
    let earlier = EarlierReport(in: path)
    self.earlier = earlier?.isOf(lists) == false ? earlier : nil
  }

  /// Writes one of the files, for ``publish()`` to put in place.
  package mutating func write(_ name: String, _ bytes: [UInt8]) throws(FileProblem) {
    try files.write(name, bytes)
  }

  /// Publishes the files, and removes those of an earlier report that this one does not have.
  package mutating func publish() throws(FileProblem) { try files.publish() }
}
