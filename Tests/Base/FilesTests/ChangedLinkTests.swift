import Diagnostics
import Files
import Foundation
import Synchronization
import TestSupport
import Testing

/// Who changes a link or moves a directory between the look at an output and the write to it leads
/// no file elsewhere.
@Suite struct ChangedLinkTests {
  private let directory: TemporaryDirectory
  private let files = FileManager.default

  /// Two directories, of which `theirs` holds another's file, and a link `way` to `ours`.
  init() throws {
    directory = try TemporaryDirectory()
    for name in ["ours", "theirs"] {
      try files.createDirectory(
        atPath: "\(directory.path)/\(name)", withIntermediateDirectories: true)
    }
    for name in ["thesis", "last", "a"] { try directory.file("theirs/\(name)", "precious") }
    try link("way", to: "ours")
  }

  /// Makes a link, or replaces what has its name, in one step.
  private func link(_ name: String, to target: String) throws {
    let new = "\(directory.path)/\(name).new"
    try files.createSymbolicLink(atPath: new, withDestinationPath: target)
    // SAFETY: the paths are valid during the call.
    try #require(unsafe rename(new, "\(directory.path)/\(name)") == 0)
  }

  private func move(_ name: String, to other: String) throws {
    try files.moveItem(
      atPath: "\(directory.path)/\(name)", toPath: "\(directory.path)/\(other)")
  }

  private var areTheirsUntouched: Bool {
    directory.names(in: "theirs") == ["a", "last", "thesis"]
      && ["a", "last", "thesis"].allSatisfy { directory.text("theirs/\($0)") == "precious" }
  }

  private func staged(_ path: String, force: Bool = true) throws(Problem) -> StagedDirectory {
    try StagedDirectory(
      "\(directory.path)/\(path)", of: ["table", "last"], last: "last", force: force)
  }

  /// Publishes two files; `early` comes before they are written, `late` before they are published.
  private func publish(
    _ path: String, early: () throws -> Void = {}, late: () throws -> Void = {}
  ) throws -> Problem? {
    var staged = try staged(path)
    try early()
    for name in ["table", "last"] { try staged.write(name, Array("mine".utf8)) }
    try late()
    try staged.publish()
    return staged.elsewhere
  }

  @Test(arguments: [false, true], ["way", "way/out", "way/in/out"])
  func `files go where a link led at the beginning`(isLate: Bool, path: String) throws {
    let change = { try link("way", to: "theirs") }
    let elsewhere = try publish(
      path, early: isLate ? {} : change, late: isLate ? change : {})
    let real = path.replacing("way", with: "ours")
    #expect(directory.names(in: real) == ["last", "table"])
    #expect(areTheirsUntouched)
    let found = try #require(elsewhere)
    #expect(found.severity == .warning && found.location?.file == "\(directory.path)/\(path)")
    #expect(found.remedy == "The output is complete, in \(directory.path)/\(real).")
  }

