import Diagnostics
import Intake
import TestSupport
import Testing

/// The accounts of lists that share a group.
@Suite struct ListGroupTests {
  /// The account of an archive that fills every field: files of several encodings, a hidden one,
  /// lines that are too long or lack the layout, and a file that breaks off.
  private func archive(
    _ kind: Packing, files: Int, mark: Bool = true, isWhole: Bool = false, malformed: UInt64 = 3,
    layout: String = "counted:prefix"
  ) throws -> ListSummary {
    let long = [UInt8](repeating: 65, count: 9000) + [10]
    var entries = (0..<files).map { number in
      Packing.Entry(
        name: "\(number)", bytes: (mark ? [0xEF, 0xBB, 0xBF] : []) + [0xE9, 10] + long)
    }
    let hidden = (0..<2 * files).map { Packing.Entry(name: ".\($0)", bytes: [65, 10]) }
    let short = [UInt8](repeating: 66, count: 60) + [10]
    let last = Array(repeatElement(short, count: 200).joined())
    entries += hidden + [Packing.Entry(name: "last", bytes: last)]
    var bytes = Packing.tar.pack(entries)
    if !isWhole { bytes.removeLast(5000) }
    if kind == .tarGzip { bytes = Gzip.member(bytes) }
    let scratch = try TemporaryDirectory()
    var summary = Reading(
      try scratch.list(bytes, name: "\(files)"), reading: TextSettings(fallback: .latin1)
    ).summary
    #expect("\(summary.container)" == kind.container)
    let request = try #require(LayoutRequest(layout))
    // SAFETY: bytes have no padding.
    let reading = try LayoutReading(
      of: unsafe Array("1 a\n".utf8).span.bytes, request, list: summary.name)
    var counts = PasswordLines.Counts()
    (counts.lines, counts.malformed, counts.firstMalformed) = (100, malformed, 7)
    summary.note(reading, counts)
    return summary
  }

  /// The account of a group that holds these lists.
  private func group(_ lists: [ListSummary], problems: Int = 0) throws -> ListSummary {
    let scratch = try TemporaryDirectory()
    let plain = Reading(try scratch.list([65, 10], name: "plain")).summary
    let cut = Reading(try scratch.list(Array(Gzip.member([65, 10]).dropLast(3)), name: "cut"))
    var accounts = ListSummaries()
    for number in 0..<1000 { accounts.add(number < problems ? cut.summary : plain) }
    for list in lists { accounts.add(list) }
    let all = accounts.finish()
    #expect(all.count == 1001)
    return try #require(all.last)
  }

  @Test func `a group adds every number of its lists`() throws {
    let a = try archive(.tar, files: 1)
    let b = try archive(.tarGzip, files: 3, malformed: 2, layout: "counted:colon")
    let sum = try group([a, b])
    let (one, other) = (numbers(of: a), numbers(of: b))
    // A field that is added later is in neither list; add it here with the way it is added up.
    #expect(
      one.keys.sorted() == [
        "bytesRead", "cutLines", "fallbackLines", "lists", "members", "overLongLines",
        "skippedMembers", "textBytes",
      ])
    for (name, number) in one {
      let (first, second) = (number, try #require(other[name]))
      #expect(first > 0 && second > 0, "\(name): give it a value")
      #expect(numbers(of: sum)[name] == first + second, "\(name)")
    }
    #expect(
      fields(of: a).keys.filter { one[$0] == nil }.sorted() == [
        "archiveMembers", "container", "encoding", "furtherProblems", "hadByteOrderMark",
        "hadMalformedLines", "isComplete", "isOfOneKind", "lastName", "layout", "layoutProblems",
        "name", "problems", "sha256",
      ])
    #expect(
      fieldsAlike(sum, a) == [
        "container", "encoding", "furtherProblems", "hadByteOrderMark", "hadMalformedLines",
        "isComplete", "name",
      ])
    #expect(sum.lastName == b.name && !sum.isOfOneKind && sum.archiveMembers.isEmpty)
    #expect(!a.problems.isEmpty && sum.problems == a.problems + b.problems)
    // A header, or lines without the layout, and lines that are too long.
    #expect(a.layoutProblems.count == 2)
    #expect(sum.layoutProblems == a.layoutProblems + b.layoutProblems)
    #expect(a.layout != b.layout && sum.layout == b.layout)
  }

  @Test(arguments: [true, false], [true, false])
  func `a group has the marks of one of its lists, and is complete if all are`(
    first: Bool, second: Bool
  ) throws {
    let a = try archive(.tar, files: 1, mark: first, isWhole: first)
    let b = try archive(.tar, files: 1, mark: second, isWhole: second)
    #expect(a.hadByteOrderMark == first && a.isComplete == first)
    let sum = try group([a, b])
    #expect(sum.hadByteOrderMark == (first || second))
    #expect(sum.isComplete == (first && second))
    #expect(sum.isOfOneKind)
  }

  @Test(arguments: [0, 3], [0, 3] as [UInt64])
  func `a group counts problems beyond a hundred, and has malformed lines if one list has`(
    first: UInt64, second: UInt64
  ) throws {
    let lists = [
      try archive(.tar, files: 1, malformed: first), try archive(.tar, files: 1, malformed: second),
    ]
    let sum = try group(lists, problems: 100)
    #expect(sum.problems.isEmpty && sum.layoutProblems.isEmpty)
    #expect(sum.hasMalformedLines == (first + second > 0))
    let malformed = lists.count { $0.hasMalformedLines }
    // Each list has lines that are too long, too.
    #expect(
      sum.furtherProblems.problem?.found
        == "\(4 + malformed) more problems: \(2 + malformed) about the layout of lines, 2 cut")
  }

  @Test(arguments: [("user:password", "counted:prefix"), ("counted:prefix", "user:password")])
  func `a group in which a list names users keeps the layout with users`(
    first: String, second: String
  ) throws {
    let lists = try [first, second].map { try archive(.tar, files: 1, layout: $0) }
    #expect(try group(lists).namesUsers)
  }
}
