import Diagnostics
import Files
import TestSupport
import Testing

@Suite struct FilePathTests {
  @Test(
    arguments: [
      ("a", ".", "a"), ("é", ".", "é"), ("-", ".", "-"), ("y/", ".", "y"),
      ("out/report", "out", "report"),
      ("out//report//", "out/", "report"), ("/", "/", "/"), ("/a", "/", "a"), ("///", "/", "/"),
      ("../a", "..", "a"), ("a/\u{301}b", "a", "\u{301}b"),
    ] as [(String, String, String)])
  func `a path has a directory and a name, however short`(
    path: String, directory: String, name: String
  ) throws {
    let path = try FilePath(path)
    #expect(path.directory.text == directory)
    #expect(path.name == name)
  }

  @Test func `a path is known without links and dots`() throws {
    let directory = try TemporaryDirectory()
    let file = try FilePath(try directory.file("a", ""))
    let roundabout = try FilePath(file.directory.appending(".").appending("a").text)
    #expect(roundabout.resolved == file.resolved)
    #expect(try FilePath("/proc/self/cwd").resolved == FilePath(".").resolved)
    let missing = try FilePath("nowhere/./a")
    #expect(missing.resolved == missing)
  }

  @Test func `no file has an empty name or one with a zero`() {
    #expect(throws: SystemError(code: 2)) { try FilePath("") }
    #expect(throws: SystemError(code: 22)) { try FilePath("a\0b") }
  }

  @Test func `text keeps every byte of a name`() throws {
    var random = SeededGenerator(seed: 12)
    // Bytes that form, cut and imitate UTF-8 sequences, and the private code points.
    let bytes: [UInt8] = [
      0x41, 0x2F, 0x80, 0xBF, 0xC3, 0xA9, 0xE2, 0x82, 0xAC, 0xF4, 0x8F, 0xBA, 0xBB, 0xED, 0xA0,
      0xFF,
    ]
    for _ in 0..<20_000 {
      let name = (0..<Int.random(in: 1...9, using: &random)).map { _ in
        bytes.randomElement(using: &random) ?? 0
      }
      let text = String(fileName: name)
      try #require(text.fileNameBytes == name, "\(name)")
      try #require(FilePath(text).terminated.dropLast().map { UInt8(bitPattern: $0) } == name)
    }
  }

  @Test func `text of UTF-8 is the text itself, other bytes are shown as numbers`() {
    #expect(String(fileName: Array("naïve 😀.txt".utf8)) == "naïve 😀.txt")
    let name = String(fileName: Array("caf".utf8) + [0xE9, 0xA0, 0x0A])
    #expect(escaped(name) == #"caf\xE9\xA0\u{a}"#)
    #expect(escaped(String(fileName: [0xF4, 0x8F, 0xBA, 0x80])) == #"\xF4\x8F\xBA\x80"#)
    #expect(escapedJSON(Array("\"\(name.dropLast())\"".utf8)) == Array(#""caf\\xE9\\xA0""#.utf8))
  }
}
