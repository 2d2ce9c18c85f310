import Diagnostics
import Foundation
@_spi(Internal) import Passwords
import Tallies
import TestSupport
import Testing

/// The descriptors of this process that are open on files of a directory, also of files without a
/// name.
private func descriptors(in directory: TemporaryDirectory) -> [Int32] {
  (0..<1024 as Range<Int32>).filter {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))?
      .hasPrefix(directory.path) == true
  }
}

@Suite struct SpillFileTests {
  @Test func `the temporary file has no name and is its owner's alone`() throws {
    let directory = try TemporaryDirectory()
    let file = try SpillFile(in: directory.path)
    #expect(directory.names() == [])
    var modes: [UInt32] = []
    for descriptor in descriptors(in: directory) {
      var status = stat()
      _ = unsafe fstat(descriptor, &status)
      modes.append(status.st_mode & 0o7777)
      #expect(status.st_nlink == 0)
      #expect(fcntl(descriptor, F_GETFD) == FD_CLOEXEC)
    }
    #expect(modes == [0o600])
    #expect(file.byteCount == 0)
  }

  @Test func `the temporary file reveals nothing of its content`() throws {
    let directory = try TemporaryDirectory()
    let file = try SpillFile(in: directory.path)
    var numbers = SignatureNumbers()
    let word = UInt64(0x4141_4141_4141_4141)
    for index in 0..<2 * SignatureNumbers.heldCount {
      _ = try numbers.number(of: Signature(word, UInt64(index), word), spillingTo: file)
    }
    #expect(file.byteCount > 0)
    let descriptor = try #require(descriptors(in: directory).first)
    let bytes = try #require(
      FileManager.default.contents(atPath: "/proc/self/fd/\(descriptor)"))
    #expect(bytes.count == Int(file.byteCount))
    #expect(bytes.range(of: Data(repeating: 0x41, count: 8)) == nil)
  }

  @Test func `each worker has a file of its own as long as there are enough`() throws {
    let directory = try TemporaryDirectory()
    #expect(try SpillFile.several(2, in: directory.path).count == 2)
    #expect((1...100).contains(try SpillFile.several(100, in: directory.path).count))
  }

  @Test func `a directory that takes no file is reported at once`() throws {
    let directory = try TemporaryDirectory()
    let place = try directory.file("file", "")
    for (path, words) in [("\(directory.path)/none", "no such file"), (place, "not a directory")] {
      let problem = #expect(throws: GroupingProblem.self) { _ = try SpillFile(in: path) }
      #expect(
        problem?.message.hasPrefix("\(path): error: cannot make a temporary file: \(words)") == true
      )
    }
  }
}
