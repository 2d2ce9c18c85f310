import TestSupport
import Testing

/// A test, or a caller that decides by what a problem is, matches its code, so no two functions share one.
@Suite struct ProblemCodeTests {
  /// The codes of the problems that functions make, each at its file.
  private func made() throws -> [(code: String, path: String)] {
    try Repository.sources(below: "Sources").flatMap { path, text in
      text.matches(of: /\bProblem\(\s*"([^"]*)"/).map { (code: String($0.1), path: path) }
    }
  }

  @Test func `a code is of small letters, and of one problem`() throws {
    let codes = try made()
    #expect(codes.count > 250)
    for (code, path) in codes {
      #expect(code.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil, "\(code) in \(path)")
    }
    let repeated = Dictionary(grouping: codes, by: \.code).filter { $1.count > 1 }
    #expect(repeated.isEmpty, "\(repeated)")
  }

  @Test func `a code that is matched is one of a problem`() throws {
    let codes = Set(try made().map(\.code))
    var count = 0
    for directory in ["Sources/Base", "Sources/Lists", "Sources/Work/Jobs", "Sources/Programs"] {
      for (path, text) in try Repository.sources(below: directory) {
        for match in text.matches(of: /code [!=]= "([^"]*)"/) {
          #expect(codes.contains(String(match.1)), "\(match.1) in \(path)")
          count += 1
        }
      }
    }
    #expect(count > 3)
  }
}
