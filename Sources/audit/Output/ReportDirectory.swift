import Files
import Preparing

/// Where a report goes: a directory of its own, which appears under its name when it is whole.
///
/// Opening comes before the long run, so that a bad place fails in the first second.
struct ReportDirectory: ~Copyable {
  /// Its path as the user gave it, or as it was chosen.
  let path: String
  /// The report that was there, if it is one of other lists.
  let earlier: EarlierReport?
  private var files: StagedDirectory

  /// Opens a directory.
  ///
  /// - Throws: ``FileProblem`` when it holds anything but an earlier report and `force` is off, or
  ///   when the system refuses.
  init(_ path: String, for lists: FoundLists, force: Bool) throws(FileProblem) {
    files = try StagedDirectory(
      path, of: ReportFiles.all, seal: ReportFiles.manifest, force: force)
    self.path = path
    let earlier = EarlierReport(in: path)
    self.earlier = earlier?.isOf(lists) == false ? earlier : nil
  }

  /// Writes one of the files, which ``publish()`` then puts in its place.
  mutating func write(_ name: String, _ bytes: [UInt8]) throws(FileProblem) {
    try files.write(name, bytes)
  }

  /// Puts the files in their place, and removes those of an earlier report that this one has not.
  mutating func publish() throws(FileProblem) { try files.publish() }
}
