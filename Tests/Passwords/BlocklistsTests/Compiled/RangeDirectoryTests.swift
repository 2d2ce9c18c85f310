import Blocklists
import Diagnostics
import TestSupport
import Testing

@Suite struct RangeDirectoryTests {
  @Test(arguments: [
    ("00000", true), ("0aF9c.txt", true), ("FFFFF", true), ("0000", false), ("000000", false),
    ("0000g", false), ("00000.TXT", false), (".txt", false), ("00000.txt.gz", false),
  ])
  func `a file named by five digits makes a directory of ranges`(name: String, isOne: Bool) throws {
    let directory = try TemporaryDirectory()
    #expect(!RangeDirectory.isRecognised(path: directory.path))
    _ = try directory.file(name, "")
    #expect(RangeDirectory.isRecognised(path: directory.path) == isOne)
    #expect(!RangeDirectory.isRecognised(path: "\(directory.path)/\(name)"))
  }

  @Test func `missing ranges are counted, and the first five named`() throws {
    let directory = try TemporaryDirectory()
    for name in ["00000", "00002.txt", "0000a", "list"] { _ = try directory.file(name, "") }
    let missing = problem { _ = try RangeDirectory(path: directory.path) }
    #expect(
      missing?.found
        == "1048573 of 1048576 range files are missing: 00001, 00003, 00004, 00005, 00006 …")
    let none = problem { _ = try RangeDirectory(path: "\(directory.path)/none") }
    #expect(none?.found.contains("no such file") == true)
  }
}
