import Files
import Foundation
import GuessModels
import TestSupport
import Testing

@Suite struct CountingTests {
  private func file(_ counts: TrainingCounts, _ corpus: ToyCorpus) throws -> Data {
    let directory = try TemporaryDirectory()
    let path = "\(directory.path)/model"
    try corpus.builder(k: counts.order - 1, leastCount: 2).write(counts, to: FilePlace(path))
    return try Data(contentsOf: URL(filePath: path))
  }

  @Test(.firstFailureOnly, arguments: seeds(2, of: 8))
  func `parts merged are the whole, whatever the memory`(seed: UInt64) throws {
    let corpus = try ToyCorpus()
    let passwords = madeUp(12_000, seed: seed)
    for order in [1, 3, 6] {
      let whole = try file(counted(passwords, order: order, memory: 1 << 26), corpus)
      // The least memory holds 3,072 windows, so that counts go to the temporary file.
      var parts = try counted(Array(passwords[..<7_001]), order: order, memory: 0)
      try parts.merge(counted(Array(passwords[7_001...]), order: order, memory: 0))
      #expect(try file(parts, corpus) == whole, "order \(order)")
      let backwards = try counted(passwords.reversed(), order: order, memory: 1 << 18)
      #expect(try file(backwards, corpus) == whole, "order \(order)")
    }
  }

  @Test func `a count is as many lines`() throws {
    let corpus = try ToyCorpus()
    let passwords = madeUp(500, seed: 3)
    let lines = passwords.flatMap { each in
      (0..<each.count).map { _ in ToyCorpus.Counted(password: each.password, count: 1) }
    }
    #expect(
      try file(counted(passwords, order: 6), corpus) == file(counted(lines, order: 6), corpus))
  }

  @Test(.firstFailureOnly, arguments: seeds(2, of: 8))
  func `each password counts once, in whatever sets and however little memory`(
    seed: UInt64
  ) throws {
    let corpus = try ToyCorpus()
    let passwords = madeUp(9_000, seed: seed)
    var once: [ToyCorpus.Counted] = []
    for password in Set(passwords.map(\.password)) {
      once.append(.init(password: password, count: 1))
    }
    let expected = try file(counted(once, order: 4), corpus)
    for memory in [0, 1 << 14, 1 << 30] {
      var sets = (0..<3).map { _ in DistinctPasswords(memory: memory, directory: temporaryPath) }
      for (index, each) in passwords.enumerated() {
        let password = Array(each.password.utf8)
        try sets[index % 3].add(password.span)
      }
      var counter = try PasswordCounter(order: 4, memory: 1 << 20, directory: temporaryPath)
      try DistinctPasswords.count(sets, into: &counter)
      #expect(try file(counter.finish(), corpus) == expected, "memory \(memory)")
    }
  }

  // Many of them share a part, and some a place by their hashes.
  @Test func `passwords that differ in one byte alone are different`() throws {
    var sets = [DistinctPasswords(memory: 1 << 30, directory: temporaryPath)]
    var counter = try PasswordCounter(order: 2, memory: 1 << 20, directory: temporaryPath)
    let bytes = Array(UInt8(ascii: "0")..<0x7F)
    for _ in 0..<2 {
      for first in bytes {
        for second in bytes { try sets[0].add([first, second].span) }
      }
    }
    try DistinctPasswords.count(sets, into: &counter)
    #expect(counter.finish().lines == UInt64(bytes.count * bytes.count))
  }

  @Test func `a password of 255 characters is learnt, a longer one is counted`() throws {
    for (character, length) in [("a", 255), ("é", 255), ("a", 256), ("é", 256)] {
      let password = String(repeating: character, count: length)
      let counts = try counted([.init(password: password, count: 3)], order: 3)
      #expect(counts.lines == (length == 255 ? 3 : 0))
      #expect(counts.overLong == (length == 255 ? 0 : 3))
    }
  }

  @Test func `counts beyond 64 bits are the largest number`() throws {
    let counts = try counted(
      [.init(password: "ab", count: .max), .init(password: "ab", count: 5)], order: 2)
    let table = try ToyCorpus().builder(k: 1, leastCount: 1).table(counts)
    #expect(counts.lines == .max && table.bits(Array("ab".utf8).span) < 1e-9 + 8)
  }

  @Test func `nothing counted makes no model`() throws {
    let corpus = try ToyCorpus()
    let code = thrownCode {
      _ = try corpus.builder(k: 2, leastCount: 1).table(counted([], order: 3))
    }
    #expect(code == "nothing-to-learn")
  }

  @Test(arguments: [65_534, 65_535, 65_536, 70_000])
  func `of passwords that no model learns the first 65,535 bytes tell them apart`(length: Int)
    throws
  {
    let long = Array(repeating: UInt8(ascii: "a"), count: length)
    var sets = [DistinctPasswords(memory: 1 << 30, directory: temporaryPath)]
    for password in [long, long + [1], [UInt8(ascii: "b")], long, [UInt8(ascii: "b")]] {
      try sets[0].add(password.span)
    }
    var counter = try PasswordCounter(order: 2, memory: 1 << 20, directory: temporaryPath)
    try DistinctPasswords.count(sets, into: &counter)
    let counts = counter.finish()
    #expect(counts.lines == 1 && counts.overLong == (length < 65_535 ? 2 : 1))
  }

  @Test func `other counts make a model of another digest`() throws {
    let corpus = try ToyCorpus()
    func digest(_ lists: [String], times: UInt64 = 1) throws -> UInt64 {
      let directory = try TemporaryDirectory()
      let path = "\(directory.path)/model"
      let counts = try counted(lists.map { .init(password: $0, count: times) }, order: 3)
      try corpus.builder(k: 2, leastCount: 1).write(counts, to: FilePlace(path))
      return try TrainedModel(path: path).header.digest
    }
    let digests = try [
      digest(["meadow"]), digest(["meadow", "lark"]), digest(["meadow"], times: 2),
      digest(["meadov"]), digest(["lark"]),
    ]
    #expect(Set(digests).count == digests.count)
    #expect(try digest(["lark", "meadow"]) == digests[1])
  }
}
