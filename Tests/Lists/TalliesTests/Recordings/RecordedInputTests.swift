import Foundation
import Tallies
import TestSupport
import Testing

/// The one record of an input, as tallies and `audit.json` have it.
@Suite struct RecordedInputTests {
  private var input: RecordedInput {
    var input = RecordedInput(name: "a.zip", container: "zip", bytes: 1, sha256: "00")
    (input.textBytes, input.members, input.fallbackLines) = (2, 3, 4)
    (input.cutLines, input.overLongLines, input.skippedFiles) = (5, 6, 7)
    (input.layout, input.layoutToldBy) = ("user:password", "all lines")
    (input.encoding, input.hasMalformedLines, input.isComplete) = ("latin-1", true, false)
    (input.lists, input.problems) = (8, ["a fault"])
    input.files = [
      RecordedInput.File(
        name: "b", container: "gzip", textBytes: 9, encoding: "utf-8", isComplete: true)
    ]
    return input
  }

  private func json(_ input: RecordedInput) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(input), as: UTF8.self)
  }

  @Test func `the record in the manifest`() throws {
    #expect(
      try json(input) == #"""
        {"bytes":1,"complete":false,"container":"zip","encoding":"latin-1","fallbackLines":4,\#
        "files":[{"complete":true,"container":"gzip","encoding":"utf-8","name":"b","textBytes":9}],\#
        "layout":"user:password","layoutToldBy":"all lines","lists":8,"members":3,"name":"a.zip",\#
        "problems":["a fault"],"sha256":"00","skippedFiles":7,"textBytes":2}
        """#)
    let plain = RecordedInput(name: "a", container: RecordedInput.plain, bytes: 0, sha256: "")
    #expect(
      try json(plain) == #"""
        {"bytes":0,"complete":true,"container":"plain","encoding":"utf-8","fallbackLines":0,\#
        "files":[],"members":0,"name":"a","problems":[],"sha256":"","skippedFiles":0,"textBytes":0}
        """#, "the number of lists is that of a group")
  }

  @Test func `warnings are all problems but notes, a line each`() {
    var input = input
    input.problems = [
      "a: note: b", "c: warning: d\n  e\n  f", "g: error: note: h", "i: note: j\n  k", "l",
    ]
    #expect(input.warnings == ["c: warning: d e f", "l"])
  }

  @Test func `every stored value is among the fields, once`() throws {
    let stored = fields(of: input).keys
    // Files and problems have tables of their own.
    #expect(RecordedInput.fields.count == stored.count - 2)
    #expect(Set(RecordedInput.fields.map(\.column)).count == stored.count - 2)
    #expect(RecordedInput.File.fields.count == fields(of: try #require(input.files.first)).count)
    let plain = RecordedInput(name: "", container: "", bytes: 0, sha256: "")
    #expect(fieldsAlike(input, plain) == [], "each of them differs")
  }

  /// A complete list of some text.
  private func list(
    _ name: String, _ container: String = "plain", text: UInt64 = 9, digest: String,
    files: [(String, String)] = []
  ) -> RecordedInput {
    var list = RecordedInput(name: name, container: container, bytes: 5, sha256: digest)
    list.textBytes = text
    list.files = files.map {
      .init(name: $0, container: $1, textBytes: 9, encoding: "utf-8", isComplete: true)
    }
    return list
  }

  @Test func `lists of the same text, plain and packed, are twins`() {
    let plain = list("a/l.txt", digest: "1")
    for twin in [
      list("other", digest: "1"), list("l.txt.gz", "gzip", digest: "2"),
      list("b/l.txt.xz", "xz", digest: "2"),
      list("any.zip", "zip", digest: "2", files: [("in/l.txt", "plain")]),
      list("any.tgz", "tar.gz", digest: "2", files: [("l.txt.gz", "gzip")]),
    ] {
      #expect(
        [plain, twin].twins.map(\.0) == [1] && [twin, plain].twins.map(\.0) == [1], "\(twin)")
      #expect(plain.likeness(to: twin).hasPrefix("the same bytes") == (twin.sha256 == "1"))
    }
    let bundles = [("x.tar", "tar"), ("x.tar.gz", "tar.gz"), ("x.zip", "zip")].enumerated().map {
      list($1.0, $1.1, digest: "\($0)", files: [("a", "plain"), ("b", "plain")])
    }
    #expect(bundles.twins.map(\.1) == [0, 0])
    var (cut, group) = (
      list("l.txt.gz", "gzip", digest: "2"), list("l.txt.gz", "gzip", digest: "2")
    )
    (cut.isComplete, group.lists) = (false, 2)
    for other in [
      list("b/l.txt", digest: "2"), list("m.txt.gz", "gzip", digest: "2"),
      list("l.txt.gz", "gzip", text: 8, digest: "2"), cut, group,
      list("any.zip", "zip", digest: "2", files: [("m.txt", "plain")]),
    ] { #expect([plain, other].twins.isEmpty, "\(other)") }
    #expect(
      [list("l", text: 0, digest: ""), list("l.gz", "gzip", text: 0, digest: "")].twins.isEmpty)
  }
}
