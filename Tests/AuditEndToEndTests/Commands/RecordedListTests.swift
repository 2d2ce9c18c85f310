import Foundation
import TestSupport
import Testing

/// Reports without the files of blocklists: on another machine, or later.
@Suite struct RecordedListTests {
  /// All kinds of list that reports describe: text, packed, with counts, compiled, terms.
  private static let lists: [(name: String, options: [String])] = [
    ("refused.txt", []), ("refused.txt", ["--blocklist-match", "fold"]),
    ("refused.txt", ["--blocklist-match", "exact", "--blocklist-match", "substring:4"]),
    ("refused.txt", ["--blocklist-match", "entra-like"]),
    ("refused.txt", ["--blocklist-match", "entra-like", "--context", "acme"]),
    ("refused.txt.gz", []), ("refused.counted", ["--blocklist-form", "counted"]),
    ("refused.blocklist", []), ("refused.sha1", ["--blocklist-form", "sha1"]),
  ]

  private func files(in directory: TemporaryDirectory) throws {
    let values = ["password", "letmein1", "qwerty12", "dragonfly"]
    _ = try directory.file("refused.txt", values.joined(separator: "\n") + "\n")
    _ = try directory.file("refused.counted", values.map { "    7 \($0)\n" }.joined())
    // The digest of 'password'.
    _ = try directory.file("refused.sha1", "5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8:9\n")
    _ = try directory.file(
      "list.txt", "password\nPassword\nxxpasswordxx\nletmein1\nLetmein1\nacme1\nsunshine9!\n")
    let packing = Process()
    packing.executableURL = URL(filePath: "/usr/bin/env")
    packing.arguments = ["gzip", "-k", "\(directory.path)/refused.txt"]
    try packing.run()
    packing.waitUntilExit()
    #expect(
      try Program.run(
        ["blocklist", "build", "refused.txt", "-o", "refused.blocklist"], in: directory
      ).code == 0)
  }

  private func expectEqualReports(
    in directory: TemporaryDirectory, _ message: String
  ) {
    let names = directory.names(in: "run")
    #expect(directory.names(in: "report") == names && names.count > 1, "\(message)")
    for name in names {
      let isEqual = directory.text("run/\(name)") == directory.text("report/\(name)")
      #expect(isEqual, "\(name), \(message)")
    }
  }

  @Test(arguments: Self.lists.indices)
  func `a report needs no file of a blocklist that was recorded`(number: Int) throws {
    let (name, more) = Self.lists[number]
    let directory = try TemporaryDirectory()
    try files(in: directory)
    let options =
      ["--blocklist", name, "--strength", "none", "--reference-year", "2026"] + more
    let scan = try Program.run(["scan", "-o", "x.tally"] + options + ["list.txt"], in: directory)
    #expect(scan.code == 0, "\(scan.errors)")
    let run = try Program.run(
      ["run", "-q", "-o", "run"] + options + ["list.txt"], in: directory)
    #expect(run.code == 0, "\(run.errors)")
    #expect(directory.text("run/audit.csv")?.contains(",blocklist,") == true)
    for file in [
      "refused.txt", "refused.txt.gz", "refused.counted", "refused.blocklist", "list.txt",
    ]
      + ["refused.sha1"]
    {
      try FileManager.default.removeItem(atPath: "\(directory.path)/\(file)")
    }
    let report = try Program.run(
      ["report", "-q", "-o", "report"] + options + ["x.tally"], in: directory)
    #expect(report.code == 0, "\(report.errors)")
    expectEqualReports(in: directory, "\(options)")
  }

  @Test func `a report needs no file that a policy names`() throws {
    let directory = try TemporaryDirectory()
    try files(in: directory)
    _ = try directory.file(
      "site.policy",
      """
      [one]
      minlength: 6; blocklist: "refused.txt" exact;
      [two]
      minlength: 6; blocklist: "refused.txt" fold;
      """)
    let options = ["--rules", "site.policy", "--strength", "none", "-q"]
    let scan = try Program.run(
      ["scan", "--for", "site.policy", "--strength", "none", "-o", "x.tally", "list.txt"],
      in: directory)
    #expect(scan.code == 0, "\(scan.errors)")
    #expect(
      try Program.run(["run", "-o", "run"] + options + ["list.txt"], in: directory).code == 0)
    try FileManager.default.removeItem(atPath: "\(directory.path)/refused.txt")
    let report = try Program.run(
      ["report", "-o", "report"] + options + ["x.tally"], in: directory)
    #expect(report.code == 0, "\(report.errors)")
    expectEqualReports(in: directory, "a policy")
  }

  @Test func `a blocklist that was not recorded needs its file`() throws {
    let directory = try TemporaryDirectory()
    try files(in: directory)
    let options = ["--strength", "none", "--blocklist"]
    let match = ["--blocklist-match", "entra-like", "--context"]
    #expect(
      try Program.run(
        ["scan", "-o", "x.tally"] + options + ["refused.txt"] + match + ["acme", "list.txt"],
        in: directory
      ).code == 0)
    try FileManager.default.removeItem(atPath: "\(directory.path)/refused.txt")
    for (name, more) in [
      ("other.txt", match + ["acme"]), ("refused.txt", match + ["else"]),
      ("refused.txt", ["--blocklist-match", "leet"]),
    ] {
      let report = try Program.run(
        ["report", "-q", "-o", "r"] + options + [name] + more + ["x.tally"], in: directory)
      #expect(report.code == 2 && report.errors.contains("\(name): error: "), "\(report.errors)")
      #expect(!directory.names().contains("r"))
    }
  }
}
