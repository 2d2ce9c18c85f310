import Blocklists
import Diagnostics
import Foundation
import Passwords
import TestSupport
import Testing

@Suite struct LostPagesTests {
  private let values = (0..<40_000).map { Array("value \($0)".utf8) }

  private func path(_ directory: TemporaryDirectory) -> String { "\(directory.path)/compiled" }

  /// Looks every value up, and returns the fault if the list changed meanwhile.
  private func fault(_ list: CompiledBlocklist, lookups: [[UInt8]]) throws -> Problem? {
    let set = try BlocklistSet(sources: [.compiled(list)])
    _ = try set.marks(lookups)
    for value in lookups.prefix(100) { _ = set.lists(holding: value.span) }
    return problem { try set.checkUnchanged() }
  }

  // A cut file of many pages used to end the program by SIGBUS.
  @Test(arguments: [0, 1, 4096, 8192, 100_000, 358_000])
  func `a file that is cut while it is mapped is an error and no crash`(byteCount: Int) throws {
    let directory = try TemporaryDirectory()
    let list = try compiled([values], in: directory)
    #expect(try fault(list, lookups: values) == nil)
    #expect(unsafe truncate(path(directory), byteCount) == 0)
    #expect(try fault(list, lookups: values) == CompiledFile.changed.of(path(directory)))
    #expect(thrownCode { try list.verify() } == "damaged-built-file")
  }

  @Test func `a file that is cut and made as long again is an error`() throws {
    let directory = try TemporaryDirectory()
    let list = try compiled([values], in: directory)
    #expect(unsafe truncate(path(directory), 4096) == 0)
    #expect(unsafe truncate(path(directory), list.header.fileByteCount) == 0)
    #expect(try fault(list, lookups: values) == CompiledFile.changed.of(path(directory)))
  }

  @Test func `a file that another list was copied over is an error`() throws {
    let directory = try TemporaryDirectory()
    let list = try compiled([values], in: directory)
    let other = try compiled([values.map { $0 + [33] }], in: directory, name: "other")
    #expect(other.header.fileByteCount == list.header.fileByteCount)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: other.path))
    let file = try #require(FileHandle(forUpdatingAtPath: list.path))
    try file.write(contentsOf: bytes)
    try file.close()
    #expect(try fault(list, lookups: values) == CompiledFile.changed.of(path(directory)))
  }

  @Test func `a file that was replaced, renamed, removed or only touched is whole`() throws {
    let directory = try TemporaryDirectory()
    let list = try compiled([values], in: directory)
    let now = try compiled([values.map { $0 + [33] }], in: directory)
    #expect(try fault(list, lookups: values) == nil)
    try FileManager.default.moveItem(atPath: now.path, toPath: now.path + "-renamed")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: now.path + "-renamed")
    #expect(try fault(now, lookups: values) == nil)
    try FileManager.default.removeItem(atPath: now.path + "-renamed")
    #expect(try fault(now, lookups: values) == nil)
  }

  @Test func `a fault outside the lists ends a program as before`() async {
    await #expect(processExitsWith: .signal(SIGBUS)) {
      let directory = try TemporaryDirectory()
      let list = try compiled([[Array("value".utf8)]], in: directory)
      let path = try directory.file("other", [UInt8](repeating: 1, count: 8192))
      let file = try #require(FileHandle(forUpdatingAtPath: path))
      let mapping = unsafe mmap(nil, 8192, PROT_READ, MAP_SHARED, file.fileDescriptor, 0)
      #expect(unsafe truncate(path, 0) == 0)
      let byte = unsafe mapping?.load(fromByteOffset: 4096, as: UInt8.self)
      print(list.name, byte ?? 0)
    }
  }

  @Test func `a run may open all its lists at once, and many more in turn`() throws {
    let directory = try TemporaryDirectory()
    let path = try compiled([values], in: directory).path
    for _ in 0..<100 {
      let lists = try (0..<32).map { try CompiledBlocklist(path: path, name: "\($0)") }
      #expect(lists.count == 32)
    }
  }
}
