import Diagnostics
import Foundation
import Intake
import TestSupport
import Testing

@Suite struct ListInputTests {
  private let scratch: TemporaryDirectory

  init() throws { scratch = try TemporaryDirectory() }

  @Test func `files, directories and standard input come in the order of the arguments`() throws {
    let plain = try scratch.file("plain.txt", [0x61, 0x0A])
    _ = try scratch.file("lists/b", [])
    _ = try scratch.file("lists/a", [1, 2, 3])
    let arguments = [plain, "-", "\(scratch.path)/lists", plain]
    let (inputs, problems) = ListInput.resolve(arguments)
    #expect(problems.isEmpty)
    #expect(
      inputs.map(\.name) == [
        plain, "<stdin>", "\(scratch.path)/lists/a", "\(scratch.path)/lists/b", plain,
      ])
    #expect(inputs[2].byteCount == 3 && inputs[3].byteCount == 0)
  }

  @Test func `a directory's lists are sorted by the bytes of their paths`() throws {
    for name in ["d/z", "d-e", "d/a/b", "B", "a", "é", "d.x", "d/a.b", "10", "9"] {
      _ = try scratch.file(name, [])
    }
    let (inputs, problems) = ListInput.resolve([scratch.path])
    #expect(problems.isEmpty)
    let names = inputs.map { String($0.name.dropFirst(scratch.path.count + 1)) }
    #expect(names == ["10", "9", "B", "a", "d-e", "d.x", "d/a.b", "d/a/b", "d/z", "é"])
    let (again, _) = ListInput.resolve([scratch.path + "/"])
    #expect(again.map(\.name) == inputs.map(\.name))
  }

  @Test func `hidden entries of a directory are skipped unless they are named`() throws {
    let hidden = try scratch.file(".hidden", [])
    _ = try scratch.file(".git/list", [])
    _ = try scratch.file("seen", [])
    #expect(ListInput.resolve([scratch.path]).inputs.map(\.name) == ["\(scratch.path)/seen"])
    #expect(ListInput.resolve([hidden]).inputs.map(\.name) == [hidden])
  }

  @Test func `links to files are followed, links to directories inside one are not`() throws {
    let file = try scratch.file("elsewhere/list", [0x61])
    let lists = "\(scratch.path)/lists"
    _ = try scratch.file("lists/own", [])
    try link("\(lists)/to-file", to: file)
    try link("\(lists)/to-itself", to: lists)
    try link("\(lists)/to-nothing", to: "\(scratch.path)/nothing")
    let (inputs, problems) = ListInput.resolve([lists])
    #expect(inputs.map(\.name) == ["\(lists)/own", "\(lists)/to-file"])
    #expect(
      problems == [
        .skipped(path: "\(lists)/to-itself", .linkToDirectory),
        .unreadable(list: "\(lists)/to-nothing", SystemError(code: ENOENT)),
      ])
    #expect(ListInput.resolve(["\(lists)/to-itself"]).inputs.count == 2)
  }

  @Test func `a FIFO in a directory is skipped, a named one is read`() throws {
    let fifo = try scratch.fifo()
    let (none, problems) = ListInput.resolve([scratch.path])
    #expect(none.isEmpty && problems == [.skipped(path: fifo, .notAFile)])
    let (inputs, _) = ListInput.resolve([fifo])
    #expect(inputs.map(\.name) == [fifo] && inputs.first?.byteCount == nil)
    #expect(ListInput.totalByteCount(of: inputs) == nil)
  }

  @Test func `names that are not UTF-8 are opened by their bytes`() throws {
    try scratch.file(name: [-1, -2], Array("x\n".utf8))
    let (inputs, problems) = ListInput.resolve([scratch.path])
    let name = "/\u{10FEFF}\u{10FEFE}"
    #expect(problems.isEmpty && inputs.map(\.name) == [scratch.path + name])
    #expect(name.fileNameBytes == [0x2F, 0xFF, 0xFE])
    #expect(inputs.map { Reading($0).lines } == [[[0x78]]])
  }

  @Test func `an argument that cannot be read is a problem, and the others are read`() throws {
    let file = try scratch.file("list", [])
    let empty = "\(scratch.path)/empty"
    try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
    let long = String(repeating: "x", count: 300)
    let (inputs, problems) = ListInput.resolve([
      "\(scratch.path)/none", "\(file)/below", "", long, "a\0b", empty, file, "-", "-",
    ])
    #expect(inputs.map(\.name) == [file, "<stdin>"])
    #expect(
      problems == [
        .unreadable(list: "\(scratch.path)/none", SystemError(code: ENOENT)),
        .unreadable(list: "\(file)/below", SystemError(code: ENOTDIR)),
        .unreadable(list: "", SystemError(code: ENOENT)),
        .unreadable(list: long, SystemError(code: ENAMETOOLONG)),
        .unreadable(list: "a\0b", SystemError(code: EINVAL)),
        .noLists(directory: empty),
        .standardInputTwice,
      ])
  }

  @Test(.needsOrdinaryUser)
  func `a file or directory without the right to read it is a problem`() throws {
    let file = try scratch.file("lists/list", [])
    _ = try scratch.file("lists/closed/list", [])
    let closed = "\(scratch.path)/lists/closed"
    try setMode(0, of: file)
    try setMode(0, of: closed)
    defer { try? setMode(0o700, of: closed) }
    let (inputs, problems) = ListInput.resolve(["\(scratch.path)/lists"])
    #expect(inputs.isEmpty)
    #expect(
      problems == [
        .unreadable(list: closed, SystemError(code: EACCES)),
        .unreadable(list: file, SystemError(code: EACCES)),
      ])
  }

  private func setMode(_ mode: Int, of path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  private func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
  }
}
