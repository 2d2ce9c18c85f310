import Jobs
import TestSupport
import Testing

@Suite struct TableDirectoryTests {
  @Test func `a table and its page appear together`() throws {
    let directory = try TemporaryDirectory()
    var files = try TableDirectory(
      directory.path + "/sweep", table: "sweep.csv", page: "sweep.html", force: false)
    try files.publish(Array("a,b\n".utf8), page: Array("<p>".utf8))
    #expect(directory.names(in: "sweep") == ["sweep.csv", "sweep.html"])
    #expect(directory.text("sweep/sweep.csv") == "a,b\n")
    #expect(directory.text("sweep/sweep.html") == "<p>")
  }

  @Test func `without a name no table is made`() throws {
    var files = try TableDirectory(nil, table: "sweep.csv", page: "sweep.html", force: false)
    var isMade = false
    func page() -> [UInt8] {
      isMade = true
      return []
    }
    try files.publish([], page: page())
    #expect(!isMade)
  }
}
