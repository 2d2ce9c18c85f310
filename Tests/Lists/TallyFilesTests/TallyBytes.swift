import CSQLite
import Diagnostics
import Foundation
import Tallies
import TallyFiles
import TestSupport
import Testing

/// The recording in a tally file.
func read(_ bytes: [UInt8]) throws(Problem) -> Recording {
  try TallyFile.recording(in: bytes.span, name: "x.tally")
}

/// Why a tally file is refused; nil if it is read.
func problem(_ bytes: [UInt8]) -> Problem? {
  do {
    _ = try read(bytes)
    return nil
  } catch { return error }
}

/// A tally file that a stranger has changed with SQL.
func altered(_ bytes: [UInt8], by sql: String) throws -> [UInt8] {
  let directory = try TemporaryDirectory()
  let path = try directory.file("x.tally", bytes)
  var database: OpaquePointer?
  // SAFETY: opened and closed here; the texts live for the calls.
  #expect(unsafe sqlite3_open(path, &database) == SQLITE_OK)
  let code = unsafe sqlite3_exec(database, sql, nil, nil, nil)
  #expect(code == SQLITE_OK, "\(unsafe String(cString: sqlite3_errmsg(database)))")
  #expect(unsafe sqlite3_close(database) == SQLITE_OK)
  return Array(try Data(contentsOf: URL(filePath: path)))
}

/// The answer that any program reading SQLite gets to a query: cells as text, NULL as `NULL`.
func query(_ bytes: [UInt8], _ sql: String) throws -> [[String]] {
  let directory = try TemporaryDirectory()
  let path = try directory.file("x.tally", bytes)
  var (database, statement): (OpaquePointer?, OpaquePointer?) = (nil, nil)
  // SAFETY: opened and closed here; texts live for the calls and are copied before the next.
  #expect(unsafe sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY, nil) == SQLITE_OK)
  defer { unsafe sqlite3_close(database) }
  let code = unsafe sqlite3_prepare_v2(database, sql, -1, &statement, nil)
  #expect(code == SQLITE_OK, "\(unsafe String(cString: sqlite3_errmsg(database))): \(sql)")
  defer { unsafe sqlite3_finalize(statement) }
  var rows: [[String]] = []
  let columns = unsafe sqlite3_column_count(statement)
  while unsafe sqlite3_step(statement) == SQLITE_ROW {
    rows.append(
      (0..<columns).map { column in
        unsafe sqlite3_column_text(statement, column).map { unsafe String(cString: $0) } ?? "NULL"
      })
  }
  return rows
}
