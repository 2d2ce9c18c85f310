import Bytes

/// An unsupported format, identified by the first bytes.
package struct ForeignFormat: Hashable, Sendable {
  /// Its name, after "data is": `a PNG picture`.
  package let name: String
  /// How to convert it into lists.
  let remedy: Remedy

  /// The remedies for unsupported data.
  enum Remedy: Hashable, Sendable {
    /// Pipe it through this command, followed by the list's name.
    case filter(String)
    /// Unpack it with this program, and name the files.
    case unpack(String)
    /// Export the passwords by the program that reads the format.
    case export(String)
    /// It is a file of this program; the sentence has the command for it, with a word for its name.
    case own(String, name: String)
    /// It is not a list; the list may be elsewhere.
    case none
  }

  /// Detects the format from a text's first bytes; nil if it is none of these.
  ///
  /// - Complexity: O(formats).
  init?(_ head: [UInt8]) {
    guard let first = head.first,
      let row = table.first(where: { $0.firstByte ?? first == first && $0.isIn(head) })
    else { return nil }
    self = row.format
  }

  fileprivate init(_ name: String, _ remedy: Remedy) {
    self.name = name
    self.remedy = remedy
  }
}

/// How to recognise a format.
private struct Row: Sendable {
  let format: ForeignFormat
  /// The bytes at an offset.
  let magic: [UInt8]
  let offset: Int
  /// A further condition on the bytes.
  let condition: @Sendable ([UInt8]) -> Bool

  init(
    _ magic: [UInt8], at offset: Int = 0, _ name: String, _ remedy: ForeignFormat.Remedy = .none,
    where condition: @escaping @Sendable ([UInt8]) -> Bool = { _ in true }
  ) {
    format = ForeignFormat(name, remedy)
    self.magic = magic
    self.offset = offset
    self.condition = condition
  }

  init(
    _ magic: String, at offset: Int = 0, _ name: String, _ remedy: ForeignFormat.Remedy = .none,
    where condition: @escaping @Sendable ([UInt8]) -> Bool = { _ in true }
  ) {
    self.init(Array(magic.utf8), at: offset, name, remedy, where: condition)
  }

  var firstByte: UInt8? { offset == 0 ? magic.first : nil }

  func isIn(_ head: [UInt8]) -> Bool {
    head.count >= offset + magic.count && head[offset...].starts(with: magic) && condition(head)
  }
}