  @Test(arguments: [false, true])
  func `a directory that gave way to a link, a file or another one has its files`(
    isLate: Bool
  ) throws {
    for (number, other) in ["link", "directory", "file"].enumerated() {
      let name = "out\(number)"
      let change = {
        try move(name, to: "moved\(number)")
        switch other {
        case "link": try link(name, to: "theirs")
        case "directory": _ = try directory.file("\(name)/thesis", "precious")
        default: _ = try directory.file(name, "precious")
        }
      }
      let elsewhere = try publish(name, early: isLate ? {} : change, late: isLate ? change : {})
      #expect(elsewhere != nil)
      #expect(directory.names(in: "moved\(number)") == ["last", "table"], "\(other)")
      #expect(areTheirsUntouched)
      if other == "directory" { #expect(directory.names(in: name) == ["thesis"]) }
      if other == "file" { #expect(directory.text(name) == "precious") }
    }
  }

  @Test func `a directory that was removed or moved is made anew, with its parents`() throws {
    for path in ["out", "deep/er/out"] {
      let top = path.split(separator: "/").map(String.init)[0]
      #expect(
        try publish(path, early: { try files.removeItem(atPath: "\(directory.path)/\(top)") })
          == nil)
      #expect(directory.names(in: path) == ["last", "table"])
    }
    #expect(try publish("out", early: { try move("out", to: "out-old") }) == nil)
    #expect(directory.names(in: "out") == ["last", "table"])
    #expect(directory.names(in: "out-old") == ["last", "table"])
  }

  @Test func `nothing is made anew behind a link, or beside files of others`() throws {
    let cases: [(path: String, change: () throws -> Void)] = [
      ("ours/new", { try files.removeItem(atPath: "\(directory.path)/ours") }),
      ("gone", { try files.removeItem(atPath: "\(directory.path)/gone") }),
    ]
    for (path, change) in cases {
      let top = path.split(separator: "/").map(String.init)[0]
      let code = thrownCode {
        _ = try publish(
          path,
          early: {
            try change()
            try link(top, to: "theirs")
          })
      }
      #expect(["unwritable-output", "occupied-directory", "foreign-directory"].contains(code))
      #expect(areTheirsUntouched)
    }
    let code = thrownCode {
      _ = try publish("late", late: { try files.removeItem(atPath: "\(directory.path)/late") })
    }
    #expect(code == "unwritable-output")
    #expect(directory.names().filter { $0.contains("partial") }.isEmpty)
  }

  @Test func `another place that is chosen at the end is one beside the first`() throws {
    var staged = try staged("way/out")
    for name in ["table", "last"] { try staged.write(name, Array("mine".utf8)) }
    let path = "\(directory.path)/way/out"
    var held: [String] = []
    try staged.publish { chosen, heldPath in
      held.append(heldPath)
      if chosen == path { try? link("way", to: "theirs") }
      return path + "-2"
    }
    #expect(directory.names(in: "ours/out") == [])
    #expect(directory.names(in: "ours/out-2") == ["last", "table"])
    #expect(areTheirsUntouched && held.count == 2 && staged.elsewhere != nil)
    // A link that has the name by then is not followed.
    var second = try self.staged("ours/out-2")
    for name in ["table", "last"] { try second.write(name, Array("mine".utf8)) }
    try link("ours/out-3", to: "../theirs")
    let code = thrownCode { try second.publish { _, _ in "\(directory.path)/ours/out-3" } }
    #expect(code == "unwritable-output")
    #expect(areTheirsUntouched)
  }

  @Test func `a file gets its name in the directory that was there at the beginning`() throws {
    let path = "\(directory.path)/way/a"
    var file = try ProvisionalFile(path, for: .owner)
    try file.write(Array("mine".utf8))
    try link("way", to: "theirs")
    try file.publish(replacing: .anything)
    #expect(directory.text("ours/a") == "mine" && directory.names(in: "ours") == ["a"])
    #expect(areTheirsUntouched)
    // What is withdrawn is this file, not one that has its name elsewhere.
    file.withdraw()
    #expect(directory.names(in: "ours") == [] && areTheirsUntouched)
    // A place may be opened long before the file is begun.
    try link("way", to: "ours")
    let place = try FilePlace(path)
    try link("way", to: "theirs")
    do { _ = try ProvisionalFile(place, for: .owner) }
    var later = try ProvisionalFile(place, for: .owner)
    try later.publish(replacing: .nothing)
    #expect(directory.names(in: "ours") == ["a"] && areTheirsUntouched)
    try place.remove()
    #expect(directory.names(in: "ours") == [] && areTheirsUntouched)
  }

  @Test func `a file of another that has the name by now is not withdrawn`() throws {
    var file = try ProvisionalFile("\(directory.path)/ours/a", for: .owner)
    file.withdraw()
    try file.publish(replacing: .nothing)
    try files.removeItem(atPath: "\(directory.path)/ours/a")
    try directory.file("ours/a", "precious")
    file.withdraw()
    #expect(directory.text("ours/a") == "precious")
  }

  @Test func `what may be replaced is asked of the file that would be replaced`() throws {
    try directory.file("ours/a", "replaceable")
    for (text, isReplaced) in [("replaceable", true), ("other", false)] {
      try link("way", to: "ours")
      try directory.file("ours/a", text)
      var file = try ProvisionalFile("\(directory.path)/way/a", for: .owner)
      try file.write(Array("mine".utf8))
      try link("way", to: "theirs")
      let isOurs = { (path: String) in
        (try? SmallFile.bytes(of: path, atMost: 99)) == Array("replaceable".utf8)
      }
      if isReplaced {
        try file.publish(replacing: .files(isOurs))
      } else {
        #expect(throws: SystemError(code: EEXIST)) { try file.publish(replacing: .files(isOurs)) }
      }
      #expect(directory.text("ours/a") == (isReplaced ? "mine" : text))
      #expect(areTheirsUntouched)
    }
  }

  @Test(arguments: [false, true])
  func `a link that gets the name of a file is replaced, or kept, but not followed`(
    replaces: Bool
  ) throws {
    let path = "\(directory.path)/a"
    var file = try ProvisionalFile(path, for: .owner)
    try file.write(Array("mine".utf8))
    try link("a", to: "theirs/a")
    if replaces {
      try file.publish(replacing: .anything)
    } else {
      #expect(throws: SystemError(code: EEXIST)) { try file.publish(replacing: .nothing) }
    }
    let type = try files.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    #expect(type == (replaces ? .typeRegular : .typeSymbolicLink))
    #expect(areTheirsUntouched)
  }

  @Test func `a file in the place of a device is not written to`() throws {
    #expect(throws: SystemError(code: EEXIST)) {
      _ = try DeviceFile("\(directory.path)/theirs/a")
    }
    try DeviceFile("/dev/null").write([1])
    #expect(areTheirsUntouched)
  }

