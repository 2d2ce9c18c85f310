import Blocklists
import Foundation
import Passwords
import TestSupport
import Testing

/// Compiles lists of values, one a source, and opens the file.
func compiled(
  _ lists: [[[UInt8]]], _ comparison: Blocklist.Comparison = .exact,
  in directory: TemporaryDirectory, name: String = "compiled"
) throws -> CompiledBlocklist {
  var compiler = try BlocklistCompiler(
    comparison: comparison, temporaryDirectory: directory.path)
  for list in lists {
    try compiler.beginSource(ranking: .byOrder)
    for value in list { try compiler.add(value.span) }
  }
  let path = "\(directory.path)/\(name)"
  _ = try compiler.finish(to: path, text: ["made by a test"])
  return try CompiledBlocklist(path: path, name: name)
}

struct CompiledBlocklistTests {
  @Test(arguments: [0, 1, 2, 3, 15, 16, 17, 100, 1_000, 40_000])
  func `every value is found and nothing else`(count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    let lines = (0..<2 * count + 10).map { _ in
      (0..<Int.random(in: 1...24, using: &random)).map { _ in
        UInt8.random(in: 0x20..<0x7F, using: &random)
      }
    }
    let values = Array(lines.prefix(count))
    let oracle = Set(values)
    let list = try compiled([values], in: TemporaryDirectory())
    try list.verify()
    #expect(list.header.valueCount == oracle.count)
    #expect(list.header.repeatCount == count - oracle.count)
    let set = try BlocklistSet(sources: [.compiled(list)])
    #expect(try set.marks(lines) == lines.map { oracle.contains($0) ? 1 : 0 })
    for line in lines { #expect(set.lists(holding: line.span) == (oracle.contains(line) ? 1 : 0)) }
  }
}
