import CSQLite
import Diagnostics

/// Wraps SQLite: databases in memory, read from bytes or serialised to bytes, and files that are
/// only read.
///
/// Opens files as immutable ones, so there are no journals to find or to leave behind, and no
/// locks.
@safe struct Database: ~Copyable {
  // SAFETY: opened in `init`, closed in `deinit`; cannot be copied. Remaining statements delay the
  // closing, as `sqlite3_close_v2` promises.
  private let handle: OpaquePointer

  private init(_ handle: OpaquePointer) { unsafe self.handle = handle }

  /// Opens an empty database for writing.
  static func empty() throws(Problem) -> Database {
    try open(":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
  }

  private static func open(
    _ name: String, _ flags: Int32
  ) throws(Problem) -> Database {
    var opened: OpaquePointer?
    // SAFETY: `opened` is written during the call. SQLite returns a handle even on failure.
    let code = unsafe sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard let opened = unsafe opened else { throw .noTallyMemory }
    let database = unsafe Database(opened)
    try database.check(code)
    return database
  }

  /// Opens bytes of unknown origin, read-only.
  ///
  /// Runs nothing that the bytes contain: no triggers, and no functions in the schema. Stops
  /// statements that take more steps than valid rows of this size could need.
  static func reading(_ bytes: Span<UInt8>) throws(Problem) -> Database {
    let database = try empty()
    try database.bewareOfStrangers()
    try database.load(bytes)
    try database.limitWork(byteCount: bytes.count)
    return database
  }

  /// Opens a file of unknown origin, read-only, with the same precautions; its pages are read when
  /// a statement needs them.
  static func reading(
    path: String, byteCount: Int
  ) throws(Problem) -> Database {
    // A path that begins with '//' would name a host.
    var name = "file:" + (path.utf8.first == UInt8(ascii: "/") ? "//" : "")
    for byte in path.fileNameBytes {
      let isPlain = byte < 0x80 && (Character(UnicodeScalar(byte)).isLetter || byte == 0x2F)
      let digits = String(byte, radix: 16)
      name += isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + digits
    }
    let database = try open(
      name + "?mode=ro&immutable=1", SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
    try database.bewareOfStrangers()
    try database.limitWork(byteCount: byteCount)
    return database
  }

  private borrowing func bewareOfStrangers() throws(Problem) {
    let options: [(Int32, Int32)] = [
      (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
      (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0), (SQLITE_DBCONFIG_ENABLE_VIEW, 0),
    ]
    for (option, value) in options {
      try check(unsafe sqlite3_set_option(handle, option, value))
    }
    let limits: [(Int32, Int)] = [
      (SQLITE_LIMIT_LENGTH, Self.longestValue), (SQLITE_LIMIT_SQL_LENGTH, Self.longestValue),
      (SQLITE_LIMIT_ATTACHED, 0), (SQLITE_LIMIT_COLUMN, 512), (SQLITE_LIMIT_TRIGGER_DEPTH, 1),
    ]
    for (limit, value) in limits { unsafe sqlite3_limit(handle, limit, Int32(value)) }
  }

  private borrowing func load(_ bytes: Span<UInt8>) throws(Problem) {
    guard let copy = unsafe sqlite3_malloc64(UInt64(max(bytes.count, 1))) else {
      throw .noTallyMemory
    }
    // SAFETY: the copy has as many bytes; from `sqlite3_deserialize` on SQLite owns it, even if
    // that fails (FREEONCLOSE).
    unsafe bytes.withUnsafeBytes {
      unsafe UnsafeMutableRawBufferPointer(start: copy, count: $0.count).copyMemory(from: $0)
    }
    let flags = SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_READONLY
    let memory = unsafe copy.assumingMemoryBound(to: UInt8.self)
    try check(
      unsafe sqlite3_deserialize(
        handle, "main", memory, Int64(bytes.count), Int64(bytes.count), UInt32(flags)))
  }

  /// Stops statements that take more steps than valid rows of this size could need.
  private borrowing func limitWork(byteCount: Int) throws(Problem) {
    let steps = min(byteCount, Int(Int32.max) / 32) * 16 + 100_000
    // SAFETY: the callback accesses nothing.
    unsafe sqlite3_progress_handler(handle, Int32(steps), { _ in 1 }, nil)
    try run("PRAGMA cell_size_check = ON")
    try run("PRAGMA query_only = ON")
  }

  /// The most bytes of a text, row or statement that is read.
  static let longestValue = 1 << 22

  deinit { unsafe sqlite3_close_v2(handle) }

  /// Runs statements that return no rows.
  borrowing func run(_ sql: String) throws(Problem) {
    try check(unsafe sqlite3_exec(handle, sql, nil, nil, nil))
  }

  /// Prepares a statement.
  borrowing func prepare(_ sql: String) throws(Problem) -> Statement {
    var statement: OpaquePointer?
    // SAFETY: the text is valid during the call, which writes `statement`.
    try check(unsafe sqlite3_prepare_v2(handle, sql, -1, &statement, nil))
    guard let statement = unsafe statement else {
      throw .damagedTally("no statement")
    }
    return unsafe Statement(statement)
  }

  /// The whole database as the bytes of a file.
  borrowing func serialized() throws(Problem) -> [UInt8] {
    var size: Int64 = 0
    // SAFETY: SQLite allocates the copy and returns its size; the copy is freed after the array has
    // copied it.
    guard let copy = unsafe sqlite3_serialize(handle, "main", &size, 0) else {
      throw .noTallyMemory
    }
    defer { unsafe sqlite3_free(copy) }
    return unsafe Array(UnsafeBufferPointer(start: copy, count: Int(size)))
  }

  private borrowing func check(_ code: Int32) throws(Problem) {
    if code != SQLITE_OK { throw unsafe Problem.ofSQLite(code, handle) }
  }
}

extension Problem {
  /// The meaning of an SQLite error code.
  // SAFETY: the handle is open, and the text is copied before another call can change it.
  fileprivate static func ofSQLite(_ code: Int32, _ handle: OpaquePointer?) -> Problem {
    switch code & 0xFF {
    case SQLITE_NOTADB: .foreignTally
    case SQLITE_NOMEM: .noTallyMemory
    case SQLITE_INTERRUPT: .damagedTally("more rows than its bytes can hold")
    default:
      .damagedTally(unsafe sqlite3_errmsg(handle).map { unsafe String(cString: $0) } ?? "unknown")
    }
  }
}

/// A prepared statement: binds its parameters, and reads its rows in order.
@safe struct Statement: ~Copyable {
  // SAFETY: prepared by `Database.prepare`, finalized in `deinit`; cannot be copied.
  private let handle: OpaquePointer

  fileprivate init(_ handle: OpaquePointer) { unsafe self.handle = handle }

  deinit { unsafe sqlite3_finalize(handle) }

  /// Binds the parameter with an index, from 0.
  borrowing func bind(_ cell: Cell, at place: Int) throws(Problem) {
    let place = Int32(place + 1)
    switch cell {
    case .null: try check(unsafe sqlite3_bind_null(handle, place))
    case .integer(let number): try check(unsafe sqlite3_bind_int64(handle, place, number))
    case .text(let text):
      var text = text
      guard text.utf8.count <= Database.longestValue else {
        throw .tooManyForTally("the bytes of a text")
      }
      let code = text.withUTF8 { bytes in
        // SAFETY: SQLite copies the bytes during the call. An empty text may have no address.
        unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
          guard let start = bytes.baseAddress else {
            return unsafe sqlite3_bind_copied_text(handle, place, "", 0)
          }
          return unsafe sqlite3_bind_copied_text(handle, place, start, Int32(bytes.count))
        }
      }
      try check(code)
    }
  }

  /// Binds the parameter with an index, from 0, to a number.
  @inline(__always)
  borrowing func bind(_ number: Int64, at place: Int32) throws(Problem) {
    try check(unsafe sqlite3_bind_int64(handle, place + 1, number))
  }

  /// Advances to the next row; false after the last one.
  borrowing func step() throws(Problem) -> Bool {
    let code = unsafe sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    throw unsafe Problem.ofSQLite(code, sqlite3_db_handle(handle))
  }

  /// Runs a statement that returns no rows, and resets it.
  borrowing func run() throws(Problem) {
    _ = try step()
    try check(unsafe sqlite3_reset(handle))
  }

  /// The integer in a column of the row; nil if the value has another type.
  @inline(__always)
  borrowing func integer(_ column: Int32) -> Int64? {
    let number = unsafe sqlite3_column_int64(handle, column)
    return unsafe sqlite3_column_type(handle, column) == SQLITE_INTEGER ? number : nil
  }

  /// The value in a column of the row; nil for types that no table here uses: a float, a blob, or
  /// bytes that are not UTF-8.
  borrowing func cell(_ column: Int32) -> Cell? {
    switch unsafe sqlite3_column_type(handle, column) {
    case SQLITE_NULL: return .null
    case SQLITE_INTEGER: return .integer(unsafe sqlite3_column_int64(handle, column))
    case SQLITE_TEXT:
      // SAFETY: the bytes are valid until the next call for this row, and are copied before it.
      let bytes = unsafe sqlite3_column_text(handle, column)
      let count = unsafe sqlite3_column_bytes(handle, column)
      guard let bytes = unsafe bytes else { return nil }
      return unsafe String(
        validating: UnsafeBufferPointer(start: bytes, count: Int(count)), as: UTF8.self
      ).map { .text($0) }
    default: return nil
    }
  }

  private borrowing func check(_ code: Int32) throws(Problem) {
    if code != SQLITE_OK { throw unsafe Problem.ofSQLite(code, sqlite3_db_handle(handle)) }
  }
}

/// A value in a column of a row.
enum Cell: Hashable {
  case null
  case integer(Int64)
  case text(String)
}

extension Database {
  /// The number of rows of one INSERT statement: a row of four numbers takes 4,400 instructions
  /// alone, 2,400 in a statement of 64, and no fewer in one of 256.
  private static let rowsAtOnce = 64

  /// Adds rows of numbers to a table.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - table: A table in which all columns are numbers.
  ///   - append: Appends the numbers of a row; receives the row's number, from 0.
  /// - Throws: ``Problem`` if SQLite fails.
  borrowing func insert(
    rows count: Int, into table: Table, _ append: (Int, inout [Int64]) -> Void
  ) throws(Problem) {
    let whole = count / Self.rowsAtOnce * Self.rowsAtOnce
    try insert(0..<whole, into: table, atOnce: Self.rowsAtOnce, append)
    try insert(whole..<count, into: table, atOnce: count - whole, append)
  }

  /// Adds rows; their number must be a multiple of the rows of a statement.
  private borrowing func insert(
    _ rows: Range<Int>, into table: Table, atOnce: Int, _ append: (Int, inout [Int64]) -> Void
  ) throws(Problem) {
    if rows.isEmpty { return }
    let insertion = try prepare(table.insertion(rows: atOnce))
    var numbers: [Int64] = []
    for start in stride(from: rows.lowerBound, to: rows.upperBound, by: atOnce) {
      numbers.removeAll(keepingCapacity: true)
      for row in start..<start + atOnce { append(row, &numbers) }
      for (place, number) in numbers.enumerated() {
        try insertion.bind(number, at: Int32(truncatingIfNeeded: place))
      }
      try insertion.run()
    }
  }
}
