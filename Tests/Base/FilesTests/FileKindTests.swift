import Files
import Foundation
import TestSupport
import Testing

@Suite struct FileKindTests {
  @Test func `an occupant is recognized through links`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path
    _ = try directory.file("file", "x")
    for (name, end) in [("toFile", "file"), ("toNothing", "gone"), ("round", "round")] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(path)/\(name)", withDestinationPath: end)
    }
    let found = try ["gone", "file", ".", "toFile", "toNothing", "round"].map {
      try FileKind(of: "\(path)/\($0)")
    }
    #expect(found == [.nothing, .file, .directory, .file, .danglingLink, .danglingLink])
    #expect(try FileKind(of: "/dev/null") == .device)
  }
}
