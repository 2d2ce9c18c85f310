import Diagnostics
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

  @Test func `a key is kept where it is, and what is no key is refused`() throws {
    let directory = try TemporaryDirectory()
    let key = "\(directory.path)/key"
    let settings = FingerprintSettings(path: "\(directory.path)/prints", keyPath: key)
    #expect(settings.lacksKey && settings.keptKey == nil)
    _ = try settings.key()
    #expect(!settings.lacksKey && settings.keptKey?.code == "key-kept")
    try directory.file("key", "short")
    #expect(thrownCode { _ = try settings.key() } == "no-key")
    try FileManager.default.createDirectory(atPath: key + "2", withIntermediateDirectories: true)
    #expect(thrownCode { _ = try FingerprintSettings(path: "a", keyPath: key + "2").key() } != nil)
    for (path, keyPath, isRefused) in [
      ("a", "b", false), ("a", "a", true), ("-", "b", true), ("a", "-", true),
    ] {
      let told = thrownCode { try FingerprintSettings(path: path, keyPath: keyPath).validate() }
      #expect((told != nil) == isRefused)
    }
  }
}
