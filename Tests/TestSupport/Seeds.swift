import Foundation
import Synchronization
package import Testing

/// Whether tests run over all their seeds: where `AUDIT_EXHAUSTIVE` is set, as `make test-all`
/// does.
package let isExhaustive = ProcessInfo.processInfo.environment["AUDIT_EXHAUSTIVE"] != nil

/// Whether the build holds mutants (`Tests/mutate --random`), whose functions need more of the stack.
package let holdsMutants = ProcessInfo.processInfo.environment["AUDIT_MUTANT"] != nil

/// Where runs over a few seeds and cases begin: `.ci/run` sets another number for each commit.
private let sample = ProcessInfo.processInfo.environment["AUDIT_SAMPLE"].flatMap(Int.init) ?? 0

/// Some successive seeds of a test, so many; all of them, from 0, where the run is exhaustive.
///
///     @Test(.firstFailureOnly, arguments: seeds(5, of: 200))
///     func `a tally reads back as it was written`(seed: UInt64) { … }
package func seeds(_ few: Int, of all: Int) -> Range<UInt64> {
  if isExhaustive || few >= all { return 0..<UInt64(all) }
  let first = UInt64(sample % (all - few + 1))
  return first..<first + UInt64(few)
}

/// Some of the cases of a test, spread over all of them; all where the run is exhaustive.
///
/// Where a loop takes some of the same cases again and again, `first` says from which one on.
package func few<Case>(_ count: Int, of all: [Case], from first: Int = 0) -> [Case] {
  if isExhaustive || count >= all.count { return all }
  return (0..<count).map { all[($0 * all.count / count + sample + first) % all.count] }
}

/// Leaves out a test's further cases once one has failed.
///
/// One fault fails most seeds: the first says all, and a thousand issues hide it.
package struct FirstFailureTrait: TestTrait, TestScoping {
  private static let failed = Mutex<Set<String>>([])

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let name = "\(test.id)"
    if Self.failed.withLock({ $0.contains(name) }) { return }
    let watch = IssueHandlingTrait.compactMapIssues { issue in
      Self.failed.withLock { _ = $0.insert(name) }
      return issue
    }
    try await watch.provideScope(for: test, testCase: testCase) {
      do { try await function() } catch {
        Self.failed.withLock { _ = $0.insert(name) }
        throw error
      }
    }
  }
}

extension Trait where Self == FirstFailureTrait {
  /// Leaves out a test's further cases once one has failed.
  package static var firstFailureOnly: Self { FirstFailureTrait() }
}
