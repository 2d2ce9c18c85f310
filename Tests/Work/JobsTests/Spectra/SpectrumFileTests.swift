import Diagnostics
import Jobs
import Metrics
import TestSupport
import Testing

/// Lists that are published as counts.
@Suite struct SpectrumFileTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func read(_ text: String, tell: @escaping ProblemHandler = { _ in }) throws
    -> SpectrumFile
  {
    try SpectrumFile(directory.file("leak.txt", text), tell: tell)
  }

  @Test(arguments: [
    "120 3\n7 40\n1 900\n", "1,900\n7,40\n120,3",
    "occurrences\tpasswords\r\n120\t3\r\n7\t40\r\n1\t900\r\n",
    "  120   3  \n\n7: 40\n1; 900\n", "120 1\n7 40\n120 2\n1 900\n55 0\n",
    "\u{FEFF}120 3\n7 40\n1 900\n",
  ])
  func `lines of two numbers are a spectrum`(text: String) throws {
    let file = try read(text)
    #expect(file.name == "leak")
    #expect(file.spectrum == CountSpectrum([120: 3, 7: 40, 1: 900]))
  }

  @Test(arguments: [
    ("secret99\n", 1), ("120 3\nsecret99 hidden77\n", 2), ("120\n", 1), ("120 3 4\n", 1),
    ("0 5\n", 1), ("120 -3\n", 1),
    ("120 3.5\n", 1), ("1e3 5\n", 1), ("18446744073709551616 1\n", 1), ("a b\nc d\n", 2),
    ("\u{0}120 3\n", 1),
  ])
  func `another line is told by its number, without its text`(text: String, line: Int) {
    let found = problem { _ = try read(text) }
    #expect(found?.code == "no-spectrum" && found?.location?.position?.line == line)
    let message = found?.message ?? ""
    #expect(!message.contains("secret99") && !message.contains("hidden77"))
    #expect(message.contains("audit --distinct"))
  }

  @Test func `what no list can hold is refused`() throws {
    #expect(problem { _ = try read("") }?.code == "empty-spectrum")
    #expect(problem { _ = try read("5 0\n") }?.code == "empty-spectrum")
    #expect(problem { _ = try read("18446744073709551615 2\n") }?.code == "large-spectrum")
    #expect(problem { _ = try read("9007199254740992 1\n1 1\n") }?.code == "large-spectrum")
    #expect(
      problem { _ = try read("18446744073709551615 18446744073709551615\n") }?.code
        == "large-spectrum")
    #expect(try read("9007199254740992 1\n").spectrum.total == 1 << 53)
    #expect(problem { _ = try read(String(repeating: "1", count: 5000)) }?.code == "no-spectrum")
    try directory.file("other.txt", "5 3\n")
    #expect(
      problem { _ = try SpectrumFile(directory.path, tell: { _ in }) }?.code == "several-spectra")
  }

  /// Numbers that a sum of bytes must not turn into others.
  @Test(.firstFailureOnly, arguments: seeds(1, of: 16))
  func `arbitrary bytes are read or refused`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let bytes = Array("0123456789 ,;:\t\n\r#a\u{0}".utf8)
    for _ in 0..<50 {
      let text = (0..<Int.random(in: 0...200, using: &random)).map { _ in
        bytes.randomElement(using: &random) ?? 0
      }
      _ = try? read(String(decoding: text, as: UTF8.self))
    }
  }
}
