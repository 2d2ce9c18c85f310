import Diagnostics
import Files
import Foundation
import TestSupport
import Testing

@Suite struct StagedDirectoryTests {
  private static let names: Set<String> = ["table", "detail", "last"]

  /// Publishes a table and a last file with the same content.
  private func publish(
    _ text: String, _ path: String, files: [String] = ["table", "last"], force: Bool = false,
    before: () throws -> Void = {}, meanwhile: () throws -> Void = {}
  ) throws {
    var staged = try StagedDirectory(path, of: Self.names, last: "last", force: force)
    try before()
    for name in files { try staged.write(name, Array(text.utf8)) }
    try meanwhile()
    try staged.publish()
  }

  @Test func `files appear when all are written, and replace those of an earlier run`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/a/b/out"
    try publish("one", path, files: ["table", "detail", "last"]) {
      #expect(directory.names(in: "a/b/out").allSatisfy { $0.hasPrefix("staged.partial-") })
    }
    #expect(directory.names(in: "a/b/out") == ["detail", "last", "table"])
    try publish("two", path) {
      #expect(directory.text("a/b/out/table") == "one")
    }
    #expect(directory.names(in: "a/b/out") == ["last", "table"])
    #expect(directory.text("a/b/out/table") == "two")
    #expect(directory.names(in: "a/b") == ["out"])
  }

  @Test func `a file has all pieces in their order`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/out"
    var staged = try StagedDirectory(path, of: Self.names, last: "last")
    try staged.write("table", pieces: [Array("one,".utf8), [], Array("two".utf8)])
    try staged.write("detail", pieces: [])
    try staged.write("last", [])
    try staged.publish()
    #expect(directory.text("out/table") == "one,two")
    #expect(directory.text("out/detail") == "")
  }

  @Test func `an unpublished directory leaves no file`() throws {
    let directory = try TemporaryDirectory()
    for path in ["out", "there"] {
      _ = try directory.file("there/table", "old")
      var staged = try StagedDirectory("\(directory.path)/\(path)", of: Self.names, last: "last")
      try staged.write("table", [1])
      #expect(directory.names(in: path).contains { $0.hasPrefix("staged.partial-") })
    }
    #expect(directory.names() == ["there"])
    #expect(directory.names(in: "there") == ["table"])
    #expect(directory.text("there/table") == "old")
  }

  @Test(arguments: [false, true])
  func `the file that is last is removed first and moved last`(isShared: Bool) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/out"
    if isShared { _ = try directory.file("out/thesis", "mine") }
    try publish("one", path, files: ["table", "detail", "last"], force: true)
    let watch = try DirectoryWatch(path)
    try publish("two", path, files: ["last", "table"], force: true)
    let changes = watch.changes().filter(Self.names.contains)
    // Beside files of others, a file of that name may be theirs.
    #expect(changes == ["last", "table"] + (isShared ? [] : ["detail"]) + ["last"])
    #expect(directory.text("out/last") == "two")
  }

  @Test func `files of others stay, and are refused without force`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/out"
    _ = try directory.file("out/thesis", "mine")
    _ = try directory.file("out/detail", "mine too")
    #expect(throws: Problem.foreignDirectory(path, holding: "thesis")) { try publish("x", path) }
    #expect(directory.names(in: "out") == ["detail", "thesis"])
    for text in ["one", "two"] {
      try publish(text, path, force: true) {
        #expect(directory.names(in: "out").contains("thesis"))
      }
      #expect(directory.names(in: "out") == ["detail", "last", "table", "thesis"])
      #expect(directory.text("out/table") == text && directory.text("out/last") == text)
    }
    #expect(directory.text("out/thesis") == "mine" && directory.text("out/detail") == "mine too")
    #expect(directory.names() == ["out"])
  }

  @Test func `files that others add during the run stay`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/out"
    try publish("one", path)
    try publish("two", path) {
      _ = try directory.file("out/notes", "mine")
      _ = try directory.file("out/more/deep", "mine")
    }
    #expect(directory.names(in: "out") == ["last", "more", "notes", "table"])
    #expect(directory.text("out/more/deep") == "mine")
    #expect(directory.text("out/table") == "two")
    #expect(directory.names() == ["out"])
  }

  @Test func `publishing succeeds though others move, remove or fill the directory`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/out"
    let files = FileManager.default
    try publish("one", path) { try publish("two", path) }
    #expect(directory.text("out/table") == "one")
    try publish("three", path, before: { try files.removeItem(atPath: path) })
    #expect(directory.text("out/table") == "three")
    try publish("four", path, before: { try files.moveItem(atPath: path, toPath: path + "-old") })
    #expect(directory.text("out/table") == "four")
    #expect(directory.text("out-old/table") == "three")
    #expect(directory.names() == ["out", "out-old"])
    #expect(directory.names(in: "out-old") == ["last", "table"])
  }

  @Test func `the path may be chosen again when no other run publishes there`() throws {
    let directory = try TemporaryDirectory()
    var staged = try StagedDirectory(directory.path + "/out", of: Self.names, last: "last")
    for name in ["table", "last"] { try staged.write(name, [65]) }
    try publish("one", directory.path + "/out")
    var asked: [String] = []
    try staged.publish { path, heldPath in
      #expect(FileManager.default.fileExists(atPath: heldPath))
      asked.append(path)
      return directory.path + "/out-2"
    }
    #expect(asked == [directory.path + "/out", directory.path + "/out-2"])
    #expect(staged.path == directory.path + "/out-2")
    #expect(directory.text("out-2/table") == "A" && directory.text("out/table") == "one")
    #expect(directory.names(in: "out") == ["last", "table"])
  }

  @Test func `publishing keeps links to the directory, and its mode`() throws {
    let directory = try TemporaryDirectory()
    _ = try directory.file("real/last", "old")
    let link = directory.path + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "real")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o710], ofItemAtPath: directory.path + "/real")
    try publish("new", link)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "real")
    #expect(directory.text("real/table") == "new")
    let attributes = try FileManager.default.attributesOfItem(atPath: directory.path + "/real")
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o710)
    #expect(directory.names() == ["link", "real"])
  }

  @Test func `an error names the file in the way`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path
    _ = try directory.file("file", "x")
    try FileManager.default.createSymbolicLink(
      atPath: path + "/dangling", withDestinationPath: "gone")
    let cases: [(String, Problem)] = [
      ("\(path)/file", .occupiedDirectory("\(path)/file", by: .file)),
      ("\(path)/dangling", .occupiedDirectory("\(path)/dangling", by: .danglingLink)),
      ("/dev/null", .occupiedDirectory("/dev/null", by: .device)),
      ("\(path)/file/in", .unwritable("\(path)/file/in", SystemError(code: ENOTDIR))),
      ("", .unwritable("", SystemError(code: ENOENT))),
      ("/proc/none/out", .unwritable("/proc/none/out", SystemError(code: ENOENT))),
    ]
    for (path, problem) in cases {
      #expect(throws: problem) { try publish("x", path, force: true) }
    }
    // A directory with the name of one of the files belongs to somebody else.
    _ = try directory.file("out/table/x", "x")
    #expect(throws: Problem.foreignDirectory("\(path)/out", holding: "table")) {
      try publish("x", path + "/out")
    }
    #expect(
      thrownCode { try publish("x", path + "/out", force: true) } == "unwritable-output")
    #expect(directory.names(in: "out") == ["table"])
    #expect(directory.names() == ["dangling", "file", "out"])
  }

  @Test func `the next run removes files of killed runs, but none of another owner`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/out"
    _ = try directory.file("out/staged.partial-1/table", "old")
    _ = try directory.file("out/staged.partial-999999999-2/last", "old")
    _ = try directory.file("out/staged.partial-77/theirs", "theirs")
    _ = try directory.file("out/staged.partial-77/table", "old")
    _ = try directory.file("out/staged.partial-x/table", "kept")
    try publish("new", path, force: true)
    #expect(
      directory.names(in: "out") == ["last", "staged.partial-77", "staged.partial-x", "table"])
    #expect(directory.names(in: "out/staged.partial-77") == ["theirs"])
    #expect(directory.names(in: "out/staged.partial-x") == ["table"])
  }

  @Test(arguments: [false, true])
  func `many runs at once never mix their files`(isShared: Bool) async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/out"
    if isShared { _ = try directory.file("out/thesis", "mine") }
    await withTaskGroup { group in
      for run in 0..<8 {
        group.addTask {
          for round in 0..<25 {
            do { try self.publish("\(run) \(round)", path, force: true) } catch {
              Issue.record("\(error)")
            }
            // A reader that finds the same last file before and after has read one run's files.
            let (last, table) = (directory.text("out/last"), directory.text("out/table"))
            if let last, last == directory.text("out/last"), last != table {
              Issue.record("'\(last)' beside '\(table ?? "nothing")'")
            }
          }
        }
      }
    }
    #expect(directory.text("out/table") == directory.text("out/last"))
    #expect(
      directory.names(in: "out") == (isShared ? ["last", "table", "thesis"] : ["last", "table"]))
    #expect(directory.names() == ["out"])
  }
}

/// The order in which names of a directory are deleted and moved in.
private struct DirectoryWatch {
  private let events: FileHandle

  init(_ path: String) throws {
    let number = inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC))
    try #require(number >= 0)
    events = FileHandle(fileDescriptor: number, closeOnDealloc: true)
    let kinds = UInt32(IN_MOVED_TO | IN_DELETE)
    let added = unsafe inotify_add_watch(number, path, kinds)
    try #require(added >= 0)
  }

  /// The names so far, one for each change.
  func changes() -> [String] {
    var names: [String] = []
    var rest = [UInt8](events.availableData)[...]
    // Each event has 16 bytes, the last four of which are the length of the name that follows.
    while rest.count >= 16 {
      let length = rest.dropFirst(12).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      names.append(
        String(decoding: rest.dropFirst(16).prefix(length).prefix { $0 > 0 }, as: UTF8.self))
      rest = rest.dropFirst(16 + length)
    }
    return names
  }
}
