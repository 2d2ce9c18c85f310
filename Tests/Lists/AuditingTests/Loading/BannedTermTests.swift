import Auditing
import Diagnostics
import Passwords
import TestSupport
import Testing

/// Lists of banned terms, which are read together and join the built-in ones.
@Suite struct BannedTermTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// The labels of the lists, and the messages; nil for lists that cannot be used.
  private func load(_ files: [String]) throws -> (labels: [String]?, told: [String]) {
    let listener = Listener()
    let settings = BlocklistSettings(files: files, matches: [.entraLike])
    do {
      let loaded = try settings.load(for: [], tell: listener.tell)
      return (loaded.entries.map(\.label), listener.told)
    } catch is ProblemsTold { return (nil, listener.told) }
  }

  @Test(arguments: [[1], [0, 1], [1, 0], [0, 2]])
  func `one list that cannot be read to its end makes all of them unusable`(places: [Int]) throws {
    let files = [
      try directory.file("good.txt", "meadow\nheather\n"),
      try directory.file("broken.gz", [0x1F, 0x8B, 8, 0, 0]),
      try directory.file("other.txt", "bracken\n"),
    ]
    let found = try load(places.map { files[$0] })
    #expect((found.labels == nil) == places.contains(1))
    #expect(found.labels?.count ?? 1 == 1)
    #expect(found.told.isEmpty == !places.contains(1), "\(found.told)")
  }

  /// Terms that are too short or too long for the comparison are told; without any, there is no list.
  @Test(arguments: [
    ("meadow\nabc\n", 1, true), ("abc\nxy\n", 1, true), ("", 1, false),
  ])
  func `terms that do not fit are told, and a list without terms is none`(
    text: String, told: Int, isUsable: Bool
  ) throws {
    let found = try load([try directory.file("terms.txt", text)])
    #expect((found.labels != nil) == isUsable, "\(found.told)")
    #expect(found.told.count == told, "\(found.told)")
    #expect(found.told.contains { $0.contains("without a value") } == !isUsable)
    let twice = [try directory.file("a.txt", text), try directory.file("b.txt", text)]
    let several = try load(twice)
    #expect((several.labels != nil) == isUsable)
    #expect(
      isUsable || several.told.contains { $0.hasPrefix(twice.joined(separator: ", ") + ": ") })
  }
}
