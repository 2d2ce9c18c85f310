import Foundation
import TestSupport
import Testing

/// `--version` agrees with CHANGELOG and the package plan.
@Suite struct VersionTests {
  private func text(_ path: String) throws -> String {
    try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
  }

  /// The name of each C library in the output, by the module that wraps it.
  private static let names = [
    "CZlib": "zlib", "CDeflate": "libdeflate", "CZstd": "zstd", "CLZMA": "liblzma",
    "CBzip2": "bzip2", "CLZ4": "lz4", "CArchive": "libarchive", "CCrypto": "OpenSSL",
    "CUTF8Proc": "utf8proc", "CXXHash": "xxHash", "CSQLite": "SQLite",
  ]

  @Test func `the first line is the number of the newest release`() throws {
    let directory = try TemporaryDirectory()
    let run = try directory.shell("\"$audit\" --version")
    let release = try #require(
      text("CHANGELOG.md").firstMatch(of: #/\n## (\d+\.\d+\.\d+) \(\d{4}-\d\d-\d\d\)\n/#))
    #expect(run.output.split(separator: "\n").first == release.1)
  }

  @Test func `the second line names the compiler and every C library with its version`() throws {
    let directory = try TemporaryDirectory()
    let run = try directory.shell("\"$audit\" --version")
    let lines = run.output.split(separator: "\n")
    let line = try #require(lines.count == 2 ? lines[1] : nil)
    #expect(line.contains(#/^built with Swift 6\.\d/#))
    let libraries = try text("Package.swift").matches(of: #/ library\("(\w+)"/#).map {
      String($0.1)
    }
    #expect(libraries.count >= 11)
    for library in libraries {
      let name = try #require(Self.names[library], "\(library)")
      let pattern = try Regex(", \(name) \\d+\\.\\d+(\\.\\d+)?(, |$)")
      #expect(line.contains(pattern), "\(name)")
    }
    // `make setup` installs it.
    #expect(line.contains(#/, ISA-L \d+\.\d+\.\d+, /#))
  }
}
