import Diagnostics
import Files
import Foundation
import TestSupport
import Testing

@Suite struct UnnamedFileTests {
  @Test func `written bytes are read back, and no file has a name`() throws {
    let directory = try TemporaryDirectory()
    let file = try UnnamedFile(in: directory.path)
    #expect(directory.names() == [])
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try unsafe bytes.withUnsafeBytes { try unsafe file.write($0, at: 12_345) }
    var back = [UInt8](repeating: 0, count: bytes.count)
    try unsafe back.withUnsafeMutableBytes { try unsafe file.read(into: $0, at: 12_345) }
    #expect(back == bytes)
    #expect(throws: SystemError(code: EIO)) {
      try unsafe back.withUnsafeMutableBytes { try unsafe file.read(into: $0, at: 12_346) }
    }
    try file.empty()
    #expect(throws: SystemError(code: EIO)) { try file.bytes(at: 0, count: 1) }
    try file.write([7], at: 0)
    #expect(try file.bytes(at: 0, count: 1) == [7])
  }

  @Test func `the file on disk reveals nothing of its content`() throws {
    let directory = try TemporaryDirectory()
    let file = try UnnamedFile(in: directory.path)
    let bytes = [UInt8](repeating: 0x41, count: 200_000)
    try file.write(bytes, at: 0)
    let descriptor = try #require(
      (0..<1024).first {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))?
          .hasPrefix(directory.path) == true
      })
    let held = try #require(FileManager.default.contents(atPath: "/proc/self/fd/\(descriptor)"))
    #expect(held.count == bytes.count)
    #expect(held.range(of: Data(repeating: 0x41, count: 4)) == nil)
    #expect(try file.bytes(at: 70_001, count: 70_000) == Array(bytes.prefix(70_000)))
  }

  @Test func `a directory that is not there is reported`() {
    #expect(throws: SystemError(code: ENOENT)) { _ = try UnnamedFile(in: "/no/such/place") }
  }
}
