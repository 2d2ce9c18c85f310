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

  @Test func `every stored value is among the fields, once`() throws {
    let stored = fields(of: input).keys
    // Files and problems have tables of their own.
    #expect(RecordedInput.fields.count == stored.count - 2)
    #expect(Set(RecordedInput.fields.map(\.column)).count == stored.count - 2)
    #expect(RecordedInput.File.fields.count == fields(of: try #require(input.files.first)).count)
    let plain = RecordedInput(name: "", container: "", bytes: 0, sha256: "")
    #expect(fieldsAlike(input, plain) == [], "each of them differs")
  }
}