/// The formats, from those that may contain lists to those that are only mistaken for lists.
///
/// A signature that can be typed counts only with an untypable byte near it (`hasOddByte`).
private let table: [Row] = [
  // Compressed text that the decoders here do not support.
  Row([0x5D, 0, 0], "bare LZMA (.lzma)", .filter("xz --format=lzma -dc"), where: isBareLZMA),
  Row([0x02, 0x21, 0x4C, 0x18], "lz4 in its legacy format", .filter("lz4 -dc")),
  Row([0x1F, 0x9D], "from compress (.Z)", .filter("gzip -dc")),
  Row([0x1F, 0x1E], "from pack (.z)", .filter("gzip -dc")),
  Row([0x1F, 0xA0], "from compress -H", .filter("gzip -dc")),
  Row([0xFF, 0x06, 0, 0] + Array("sNaPpY".utf8), "from snappy", .filter("snzip -dc")),
  Row([0x89, 0x4C, 0x5A, 0x4F, 0], "from lzop", .filter("lzop -dc")),
  // Archives and their volumes.
  Row(
    "PK\u{7}\u{8}", "the first volume of a split zip archive",
    .unpack("zip -s 0 FILE --out whole.zip")
  ),
  Row("Rar!\u{1A}\u{7}", "a RAR archive", .unpack("unrar x")),
  Row("MSCF\0\0\0\0", "a cabinet archive", .unpack("cabextract")),
  Row([0x60, 0xEA], "an ARJ archive", .unpack("arj x"), where: hasOddByte),
  Row("-lh", at: 2, "an LHA archive", .unpack("lha x"), where: { $0[6] == 0x2D && hasOddByte($0) }),
  Row("xar!\0", "a xar archive", .unpack("xar -xf")),
  Row("MSWIM\0\0\0", "a WIM image", .unpack("7z x")),
  Row("!<arch>\n", "an ar archive", .unpack("ar x")),
  Row([0xED, 0xAB, 0xEE, 0xDB], "an RPM package", .unpack("rpm2cpio FILE | cpio -id")),
  Row("07070", "a cpio archive", .unpack("cpio -id <"), where: isTextCpio),
  Row([0xC7, 0x71], "a cpio archive", .unpack("cpio -id <"), where: hasOddByte),
  Row("hsqs", "a SquashFS image", .unpack("unsquashfs"), where: hasOddByte),
  // Programs, including archives that unpack themselves.
  Row(
    "MZ", "a program for Windows, perhaps an archive that unpacks itself", .unpack("7z x"),
    where: isWindowsProgram),
  Row("\u{7F}ELF", "a program for Linux, perhaps an archive that unpacks itself", .unpack("7z x")),
  Row([0xCA, 0xFE, 0xBA, 0xBE], "a Java class or a program for macOS"),
  Row([0xFE, 0xED, 0xFA, 0xCE], "a program for macOS"),
  Row([0xFE, 0xED, 0xFA, 0xCF], "a program for macOS"),
  Row([0xCE, 0xFA, 0xED, 0xFE], "a program for macOS"),
  Row([0xCF, 0xFA, 0xED, 0xFE], "a program for macOS"),
  Row("\0asm", "a WebAssembly module"),
  Row("\r\n", at: 2, "compiled Python", where: isCompiledPython),
  // Files of this program.
  Row(
    "SQLite format 3\0", "a tally, not a list",
    .own(
      "Report what it holds: audit report TALLY; compare it: audit compare TALLY NEW", name: "TALLY"
    ),
    where: isTally),
  Row(
    [0x89] + Array("audit\r\n".utf8), "a compiled blocklist, not a list",
    .own("Compare a list with it: audit LIST --blocklist FILE", name: "FILE")),
  Row(
    "dataset,policy,", "a table of a report, not a list",
    .own("Name the list that the report is about.", name: "FILE"), where: isTableOfReport),
  // Databases and tables.
  Row(
    "SQLite format 3\0", "an SQLite data base",
    .export("sqlite3 list.db 'SELECT password FROM TABLE'")),
  Row(
    "PAR1", "a Parquet table",
    .export("duckdb -csv -noheader -c \"SELECT password FROM 'list.parquet'\""),
    where: hasOddByte),
  Row("Obj\u{1}", "an Avro file", .export("avro cat")),
  Row("\u{89}HDF\r\n".latin1, "an HDF5 file"),
  Row("\u{93}NUMPY".latin1, "a NumPy array"),
  Row(
    [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1], "an old Office document",
    .export("the program that made it, as CSV")),
  Row("PGDMP", "a PostgreSQL dump", .export("pg_restore -f -"), where: hasOddByte),
  // Encrypted data.
  Row("Salted__", "data encrypted by openssl", .unpack("openssl enc -d"), where: hasOddByte),
  Row("age-encryption.org/v1\n", "data encrypted by age", .unpack("age -d")),
  Row("-----BEGIN PGP MESSAGE-----", "data encrypted by OpenPGP", .unpack("gpg -d")),
  Row("LUKS\u{BA}\u{BE}".latin1, "an encrypted disk image"),
  // Documents, pictures, sound.
  Row(
    "%PDF-", "a PDF document", .filter("pdftotext -layout"),
    where: { $0.count > 8 && $0[6] == 0x2E }),
  Row("<!DOCTYPE html", "an HTML page"),
  Row("<!doctype html", "an HTML page"),
  Row("<html", "an HTML page"),
  Row(
    "<?xml ", "KeePass's XML, which also holds former passwords",
    .export("KeePass or 'keepassxc-cli export -f csv', as CSV for --layout csv:Password"),
    where: { String(decoding: $0.prefix(400), as: UTF8.self).contains("<KeePassFile") }),
  Row(
    "<?xml ", "an XML document",
    .export("the program that made it, as CSV")),
  Row("{\\rtf", "an RTF document", .export("the program that made it, as text")),
  Row("\u{89}PNG\r\n".latin1, "a PNG picture"),
  Row([0xFF, 0xD8, 0xFF], "a JPEG picture"),
  Row("GIF87a", "a GIF picture", where: hasOddByte),
  Row("GIF89a", "a GIF picture", where: hasOddByte),
  Row("RIFF", "a RIFF file, of sound, film or a picture", where: hasOddByte),
  Row([0x49, 0x49, 0x2A, 0], "a TIFF picture"),
  Row([0x4D, 0x4D, 0, 0x2A], "a TIFF picture"),
  Row("ftyp", at: 4, "a film or a picture", where: { $0[0] == 0 }),
  Row("OggS\0", "an Ogg file, of sound or film"),
  Row("ID3", "an MP3 file", where: hasOddByte),
  Row("fLaC\0", "a FLAC file"),
  Row([0x1A, 0x45, 0xDF, 0xA3], "a Matroska film"),
]

