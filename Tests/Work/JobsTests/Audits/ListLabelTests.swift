import Auditing
import Jobs
import Reports
import TestSupport
import Testing

/// Names of blocklists in reports, where two lists are called the same.
@Suite struct ListLabelTests {
  /// The rows of these metrics, without the name of the list of passwords.
  private func rows(_ rules: String, _ files: [String], of metrics: [String]) throws -> [String] {
    let directory = try TemporaryDirectory()
    let leak = try directory.file("leak.txt", "dragon\nDragon\nmonkey\nabc\n")
    for (name, values) in [("here", "dragon\n"), ("there", "dragon\nmonkey\n")] {
      try directory.file("\(name)/refused.txt", values)
    }
    var settings = try settings(
      rules.replacing("there/", with: "\(directory.path)/there/"), [leak])
    settings.blocklists = BlocklistSettings(files: files.map { "\(directory.path)/\($0)" })
    let report = try settings.prepare(tell: { _ in }).run().report(version: "1")
    #expect(
      Set(report.manifest.blocklists.map(\.name.text)).count == report.manifest.blocklists.count)
    return String(decoding: HistogramTable(report).filled.bytes(), as: UTF8.self).split(
      separator: "\n"
    )
    .map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    .filter { metrics.contains(String($0[2])) }
    .map { "\($0[2]) \($0[3]): \($0[6])" }
  }

  @Test func `two lists of one name are told apart`() throws {
    let found = try rows(
      "minlength: 2; allowed: unicode;", ["here/refused.txt", "there/refused.txt"],
      of: ["blocklist", "blocklist_band"])
    #expect(
      found == [
        "blocklist refused: 1", "blocklist refused-2: 2", "blocklist none: 2",
        "blocklist_band refused+10: 1", "blocklist_band refused-2+10: 2",
      ])
  }

  @Test func `a list of a rule has another name than the run's`() throws {
    let found = try rows(
      "blocklist: \"there/refused.txt\" exact; blocklist: \"there/refused.txt\" fold; allowed: unicode;",
      ["here/refused.txt"], of: ["blocklist", "blocklist_band", "rule_list"])
    #expect(
      found == [
        "blocklist refused: 1", "blocklist none: 3",
        "blocklist_band refused+10: 1", "blocklist_band refused-2+10: 2",
        "blocklist_band refused (fold)+10: 3",
        "rule_list refused-2: 2", "rule_list refused (fold): 3",
      ])
  }
}
