import Jobs
import Reports
import TestSupport
import Testing

/// What a run over one directory of lists is called.
@Suite struct ListNameTests {
  @Test(arguments: [
    ("stash", "stash"), ("stash/", "stash"), ("stash/.", "stash"), ("stash/sub/..", "stash"),
    (".hidden", "lists"), ("stash/sub", "sub"),
  ])
  func `a directory gives its own name, and a hidden one none`(path: String, name: String) throws {
    let directory = try TemporaryDirectory()
    for folder in ["stash/sub", "stash", ".hidden"] {
      for file in ["a.txt", "b.txt"] {
        try directory.file("\(folder)/\(file)", "\(folder) \(file)\n")
      }
    }
    let settings = try settings("minlength: 2;", ["\(directory.path)/\(path)"])
    let report = try settings.prepare { _ in }.run().report(version: "1")
    #expect(report.manifest.dataset == name)
  }
}