  /// Changes a link as fast as it can while a body runs.
  private func whileFlipping(_ name: String, _ body: () throws -> Void) rethrows {
    let (stop, group) = (Flag(), DispatchGroup())
    let path = "\(directory.path)/\(name)"
    DispatchQueue.global().async(group: group) {
      var targets = ["theirs", "ours"]
      while !stop.isRaised {
        try? FileManager.default.createSymbolicLink(
          atPath: path + ".flip", withDestinationPath: targets[0])
        // SAFETY: the paths are valid during the call.
        _ = unsafe rename(path + ".flip", path)
        targets.swapAt(0, 1)
      }
    }
    defer {
      stop.raise()
      group.wait()
    }
    try body()
  }

  @Test func `while a link changes all the time, no file is led elsewhere`() throws {
    var (published, refused) = (0, 0)
    try whileFlipping("way") {
      for number in 0..<400 {
        // Refused without a change where the link led to the other's directory at the beginning.
        do {
          var staged = try staged("way", force: false)
          for name in ["table", "last"] { try staged.write(name, Array("\(number)".utf8)) }
          try staged.publish()
          try #require(directory.text("ours/last") == "\(number)")
          published += 1
        } catch let problem as Problem where problem.code == "foreign-directory" { refused += 1 }
        var file = try ProvisionalFile("\(directory.path)/way/b", for: .owner)
        try file.write(Array("\(number)".utf8))
        try file.publish(replacing: .files { (try? SmallFile.bytes(of: $0, atMost: 9)) != nil })
        for name in ["theirs/b", "ours/b"] {
          try? files.removeItem(atPath: "\(directory.path)/\(name)")
        }
        try #require(areTheirsUntouched, "after \(number)")
      }
    }
    #expect(published > 0 && refused > 0)
    #expect(directory.names(in: "ours") == ["last", "table"])
  }
}

/// A flag between threads.
private final class Flag: Sendable {
  private let value = Atomic<Bool>(false)
  var isRaised: Bool { value.load(ordering: .relaxed) }
  func raise() { value.store(true, ordering: .relaxed) }
}
