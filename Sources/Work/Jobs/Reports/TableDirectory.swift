package import Diagnostics
import Files
package import Reports

/// The directory of a table and perhaps a page that shows it, if the user named one.
///
///     var directory = try TableDirectory(
///       output, table: "sweep.csv", page: "sweep.html", force: false)
///     try directory.publish(table, page: page.serialized()) { print($0.message) }
///
/// Without a name it does nothing.
package struct TableDirectory: ~Copyable {
  private var files: StagedDirectory?
  private let table: String
  private let page: String?

  /// Opens the directory before the work begins, so that a bad path fails in the first second.
  ///
  /// - Parameters:
  ///   - path: The directory; nil if the user named none.
  ///   - table: The name of the table, whose presence marks a complete directory.
  ///   - page: The name of the page; nil for none.
  ///   - force: Whether the directory may hold other files.
  /// - Throws: ``Problem`` if it holds other files and `force` is off, or if the system refuses.
  package init(_ path: String?, table: String, page: String?, force: Bool) throws(Problem) {
    self.table = table
    self.page = page
    files = try path.map { path throws(Problem) in
      try StagedDirectory(
        path, of: Set([table, page, DataPackage.fileName].compactMap(\.self)), last: table,
        force: force)
    }
  }

  /// Writes the files and puts them in place; `tell` receives a warning if its path leads elsewhere
  /// by then.
  ///
  /// - Throws: ``Problem`` if the system refuses; then the directory has its earlier files, or no
  ///   table.
  package mutating func publish(
    _ table: @autoclosure () -> FilledTable, page: @autoclosure () -> [UInt8],
    tell: (Problem) -> Void
  ) throws(Problem) {
    if files == nil { return }
    let table = table()
    try files?.write(self.table, table.bytes())
    var package = DataPackage()
    package.add(self.table, table.schema)
    try files?.write(DataPackage.fileName, package.bytes)
    if let name = self.page { try files?.write(name, page()) }
    try files?.publish()
    if let elsewhere = files?.elsewhere { tell(elsewhere) }
  }
}
