import CSQLite

/// The C library that reads and writes tally files.
package enum StoringLibraries {
  /// Its name and version, such as `SQLite 3.40.1`.
  package static var versions: [String] {
    // SAFETY: the function returns a constant text that ends in a zero byte.
    unsafe ["SQLite \(String(cString: sqlite3_libversion()))"]
  }
}
