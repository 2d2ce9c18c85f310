import Foundation
import TestSupport
import Testing

/// Runs that are killed at any moment, and simultaneous runs that write the same report: the
/// directory always holds the report of one run.
@Suite struct ReportSafetyTests {
  private static let rules = "--rules site.policy --no-blocklist --strength none -q"

  private func directory() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    _ = try directory.file("site.policy", "minlength: 8;")
    _ = try directory.file("list.txt", "Passw0rd\nhello\n")
    return directory
  }

  /// The datasets in the table, the page and the manifest; nil for a missing file.
  private func datasets(
    in directory: TemporaryDirectory
  ) throws -> (table: String?, page: String?, manifest: String?) {
    let row = directory.text("out/audit.csv")?.split(separator: "\n").dropFirst().first
    let table = row?.split(separator: ",").first.map(String.init)
    struct Manifest: Decodable { let dataset: String }
    let manifest = try directory.text("out/audit.json").map {
      try JSONDecoder().decode(Manifest.self, from: Data($0.utf8)).dataset
    }
    let title = directory.text("out/report.html")?.firstMatch(of: #/<title>.*?: (.*?)<\/title>/#)
    return (table, title.map { String($0.1) }, manifest)
  }

  @Test(arguments: [false, true])
  func `killed at any moment, runs leave the files of one run`(isShared: Bool) throws {
    let kills = isExhaustive ? 100 : 8
    let directory = try directory()
    if isShared { _ = try directory.file("out/thesis.tex", "mine") }
    var random = SeededGenerator(seed: 16)
    var (killed, previous) = (0, "")
    // The duration of a run; kills come around its end, when it publishes.
    let start = ContinuousClock.now
    let options = isShared ? "--force" : ""
    #expect(
      try Program.shell(
        "\"$audit\" \(Self.rules) \(options) --dataset first -o out list.txt", in: directory
      ).code == 0)
    let microseconds = Int((ContinuousClock.now - start) / .microseconds(1))
    for number in 0..<kills {
      let process = Program.start(
        "\(Self.rules) \(options) --dataset run-\(number) -o out list.txt".split(separator: " ")
          .map(String.init), in: directory)
      process.standardError = FileHandle.nullDevice
      try process.run()
      usleep(UInt32(Int.random(in: 0...(microseconds + 2_000), using: &random)))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      if process.terminationReason == .uncaughtSignal { killed += 1 }
      let (table, page, manifest) = try datasets(in: directory)
      // Among other files, the manifest is moved last, so it may be missing, but never another
      // run's.
      if isShared {
        try #require(
          manifest == nil || table == manifest && page == manifest, "seed 16, run \(number)")
        #expect(directory.text("out/thesis.tex") == "mine")
      } else {
        try #require(
          table != nil && table == manifest && page == manifest, "seed 16, run \(number)")
        try #require(
          directory.names(in: "out") == ["audit.csv", "audit.json", "report.html", "rules.csv"])
      }
      if let manifest { previous = manifest }
      let begun = (directory.names() + directory.names(in: "out")).filter {
        $0.contains(".partial-")
      }
      try #require(begun.count <= 1, "seed 16, run \(number): \(begun)")
    }
    #expect(killed * 10 > kills && !previous.isEmpty)
    #expect(
      try Program.shell(
        "\"$audit\" \(Self.rules) \(options) --dataset last -o out list.txt", in: directory
      ).code == 0)
    #expect(try datasets(in: directory) == ("last", "last", "last"))
    #expect(directory.names(in: "out").count == (isShared ? 5 : 4))
    #expect(!directory.names().contains { $0.contains(".partial-") })
  }

  @Test func `two runs that race leave the report of one`() throws {
    let directory = try directory()
    for race in 0..<(isExhaustive ? 50 : 4) {
      let runs = try ["a", "b"].map { name in
        let process = Program.start(
          "\(Self.rules) --dataset \(name)-\(race) -o out list.txt".split(separator: " ")
            .map(String.init), in: directory)
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
      }
      for run in runs {
        run.waitUntilExit()
        try #require(run.terminationStatus == 0)
      }
      let (table, page, manifest) = try datasets(in: directory)
      try #require(table != nil && table == manifest && page == manifest, "race \(race)")
      try #require(["a-\(race)", "b-\(race)"].contains(table))
      try #require(
        directory.names(in: "out") == ["audit.csv", "audit.json", "report.html", "rules.csv"])
      try #require(!directory.names().contains { $0.contains(".partial-") })
    }
  }

  @Test func `a report can be written where a directory cannot be exchanged`() throws {
    let directory = try directory()
    let options = "--rules ../site.policy --no-blocklist --strength none -q -o . ../list.txt"
    let run = try Program.shell(
      """
      mkdir out && cd out && "$audit" \(options) && "$audit" --split \(options) \
      && "$audit" \(options) && ls
      """, in: directory)
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.output == "audit.csv\naudit.json\nreport.html\nrules.csv\n")
  }

  private static let canMount: Bool = {
    guard let directory = try? TemporaryDirectory() else { return false }
    let run = try? Program.shell(
      "mkdir m n && unshare -m mount --bind n m", in: directory)
    return run?.code == 0
  }()

  @Test(.enabled(if: canMount, "needs the right to mount a file system"))
  func `a mount point takes a report, too`() throws {
    let directory = try directory()
    for mount in ["mount --bind n out", "mount -t tmpfs none out"] {
      let run = try Program.shell(
        """
        mkdir -p n out && unshare -m bash -c '\(mount) \
        && "$audit" \(Self.rules) -o out list.txt && "$audit" \(Self.rules) -o out list.txt \
        && ls out && ls'
        """, in: directory)
      #expect(run.code == 0, "\(run.errors)")
      #expect(
        run.output
          == "audit.csv\naudit.json\nreport.html\nrules.csv\nlist.txt\nn\nout\nsite.policy\n",
        "\(mount)")
    }
  }
}
