import Foundation
import TestSupport
import Testing

/// Distinct passwords of several scans, added up by fingerprints.
@Suite struct FingerprintRunTests {
  private static let names = ["a", "b", "c", "d"]
  private static let options = [
    "scan", "--strength", "none", "--layout", "user:password", "--distinct", "--fingerprints",
  ]

  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Lists whose passwords overlap, some with users.
  private func lists(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for name in Self.names {
      let lines = (0..<400).map { _ in
        let password = "Pass\(Int.random(in: 0..<150, using: &generator))!"
        return "\(Bool.random(using: &generator) ? "pass" : "ann"):\(password)\n"
      }
      try directory.file("\(name).txt", lines.joined())
    }
  }

  private func scan(_ name: String, of lists: [String]? = nil) throws {
    try directory.audit(
      Self.options + ["\(name).prints", "--fingerprint-key", "key", "-o", "\(name).tally"]
        + (lists ?? [name]).map { "\($0).txt" })
  }

  private func merge(_ parts: [String], into target: String) throws {
    try directory.audit(
      ["merge"] + parts.map { "\($0).tally" }
        + parts.flatMap { ["--fingerprints", "\($0).prints"] }
        + ["--fingerprints-output", "\(target).prints", "-o", "\(target).tally"])
  }

  @Test(.firstFailureOnly, arguments: [1, 2] as [UInt64])
  func `scans under one key add up to the scan of the whole, in any grouping`(
    seed: UInt64
  ) throws {
    try lists(seed: seed)
    for name in Self.names { try scan(name) }
    try merge(["c", "a"], into: "ca")
    try merge(["d", "ca", "b"], into: "x")
    try merge(["b", "d"], into: "bd")
    try merge(["ca", "bd"], into: "y")
    try scan("whole", of: Self.names)
    for name in ["x", "y"] {
      for ending in ["tally", "prints"] {
        let whole = try directory.bytes("whole.\(ending)")
        let isEqual = try directory.bytes("\(name).\(ending)") == whole
        #expect(isEqual, "seed \(seed): \(name).\(ending) is not that of the whole")
      }
    }
  }

  @Test func `merge reports fingerprints that do not add up, and writes nothing`() throws {
    try lists(seed: 3)
    for name in ["a", "b"] { try scan(name) }
    let attributes = try FileManager.default.attributesOfItem(atPath: directory.path + "/key")
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(attributes[.size] as? Int == 32)

    func message(_ arguments: [String], _ expected: String) throws {
      let run = try directory.audit(arguments, code: nil)
      #expect(run.code == 2 && run.errors.contains(expected), "\(run.code): \(run.errors)")
      #expect(!directory.names().contains("new.tally"))
    }
    let merge = ["merge", "a.tally", "b.tally", "-o", "new.tally"]
    try message(merge, "b.tally: error: its distinct passwords would count twice")
    try message(
      merge + ["--fingerprints", "b.prints", "--fingerprints", "a.prints"],
      "Name the fingerprint files in the order of the tallies")
    try message(
      merge + ["--fingerprints", "a.prints", "--fingerprints", "nothing"], "nothing: error: ")
    try directory.file("short", "0123456789")
    try message(
      Self.options + ["n", "--fingerprint-key", "short", "-o", "new.tally", "a.txt"],
      "short: error: a key of 10 bytes; expected 32 bytes")
    try message(
      Self.options + ["a.txt", "--fingerprint-key", "key", "-o", "new.tally", "a.txt"],
      "a.txt: error: the output is one of the files that are read")
    try directory.audit(
      Self.options + ["b2", "--fingerprint-key", "key2", "-o", "b2.tally", "b.txt"])
    try message(
      ["merge", "a.tally", "b2.tally", "-o", "new.tally", "--fingerprints", "a.prints"]
        + ["--fingerprints", "b2"], "b2: error: the fingerprints were made by another key")
    // No output contains the key.
    let key = Data(try directory.bytes("key"))
    for name in ["a.tally", "a.prints"] {
      #expect(Data(try directory.bytes(name)).range(of: key) == nil)
    }
  }

  @Test func `a scan that fails says that the key which it has made stays`() throws {
    try directory.file("a.txt", "Tisch2024\n")
    try directory.file("taken", "precious\n")
    func scan(quietly options: [String] = []) throws -> String {
      let run = try directory.audit(
        ["scan", "--distinct", "--fingerprints", "a.prints", "--fingerprint-key", "key"] + options
          + ["-o", "taken", "a.txt"], code: 2)
      #expect(directory.text("taken") == "precious\n")
      return run.errors
    }
    #expect(
      try scan().contains(
        """
        key: note: the new fingerprint key stays, for another scan may already use it
          Scan again with it, or remove the file if no other scan uses it.

        """))
    #expect(directory.names().contains("key"))
    // The second scan has not made it.
    #expect(try !scan().contains("key: note"))
  }
}
