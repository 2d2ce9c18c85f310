import Auditing
import Diagnostics
import Foundation
import Jobs
import Metrics
import Overview
import Requests
import Tallies
import TestSupport
import Testing

@Suite struct TallyStoreTests {
  /// Records a list, and writes its tally.
  private func tally(in directory: TemporaryDirectory, distinct: Bool = false) throws -> String {
    let list = try directory.file("leak.txt", "password\nabc\nx9qvzt2k\nlmnk\n")
    var settings = try settings("", [list])
    settings.estimate = .zxcvbn
    settings.strength = StrengthSettings(referenceYear: 2019)
    if distinct {
      settings.distinct = CountingSettings(memory: 16 << 20, directory: directory.path)
    }
    let path = "\(directory.path)/leak.tally"
    var file = try TallyStore.begin(path)
    try TallyStore.write(try settings.prepareScan { _ in }.read(version: "1").recording, to: &file)
    return path
  }

  @Test func `a tally is written, recognised, read and described`() throws {
    let directory = try TemporaryDirectory()
    let path = try tally(in: directory)
    #expect(TallyStore.isTally(path))
    #expect(try TallyStore.read(path).entries == 4)
    let blocks = try TallyStore.description(of: path)
    #expect(blocks.map(\.title) == ["", "answers", "does not hold"])
    #expect(blocks[0].lines.first?.hasPrefix("4 passwords, ") == true)
    #expect(blocks[1].lines.count > 0 && blocks[2].lines.count > 0)
  }

  @Test func `a tally that states another size is refused before it is read`() throws {
    let directory = try TemporaryDirectory()
    let path = try tally(in: directory)
    let file = try FileHandle(forUpdating: URL(filePath: path))
    // Most of it is a hole, which takes no place on the disk.
    try file.truncate(atOffset: 900 << 20)
    #expect {
      try TallyStore.read(path)
    } throws: {
      ($0 as? any Diagnosable)?.message == """
        \(path): error: the tally is damaged: it has another size than it states
          Copy it again from where it was made, or scan the list again.
        """
    }
  }

  @Test(arguments: ["a b", "ä?x=1&#%41", ":memory:", "file:x"])
  func `a tally is read whatever its name`(name: String) throws {
    let directory = try TemporaryDirectory()
    let path = "\(directory.path)/\(name)"
    try FileManager.default.moveItem(atPath: try tally(in: directory), toPath: path)
    #expect(try TallyStore.read(path).entries == 4)
    #expect(try TallyStore.read(path.replacing("/tmp/", with: "//tmp//")).entries == 4)
  }

  @Test func `a file that gets the name meanwhile is kept, and no fingerprints appear`() throws {
    let directory = try TemporaryDirectory()
    let list = try directory.file("leak.txt", "password\nabc\n")
    var settings = try settings("", [list])
    settings.distinct = CountingSettings(memory: 16 << 20, directory: directory.path)
    settings.distinct?.fingerprints = FingerprintSettings(
      path: "\(directory.path)/prints", keyPath: "\(directory.path)/key")
    let path = "\(directory.path)/leak.tally"
    let scan = try settings.prepareScan { _ in }
    var file = try TallyStore.begin(path)
    let prints = try scan.fingerprintWriter()
    let recording = try scan.read(version: "1", writing: prints).recording
    _ = try directory.file("leak.tally", "precious")
    #expect {
      try TallyStore.write(recording, prints, to: &file)
    } throws: {
      ($0 as? any Diagnosable)?.found
        == "cannot write: a file that is not a tally is in the way"
    }
    #expect(directory.text("leak.tally") == "precious")
    #expect(!directory.names().contains("prints"))
  }

  @Test func `a tally answers with its own reference year, or says that it has another`() throws {
    let directory = try TemporaryDirectory()
    let path = try tally(in: directory, distinct: true)
    let recording = try TallyStore.read(path)
    var asked = try settings("minlength: 4;", [])
    asked.estimate = .zxcvbn
    #expect(throws: MissingFact.self) { try asked.findings(in: recording, of: path) { _ in } }
    let found = try asked.findings(in: recording, of: path, takingYear: true) { _ in }
    #expect(found.findings.entries == 4)

    var sweep = SweepSettings(
      lists: ListSettings(names: []), strength: StrengthSettings(referenceYear: 2026))
    sweep.grid = GridSettings(minLengths: [4], classes: [0])
    sweep.estimate = .zxcvbn
    #expect(throws: MissingFact.self) { try sweep.findings(in: recording, of: path) { _ in } }
    let cells = try sweep.findings(in: recording, of: path, takingYear: true) { _ in }
    #expect(cells.settings.strength.referenceYear == 2019)
    #expect(cells.shortfalls.isEmpty)
  }

  @Test func `a tally of before the combined estimate answers by zxcvbn unless that is asked for`()
    throws
  {
    let directory = try TemporaryDirectory()
    let path = try tally(in: directory, distinct: true)
    let recording = try TallyStore.read(path)
    var asked = try settings("minlength: 4;", []).takingYear(of: recording)
    asked.estimate = .combined
    #expect {
      try asked.findings(in: recording, of: path) { _ in }
    } throws: {
      ($0 as? any Diagnosable)?.found == "the tally does not record the combined estimate"
    }
    asked.takesRecordedEstimate = true
    let found = try asked.findings(in: recording, of: path) { _ in }
    let names = Set(found.findings.histograms().map(\.metric.name))
    #expect(names.contains("cracked_zxcvbn") && !names.contains("cracked"))

    var sweep = SweepSettings(
      lists: ListSettings(names: []), strength: StrengthSettings(referenceYear: 2019))
    #expect(throws: MissingFact.self) { try sweep.findings(in: recording, of: path) { _ in } }
    sweep.takesRecordedEstimate = true
    let cells = try sweep.findings(in: recording, of: path) { _ in }
    #expect(cells.guessing.whole.estimate == .zxcvbn)
  }

  @Test func `a comparison takes a tally or a report`() throws {
    let directory = try TemporaryDirectory()
    let path = try tally(in: directory)
    var asked = try settings("minlength: 4;", [])
    asked.estimate = .zxcvbn
    let record = try ReportStore.record(
      of: path, version: "1", takingYear: true, tell: { _ in }, { asked })
    #expect(record.isComplete)
    // A report is not asked, so it needs no settings.
    #expect(throws: ReportReadProblem.self) {
      try ReportStore.record(of: directory.path, version: "1", takingYear: true, tell: { _ in }) {
        throw ProblemsTold()
      }
    }
  }

  @Test func `one file with two names is the same`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.file("a/leak.tally", "")
    #expect(ReportStore.areSame(path, "\(directory.path)/a/../a/leak.tally"))
    #expect(!ReportStore.areSame(path, directory.path))
    #expect(ReportStore.areSame("none", "none") && !ReportStore.areSame("none", "nothing"))
  }
}
