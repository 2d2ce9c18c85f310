import Foundation
import Jobs
import Tallies
import TallyFiles
import TestSupport
import Testing
import Workers

@Suite struct FingerprintSettingsTests {
  @Test func `scans that begin at once have one key`() throws {
    for _ in 0..<20 {
      let directory = try TemporaryDirectory()
      let settings = FingerprintSettings(
        path: "\(directory.path)/prints", keyPath: "\(directory.path)/key")
      let keys = Locked<[String?]>([])
      DispatchQueue.concurrentPerform(iterations: 8) { _ in
        let key = try? settings.key().id
        keys.withLock { $0.append(key) }
      }
      let found = keys.withLock { $0 }
      #expect(found.count == 8 && !found.contains(nil))
      try #require(Set(found).count == 1)
      #expect(try settings.key().id == found[0])
      #expect(directory.names() == ["key"])
    }
  }
}
