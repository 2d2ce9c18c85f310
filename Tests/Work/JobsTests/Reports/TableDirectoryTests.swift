import Foundation
import Jobs
import Reports
import TestSupport
import Testing

@Suite struct TableDirectoryTests {
  @Test func `a table and its page appear together`() throws {
    let directory = try TemporaryDirectory()
    var files = try TableDirectory(
      directory.path + "/sweep", table: "sweep.csv", page: "sweep.html", force: false)
    let listener = Listener()
    try files.publish(PresetTable.filled, page: Array("<p>".utf8), tell: listener.tell)
    #expect(listener.told.isEmpty)
    #expect(directory.names(in: "sweep") == ["datapackage.json", "sweep.csv", "sweep.html"])
    #expect(directory.text("sweep/sweep.csv")?.hasPrefix("id,title\n") == true)
    #expect(directory.text("sweep/datapackage.json")?.contains(#""path":"sweep.csv""#) == true)
    #expect(directory.text("sweep/sweep.html") == "<p>")
  }

  @Test func `without a name no table is made`() throws {
    var files = try TableDirectory(nil, table: "sweep.csv", page: "sweep.html", force: false)
    var isMade = false
    func page() -> [UInt8] {
      isMade = true
      return []
    }
    try files.publish(PresetTable.filled, page: page()) { _ in }
    #expect(!isMade)
  }

  @Test func `where the files are is told if the path leads elsewhere by then`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/sweep"
    var files = try TableDirectory(path, table: "sweep.csv", page: nil, force: false)
    try FileManager.default.moveItem(atPath: path, toPath: path + "-old")
    try directory.file("sweep/thesis", "mine")
    let listener = Listener()
    try files.publish(PresetTable.filled, page: [], tell: listener.tell)
    #expect(directory.names(in: "sweep") == ["thesis"])
    #expect(directory.names(in: "sweep-old") == ["datapackage.json", "sweep.csv"])
    #expect(
      listener.told == [
        "\(path): warning: the path leads elsewhere since the command began\n"
          + "  The output is complete, in \(path)-old."
      ])
  }
}
