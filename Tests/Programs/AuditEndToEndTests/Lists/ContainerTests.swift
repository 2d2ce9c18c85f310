import Foundation
import TestSupport
import Testing

/// Lists in containers and encodings, tested with the whole program.
@Suite struct ContainerTests {
  static let lines = "Passw0rd\ncafé\nhello\n"

  /// A tar archive written by hand: for each file a header of 512 bytes, and zeros to the next 512.
  static func tar(_ files: [(name: String, bytes: [UInt8])]) -> [UInt8] {
    var archive: [UInt8] = []
    for file in files {
      var header = [UInt8](repeating: 0, count: 512)
      func put(_ text: String, at offset: Int) {
        for (index, byte) in text.utf8.enumerated() { header[offset + index] = byte }
      }
      put(file.name, at: 0)
      put("0000644\0", at: 100)
      put(String(String(0o1_0000_0000_0000 + file.bytes.count, radix: 8).suffix(11)), at: 124)
      put("00000000000\0", at: 136)
      put("        0", at: 148)
      put("ustar\u{0}00", at: 257)
      let sum = header.reduce(0) { $0 + Int($1) }
      put(String(String(0o1_000_000 + sum, radix: 8).suffix(6)) + "\0 ", at: 148)
      archive += header + file.bytes
      archive += [UInt8](repeating: 0, count: (512 - file.bytes.count % 512) % 512)
    }
    return archive + [UInt8](repeating: 0, count: 1024)
  }

  @Test func `the manifest names the files of an archive, and all of them are audited`() throws {
    let directory = try TemporaryDirectory()
    let text = Array(Self.lines.utf8)
    let archive = Self.tar([
      ("a\u{202E}.txt", Array("Passw0rd\ncaf".utf8)), ("b.gz", try gzip(text, in: directory)),
    ])
    let packed = try gzip(archive, in: directory)
    try directory.file("lists.tgz", packed)
    let run = try directory.audit("--strength none -o out lists.tgz")
    #expect(run.errors.isEmpty)
    let manifest = try #require(directory.text("out/audit.json"))
    #expect(manifest.contains("\"container\" : \"tar.gz\""))
    #expect(manifest.contains("\"name\" : \"a\\\\u{202e}.txt\""))
    #expect(manifest.contains("\"name\" : \"b.gz\""))
    #expect(directory.text("out/audit.csv")?.contains(",entries,audited,0,entries,5,") == true)
    try directory.audit("--strength none -o piped --dataset lists -", input: packed)
    #expect(directory.text("piped/audit.csv") == directory.text("out/audit.csv"))
  }

  @Test func `without libarchive only 7z is refused, by name`() throws {
    let directory = try TemporaryDirectory()
    let signature: [UInt8] = [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C, 0, 4]
    try directory.file("lists.7z", signature + [UInt8](repeating: 0, count: 24))
    try directory.file("list.txt", Self.lines)
    // The system loads the first file of that name, and this one is not a library.
    try directory.file("libarchive.so.13", "")
    let run = try directory.shell(
      "LD_LIBRARY_PATH=. \"$audit\" --strength none -o out lists.7z list.txt", code: 1)
    #expect(
      run.errors.contains(
        "lists.7z: error: 7z data, and libarchive, which unpacks it, is not installed\n"
          + "  Install it (Debian: libarchive13), or unpack the archive to a directory and "
          + "name that."))
    #expect(directory.text("out/audit.csv")?.contains(",entries,audited,0,entries,3,") == true)
  }

  @Test func `a requested encoding is read and stated`() throws {
    let directory = try TemporaryDirectory()
    try directory.file("utf-8.txt", Array(Self.lines.utf8))
    let scalars = Self.lines.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    try directory.file("latin.txt", scalars)
    let wide = Self.lines.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    try directory.file("wide.txt", [0xFF, 0xFE] + wide)
    var tables: [String?] = []
    for (list, options, reading) in [
      ("utf-8.txt", [], "\"encoding\" : \"utf-8\""),
      ("latin.txt", ["--encoding", "latin-1"], "\"encoding\" : \"latin-1\""),
      ("latin.txt", ["--fallback", "windows-1252"], "\"fallbackLines\" : 1"),
      ("wide.txt", ["--encoding", "auto"], "\"encoding\" : \"utf-16le\""),
    ] {
      try directory.audit(["--dataset", "list", "-o", "out", list] + options)
      tables.append(directory.text("out/audit.csv"))
      #expect(directory.text("out/audit.json")?.contains(reading) == true)
    }
    #expect(tables[0]?.isEmpty == false && tables.allSatisfy { $0 == tables[0] })
    try directory.audit("--encoding latin-1 --fallback latin-1 utf-8.txt", code: 64)
  }

  @Test func `a limit on bytes covers all lists, and makes the run incomplete`() throws {
    let directory = try TemporaryDirectory()
    try directory.file("a.txt", Array(Self.lines.utf8))
    try directory.file("b.txt", Array(Self.lines.utf8))
    let run = try directory.audit("--max-bytes 30 --strength none -o out a.txt b.txt", code: 1)
    #expect(run.errors.hasPrefix("b.txt: error: more than 9 bytes of text"))
    #expect(directory.text("out/audit.csv")?.contains(",entries,audited,0,entries,4,") == true)
  }
}
