import Diagnostics
import Files
import Foundation
import TestSupport
import Testing

@Suite struct ProvisionalFileTests {
  private func write(
    _ text: String, _ path: String, for readers: ProvisionalFile.Readers = .everyone
  ) throws {
    var file = try ProvisionalFile(path, for: readers)
    try file.write(Array(text.utf8))
    try file.publish(replacing: .anything)
  }

  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
  }

  @Test(arguments: ["a", "é", "-", "name", String(repeating: "n", count: 255)])
  func `a file has its name only when it is whole, and leaves nothing else`(name: String) throws {
    let directory = try TemporaryDirectory()
    let path = "\(directory.path)/\(name)"
    do {
      let file = try ProvisionalFile(path, for: .everyone)
      try file.write(Array("half".utf8))
      #expect(directory.names().count == 1 && !directory.names().contains(name))
    }
    #expect(directory.names() == [])
    try write("whole", path)
    #expect(directory.names() == [name])
    #expect(directory.text(name) == "whole")
    try write("again", path)
    #expect(directory.text(name) == "again")
  }

  @Test func `removal deletes a published file, and names a missing one`() throws {
    let directory = try TemporaryDirectory()
    let path = "\(directory.path)/é"
    try write("whole", path)
    let place = try FilePlace(path)
    try place.remove()
    #expect(directory.names() == [])
    #expect(throws: SystemError(code: ENOENT)) { try place.remove() }
    #expect(throws: SystemError(code: ENOENT)) { _ = try FilePlace("") }
  }

  @Test func `a name of one character works in the working directory, too`() throws {
    // Foundation's `deletingLastPathComponent` crashed the program here.
    let name = "é"
    try write("x", name)
    defer { try? FileManager.default.removeItem(atPath: name) }
    #expect(FileManager.default.fileExists(atPath: name))
  }

  @Test func `only the owner may read a file for the owner`() throws {
    let directory = try TemporaryDirectory()
    try write("x", directory.path + "/mine", for: .owner)
    #expect(try mode(directory.path + "/mine") == 0o600)
    try write("x", directory.path + "/all")
    #expect(try mode(directory.path + "/all") & 0o600 == 0o600)
  }

  @Test func `writes and cuts at any place work as in any file`() throws {
    let directory = try TemporaryDirectory()
    var file = try ProvisionalFile(directory.path + "/a", for: .everyone)
    try file.write(Array("world".utf8), at: 6)
    try file.write(Array("hello ".utf8), at: 0)
    try file.truncate(to: 8)
    try file.publish(replacing: .anything)
    #expect(directory.text("a") == "hello wo")
  }

  @Test func `a file that gets the name meanwhile is kept unless it may be replaced`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/a"
    func publish(_ replacing: Replaceable) throws(SystemError) {
      var file = try ProvisionalFile(path, for: .everyone)
      try file.write(Array("new".utf8))
      try file.publish(replacing: replacing)
    }
    _ = try directory.file("a", "precious")
    for replacing in [Replaceable.nothing, .files { _ in false }] {
      #expect(throws: SystemError(code: EEXIST)) { try publish(replacing) }
      #expect(directory.text("a") == "precious")
      #expect(directory.names() == ["a"])
    }
    try publish(
      .files {
        #expect((try? SmallFile.bytes(of: $0, atMost: 99)) == Array("precious".utf8))
        return true
      })
    #expect(directory.text("a") == "new")
    try FileManager.default.removeItem(atPath: path)
    for replacing in [Replaceable.nothing, .files { _ in false }] {
      try publish(replacing)
      #expect(directory.text("a") == "new")
      try FileManager.default.removeItem(atPath: path)
    }
  }

  @Test func `a planted link is not followed`() throws {
    let directory = try TemporaryDirectory()
    let victim = try directory.file("victim", "mine")
    let path = directory.path + "/out"
    for name in ["out.partial-\(getpid())", "out.partial-\(getpid())-1"] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(directory.path)/\(name)", withDestinationPath: victim)
    }
    try write("new", path)
    #expect(directory.text("victim") == "mine")
    #expect(directory.text("out") == "new")
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.type] as? FileAttributeType == .typeRegular)
  }

  @Test func `an abandoned file is removed, whichever process has its writer's number now`() throws
  {
    let directory = try TemporaryDirectory()
    // Process 1 and this process are alive, but neither has locked the file.
    for name in ["a.partial-1", "a.partial-\(getpid())", "a.partial-999999999-3"] {
      _ = try directory.file(name, "left")
    }
    let others = ["a.partial-", "a.partial-x", "ab.partial-1", "partial-1", "a.partial-1.txt"]
    for name in others { _ = try directory.file(name, "kept") }
    try write("x", directory.path + "/a")
    #expect(directory.names() == (others + ["a"]).sorted())
  }

  @Test func `a file that a process still writes stays`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/a"
    var first = try ProvisionalFile(path, for: .everyone)
    var second = try ProvisionalFile(path, for: .everyone)
    #expect(directory.names().count == 2)
    try first.write(Array("first".utf8))
    try second.write(Array("second".utf8))
    try second.publish(replacing: .anything)
    #expect(directory.text("a") == "second")
    try first.publish(replacing: .anything)
    #expect(directory.text("a") == "first")
    #expect(directory.names() == ["a"])
  }

  @Test(arguments: ["", "no/where", "file/a", "dir/", "dir/.", ".."])
  func `a directory that cannot be written is reported at once`(name: String) throws {
    let directory = try TemporaryDirectory()
    _ = try directory.file("file", "x")
    _ = try directory.file("dir/x", "x")
    #expect(throws: SystemError.self) {
      _ = try ProvisionalFile(name.isEmpty ? "" : "\(directory.path)/\(name)", for: .everyone)
    }
    #expect(directory.names() == ["dir", "file"])
  }

  @Test func `a name of any bytes is the file's name`() throws {
    let directory = try TemporaryDirectory()
    let name = String(fileName: [0x63, 0xE9, 0xFF])
    try write("x", "\(directory.path)/\(name)")
    guard let handle = unsafe opendir(directory.path) else { throw SystemError.last }
    defer { unsafe closedir(handle) }
    var names: [[UInt8]] = []
    while let entry = unsafe readdir(handle) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) {
        unsafe Array($0.prefix { $0 != 0 })
      }
      names.append(name)
    }
    #expect(names.contains([0x63, 0xE9, 0xFF]))
  }
}