/// Whether a control byte, which is never typed into a list, is near the signature and before the
/// end of the line.
@Sendable private func hasOddByte(_ head: [UInt8]) -> Bool {
  head.prefix(32).prefix { $0 != 0x0A }.contains { $0 < 0x20 && $0 != 9 && $0 != 0x0D }
}

/// Whether an SQLite database names this program's tallies as its application.
@Sendable private func isTally(_ head: [UInt8]) -> Bool {
  head.count >= 72 && Array(head[68..<72]) == Array("ATLY".utf8)
}

/// Whether the first line names the columns of a table that this program writes.
@Sendable private func isTableOfReport(_ head: [UInt8]) -> Bool {
  let line = String(decoding: head.prefix(120).prefix { $0 != 0x0A }, as: UTF8.self)
  return ["dataset,policy,metric,", "dataset,policy,rule,", "dataset,policy,budget"].contains {
    line.hasPrefix($0)
  }
}

/// Whether a 13-byte header looks like one of `lzma`: the window is a power of two or one and a
/// half times that, the length is unknown or below 256 GiB (as in xz), and the data after it begins
/// with 0.
@Sendable private func isBareLZMA(_ head: [UInt8]) -> Bool {
  guard head.count >= 14, head[13] == 0 else { return false }
  let window = littleEndian(head[1..<5])
  let isUsual =
    window.nonzeroBitCount == 1
    || window.nonzeroBitCount == 2 && window & (window >> 1) != 0
  let length = littleEndian(head[5..<13])
  return isUsual && (length == .max || length < 1 << 38)
}

/// Whether the header gives the offset of a newer header.
@Sendable private func isWindowsProgram(_ head: [UInt8]) -> Bool {
  guard head.count >= 64 else { return false }
  let place = Int(littleEndian(head[60..<64]))
  guard place <= head.count - 4 else { return false }
  return [Array("PE\0\0".utf8), Array("NE".utf8), Array("LE".utf8), Array("LX".utf8)]
    .contains { head[place...].starts(with: $0) }
}

/// Whether digits continue as in a cpio header, all octal or hexadecimal.
@Sendable private func isTextCpio(_ head: [UInt8]) -> Bool {
  let count = head.count > 5 && head[5] == UInt8(ascii: "7") ? 76 : 110
  return head.count >= count && head[..<count].allSatisfy { $0.hexDigit != nil }
}

/// Whether small flags follow the version and its line end.
@Sendable private func isCompiledPython(_ head: [UInt8]) -> Bool {
  head.count >= 16 && head[1] == 0x0D && head[4] < 4 && head[5] == 0 && head[6] == 0 && head[7] == 0
}

extension String {
  /// The characters as bytes; none may be above U+00FF.
  fileprivate var latin1: [UInt8] { unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }
}
