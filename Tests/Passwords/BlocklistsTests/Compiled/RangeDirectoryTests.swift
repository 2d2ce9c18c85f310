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

  /// A directory of the first ranges, each with some lines.
  private func ranges(_ files: [String]) throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    for (number, text) in files.enumerated() {
      _ = try directory.file("000\(number < 16 ? "0" : "")" + String(number, radix: 16), text)
    }
    return directory
  }

  /// The rest of a hash that begins with some digits, with a count.
  private func line(_ head: String, _ count: Int, digits: Int = 35) -> String {
    head + String(repeating: "0", count: digits - head.count) + ":\(count)\n"
  }

  /// All values of the first ranges, how many files were read, and what is wrong with them.
  private func values(
    _ files: [String], stoppedAfter last: Int = .max
  ) throws -> (values: [UInt64: UInt64], done: [Int], problem: Problem?, form: ListForm) {
    let directory = try ranges(files)
    let ranges = try RangeDirectory(path: directory.path, prefixes: files.count)
    var (values, done) = ([UInt64: UInt64](), [Int]())
    let problem = ranges.forEach {
      values[$0] = $1
    } afterFile: {
      done.append($0)
      return $0 < last
    }
    return (values, done, problem, ranges.form)
  }

  @Test(arguments: [(35, ListForm.sha1), (27, .ntlm)])
  func `a value is the range's five digits and eleven of its line`(
    digits: Int, form: ListForm
  ) throws {
    let files = [
      line("0123456789AB", 7, digits: digits),
      "\r\n" + line("89abcdef01234", 1, digits: digits) + "\n"
        + line("F", 2, digits: digits).dropLast()
        + "\r\n",
      line("FFFFFFFFFFF", 3, digits: digits),
    ]
    let found = try values(files)
    #expect(found.problem == nil && found.form == form && found.done == [1, 2, 3])
    #expect(
      found.values == [
        0x0_0123_4567_89A: 7, 0x1_89AB_CDEF_012: 1, 0x1_F000_0000_000: 2, 0x2_FFFF_FFFF_FFF: 3,
      ])
    #expect(try values(files, stoppedAfter: 2).done == [1, 2])
  }

  @Test func `lines are in order but for padding, which has a count of 0`() throws {
    for (texts, wrong) in [
      ([line("1", 1), line("2", 1)], nil), ([line("2", 1), line("1", 1)], 2),
      ([line("1", 1), line("1", 1)], 2), ([line("2", 1), line("1", 0), line("3", 1)], nil),
      ([line("2", 1), line("9", 0), line("1", 1)], 3), ([line("a", 1), line("B", 1)], nil),
      ([line("B", 1), line("a", 1)], 2), ([line("12", 1), line("13", 1), line("129", 1)], 3),
    ] as [([String], Int?)] {
      let problem = try values([texts.joined()]).problem
      #expect(problem?.location?.position?.line == wrong, "\(texts)")
      #expect(problem == nil || problem?.code == "unordered-range")
    }
  }

  @Test func `a line that is no rest of a hash and a count is told by its number`() throws {
    let sound = line("1", 1)
    for wrong in [
      "x\n", line("2", 1, digits: 34), line("2", 1, digits: 36), line("2", 1, digits: 27),
      line("g", 1), line("22222222222222g", 1), line("2", 1).dropLast(2) + "\n",
      line("2", 1).dropLast() + "x\n", line("2", 1).replacing(":", with: ";"), ":1\n",
    ] {
      let found = try values([sound, sound + wrong + sound]).problem
      #expect(found?.code == "malformed-range" && found?.location?.position?.line == 2, "\(wrong)")
      #expect(found?.location?.file.hasSuffix("/00001") == true)
      let directory = try ranges([wrong])
      let first = problem { _ = try RangeDirectory(path: directory.path, prefixes: 1) }
      #expect(first == nil || first?.location?.position?.line == 1)
    }
    let directory = try ranges(["", line("2", 1, digits: 34)])
    let first = problem { _ = try RangeDirectory(path: directory.path, prefixes: 2) }
    #expect(first?.code == "malformed-range" && first?.location?.position?.line == 1)
    #expect(first?.location?.file.hasSuffix("/00001") == true)
  }

  @Test(arguments: [29, 30])
  func `an empty range is damage where there are thirty values a file`(average: Int) throws {
    func full(_ count: Int) -> String {
      (0..<count).map { line(String($0 + 256, radix: 16), 1) }.joined()
    }
    let found = try values([full(4 * average - 5), "\n\r\n", full(5), ""])
    #expect(found.values.count == 4 * average)
    #expect(
      found.problem?.found == (average < 30 ? nil : "the first of 2 range files without a line"))
    let one = try values([full(2 * average), ""]).problem
    #expect(one?.found == (average < 30 ? nil : "range file without a line"))
    #expect(one == nil || one?.location?.file.hasSuffix("/00001") == true)
  }

  @Test func `a directory of empty ranges is refused`() throws {
    let directory = try ranges(["", "\n", "\r\n"])
    let found = problem { _ = try RangeDirectory(path: directory.path, prefixes: 3) }
    #expect(found?.found == "the first of 3 range files without a line")
    #expect(found?.location?.file.hasSuffix("/00000") == true)
    #expect(
      problem { _ = try RangeDirectory(path: directory.path, prefixes: 4) }?.found
        == "1 of 4 range files are missing: 00003")
  }
}
