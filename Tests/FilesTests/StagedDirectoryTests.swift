import Diagnostics
import Files
import Foundation
import TestSupport
import Testing

@Suite struct StagedDirectoryTests {
  private static let names: Set<String> = ["table", "detail", "seal"]

  /// Publishes a table and a seal with the same content.
  private func publish(
    _ text: String, _ path: String, files: [String] = ["table", "seal"], force: Bool = false,
    by exchange: Exchange = .atOnce, meanwhile: () throws -> Void = {}
  ) throws {
    var staged = try StagedDirectory(path, of: Self.names, seal: "seal", force: force)
    for name in files { try staged.write(name, Array(text.utf8)) }
    try meanwhile()
    try staged.publish(exchange)
  }

  @Test(arguments: [Exchange.atOnce, .inTwoSteps])
  func `a directory appears whole, and replaces an earlier one whole`(by exchange: Exchange) throws
  {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/a/b/out"
    try publish("one", path, files: ["table", "detail", "seal"], by: exchange) {
      #expect(!directory.names(in: "a/b").contains("out"))
    }
    #expect(directory.names(in: "a/b/out") == ["detail", "seal", "table"])
    try publish("two", path, by: exchange) {
      #expect(directory.text("a/b/out/table") == "one")
    }
    #expect(directory.names(in: "a/b/out") == ["seal", "table"])
    #expect(directory.text("a/b/out/table") == "two")
    #expect(directory.names(in: "a/b") == ["out"])
  }

  @Test func `a file has all pieces in their order`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/out"
    var staged = try StagedDirectory(path, of: Self.names, seal: "seal")
    try staged.write("table", pieces: [Array("one,".utf8), [], Array("two".utf8)])
    try staged.write("detail", pieces: [])
    try staged.write("seal", [])
    try staged.publish(.atOnce)
    #expect(directory.text("out/table") == "one,two")
    #expect(directory.text("out/detail") == "")
  }

  @Test func `an unpublished directory leaves no file`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/out"
    do {
      var staged = try StagedDirectory(path, of: Self.names, seal: "seal")
      try staged.write("table", [1])
      #expect(directory.names().count == 1)
    }
    #expect(directory.names() == [])
  }

  @Test func `beside other files the seal is removed first and written last`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/out"
    _ = try directory.file("out/thesis", "mine")
    try publish("one", path, files: ["table", "detail", "seal"], force: true)
    let watch = try DirectoryWatch(path)
    try publish("two", path, files: ["detail", "table", "seal"], force: true)
    let changes = watch.changes().filter(Self.names.contains)
    #expect(changes.count == 4)
    #expect(changes.first == "seal" && changes.last == "seal")
    #expect(directory.text("out/seal") == "two" && directory.text("out/thesis") == "mine")
  }

  @Test func `files of others stay, and are refused without force`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/out"
    _ = try directory.file("out/thesis", "mine")
    _ = try directory.file("out/detail", "mine too")
    #expect(throws: FileProblem.foreign(path: path, holding: "thesis")) { try publish("x", path) }
    #expect(directory.names(in: "out") == ["detail", "thesis"])
    for text in ["one", "two"] {
      try publish(text, path, force: true) {
        #expect(directory.names(in: "out").contains("thesis"))
      }
      #expect(directory.names(in: "out") == ["detail", "seal", "table", "thesis"])
      #expect(directory.text("out/table") == text && directory.text("out/seal") == text)
    }
    #expect(directory.text("out/thesis") == "mine" && directory.text("out/detail") == "mine too")
    #expect(directory.names() == ["out"])
  }

  @Test(arguments: [Exchange.atOnce, .inTwoSteps])
  func `files that others add during the run stay`(by exchange: Exchange) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/out"
    try publish("one", path)
    try publish("two", path, by: exchange) {
      _ = try directory.file("out/notes", "mine")
      _ = try directory.file("out/more/deep", "mine")
    }
    #expect(directory.names(in: "out") == ["more", "notes", "seal", "table"])
    #expect(directory.text("out/more/deep") == "mine")
    #expect(directory.text("out/table") == "two")
    #expect(directory.names() == ["out"])
  }

  @Test func `publishing succeeds though another run makes or removes the directory`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/out"
    try publish("one", path) { try publish("two", path) }
    #expect(directory.text("out/table") == "one")
    try publish("three", path) { try FileManager.default.removeItem(atPath: path) }
    #expect(directory.text("out/table") == "three")
    #expect(directory.names() == ["out"])
  }

  @Test func `publishing keeps links to the directory, and its mode`() throws {
    let directory = try TemporaryDirectory()
    _ = try directory.file("real/seal", "old")
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
    let cases: [(String, FileProblem)] = [
      ("\(path)/file", .occupied(path: "\(path)/file", by: .file)),
      ("\(path)/dangling", .occupied(path: "\(path)/dangling", by: .danglingLink)),
      ("/dev/null", .occupied(path: "/dev/null", by: .device)),
      ("\(path)/file/in", .refused(path: "\(path)/file/in", SystemError(code: ENOTDIR))),
      ("", .refused(path: "", SystemError(code: ENOENT))),
      ("/proc/none/out", .refused(path: "/proc/none/out", SystemError(code: ENOENT))),
    ]
    for (path, problem) in cases {
      #expect(throws: problem) { try publish("x", path, force: true) }
    }
    // A directory with the name of one of the files belongs to somebody else.
    _ = try directory.file("out/table/x", "x")
    #expect(throws: FileProblem.foreign(path: "\(path)/out", holding: "table")) {
      try publish("x", path + "/out")
    }
    #expect(throws: FileProblem.self) { try publish("x", path + "/out", force: true) }
    #expect(directory.names(in: "out") == ["table"])
    #expect(directory.names() == ["dangling", "file", "out"])
  }

  @Test func `the next run removes files of killed runs, but none of another owner`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/out"
    _ = try directory.file("out.partial-1/table", "old")
    _ = try directory.file("out.partial-999999999-2/seal", "old")
    _ = try directory.file("out.partial-77/theirs", "theirs")
    _ = try directory.file("out.partial-x/table", "kept")
    _ = try directory.file("out2.partial-1/table", "kept")
    _ = try directory.file("out/staged.partial-1/table", "old")
    try publish("new", path, force: true)
    #expect(directory.names() == ["out", "out.partial-x", "out2.partial-1"])
    #expect(directory.names(in: "out") == ["seal", "table", "theirs"])
  }

  @Test func `the next run repairs a directory left between two renames`() throws {
    let directory = try TemporaryDirectory()
    // Neither has the name: the earlier directory has given way, the new one has not moved yet.
    _ = try directory.file("out.partial-999999999-0/table", "old")
    _ = try directory.file("out.partial-999999999-0/seal", "old")
    _ = try directory.file("out.partial-999999999/table", "new")
    let staged = try StagedDirectory(directory.path + "/out", of: Self.names, seal: "seal")
    #expect(directory.text("out/seal") == "old" && directory.text("out/table") == "old")
    #expect(directory.names().count == 2)
    _ = consume staged
    #expect(directory.names() == ["out"])
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
            // Once there is a report, readers find one at every moment.
            if !isShared, directory.text("out/table") == nil { Issue.record("no table") }
          }
        }
      }
    }
    #expect(directory.text("out/table") == directory.text("out/seal"))
    #expect(
      directory.names(in: "out") == (isShared ? ["seal", "table", "thesis"] : ["seal", "table"]))
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
