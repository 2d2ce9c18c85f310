import Foundation
import TestSupport
import Testing

/// Tests over seeds stop at the first one that fails.
@Suite struct SeedTests {
  @Test func `tests that take seeds as arguments leave out the rest after a failure`() throws {
    var found = 0
    for (path, text) in try Repository.testSources() {
      for part in text.components(separatedBy: "@Test").dropFirst() {
        let halves = part.components(separatedBy: "func ")
        guard halves.count > 1, halves[0].contains("arguments:") else { continue }
        let parameters = halves[1].components(separatedBy: "{")[0]
        guard halves[0].contains("seeds(") || parameters.contains("seed: ") else { continue }
        found += 1
        #expect(halves[0].contains(".firstFailureOnly"), "\(path): \(parameters)")
      }
    }
    #expect(found > 60)
  }

  @Test func `loops over seeds require their conditions`() throws {
    var found = 0
    for (path, text) in try Repository.testSources() {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      for (number, line) in lines.enumerated() {
        let indentation = line.prefix { $0 == " " }
        guard line.dropFirst(indentation.count).hasPrefix("for seed in ") else { continue }
        let body = lines[(number + 1)...].prefix { $0 != indentation + "}" }
        found += 1
        #expect(!body.contains { $0.contains("#expect(") }, "\(path):\(number + 1)")
      }
    }
    #expect(found > 5)
  }
}
