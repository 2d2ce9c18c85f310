import Reports
import Tallies
import TestSupport
import Testing

/// The last line of each picture, which says what it is drawn from.
@Suite struct SourceLineTests {
  private func sources(lists: Int) throws -> [String] {
    var report = PageReport(hasSpace: false)
    report.sha256 = "0123456789abcdef"
    let base = try report.make()
    var second = base.manifest.inputs[0].record
    (second.name, second.sha256) = ("second.gz", "fedcba9876543210")
    let old = base.manifest
    let manifest = Manifest(
      version: old.version, dataset: old.dataset,
      inputs: old.inputs + (1..<lists).map { _ in Manifest.Input(nil, second) },
      policies: old.policies, blocklists: old.blocklists, readings: old.readings)
    let page = Page(Report(manifest, findings: base.findings, guessed: base.guessed))
    let tree = try #require(PageTree.parse(page.serialized()))
    return tree.all("svg").map { svg in
      svg.all("text").map(\.text).suffix(2).joined(separator: " ")
    }
  }

  @Test func `a picture of one list names its digest`() throws {
    let sources = try sources(lists: 1)
    #expect(sources.count > 4)
    for source in sources {
      #expect(source.contains("list · n 21 · audit 1 · list 01234567"), "\(source)")
      #expect(!source.contains(" lists"))
    }
  }

  @Test(arguments: [2, 3])
  func `a picture of several lists counts them, and names no digest`(lists: Int) throws {
    for source in try sources(lists: lists) {
      #expect(source.contains("audit 1 · \(lists) lists"), "\(source)")
      #expect(!source.contains("list 0") && !source.contains("list f"))
    }
  }
}
