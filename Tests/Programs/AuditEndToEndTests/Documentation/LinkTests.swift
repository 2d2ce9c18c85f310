import Foundation
import TestSupport
import Testing

/// Links between pages lead somewhere.
@Suite struct LinkTests {
  /// The prose of a page: without blocks and spans of code.
  private static func prose(of page: String) throws -> String {
    let text = try String(contentsOf: Repository.root.appending(path: page), encoding: .utf8)
    var isCode = false
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      if line.hasPrefix("```") { isCode.toggle() }
      return !isCode && !line.hasPrefix("    ")
    }
    return lines.joined(separator: "\n").replacing(#/`[^`\n]*`/#, with: "code")
  }

  /// The targets of a page's links, but those on the web.
  private static func links(of page: String) throws -> [String] {
    try prose(of: page).matches(of: #/\]\(([^)\s]+)\)/#).map { String($0.1) }
      .filter { !$0.contains("://") }
  }

  /// The anchors of a page's headings, as GitHub makes them.
  private static func anchors(of page: String) throws -> Set<String> {
    let text = try String(contentsOf: Repository.root.appending(path: page), encoding: .utf8)
    var (anchors, isCode) = (Set<String>(), false)
    for line in text.split(separator: "\n") {
      if line.hasPrefix("```") { isCode.toggle() }
      guard !isCode, let heading = line.firstMatch(of: #/^#{1,6} (.+)$/#) else { continue }
      let anchor = heading.1.lowercased().filter {
        $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_"
      }.replacing(" ", with: "-")
      let repeated = (1...).lazy.map { "\(anchor)-\($0)" }.first { !anchors.contains($0) }
      anchors.insert(anchors.contains(anchor) ? repeated ?? anchor : anchor)
    }
    return anchors
  }

  @Test func `every relative link of every page resolves, with its anchor`() throws {
    let pages = Repository.pages
    for expected in ["README.md", "CONTRIBUTING.md", "Documentation/report.md"] {
      #expect(pages.contains(expected))
    }
    var count = 0
    for page in pages {
      let directory = Repository.root.appending(path: page).deletingLastPathComponent()
      for link in try Self.links(of: page) {
        count += 1
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let target =
          parts[0].isEmpty
          ? Repository.root.appending(path: page)
          : directory.appending(path: String(parts[0])).standardizedFileURL
        guard FileManager.default.fileExists(atPath: target.path) else {
          Issue.record("\(page): \(link) leads nowhere")
          continue
        }
        guard parts.count > 1 else { continue }
        let prefix = Repository.root.standardizedFileURL.path + "/"
        let path = String(target.standardizedFileURL.path.dropFirst(prefix.count))
        #expect(try Self.anchors(of: path).contains(String(parts[1])), "\(page): \(link)")
      }
    }
    #expect(count > 60)
  }
}
