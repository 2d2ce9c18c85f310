import Auditing
import Foundation
import Intake
import TestSupport
import Testing

/// Lists handed out to readers that begin and end in any order.
@Suite struct ListQueueTests {
  /// A file of a size: plain text, or with the signature of xz, whose decoder may need much
  /// memory.
  private func list(
    _ name: String, in directory: TemporaryDirectory, size: Int, isHeavy: Bool
  ) throws -> String {
    let signature: [UInt8] = isHeavy ? [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0] : Array("a word".utf8)
    return try directory.file(name, signature + [UInt8](repeating: 0x0A, count: size))
  }

  private func end(_ turn: ListQueue.ClaimedList, _ queue: ListQueue, _ inputs: [ListInput]) {
    let input = inputs[turn.number]
    queue.end(turn, ListReader(input).summary, LayoutDetector(.plain, list: input.name))
  }

  @Test(.firstFailureOnly, arguments: 1...4, seeds(10, of: 500))
  func `every list is read once, and large-memory lists one at a time`(
    mostReaders: Int, seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let directory = try TemporaryDirectory()
    let heavy = (0..<12).map { _ in Bool.random(using: &random) }
    let inputs = ListInput.resolve(
      try heavy.enumerated().map { number, isHeavy in
        let size = Int.random(in: 1...90, using: &random)
        return try list("\(number)", in: directory, size: size, isHeavy: isHeavy)
      }
    ).inputs
    let queue = ListQueue(inputs, mostReaders: mostReaders)
    var readers = 1
    var open: [ListQueue.ClaimedList] = []
    var read: [Int] = []
    func takeNext() {
      guard let turn = queue.next() else {
        readers -= 1
        return
      }
      // Nobody reads beside a single reader.
      #expect(turn.isBesideOthers == (mostReaders > 1 && !heavy[turn.number]))
      open.append(turn)
      read.append(turn.number)
      #expect(open.count { !$0.isBesideOthers } <= 1)
    }
    takeNext()
    while readers > 0 {
      #expect(open.count == readers && readers <= mostReaders)
      if Bool.random(using: &random), queue.admitReader() {
        readers += 1
      } else {
        let ended = open.remove(at: Int.random(in: open.indices, using: &random))
        end(ended, queue, inputs)
      }
      takeNext()
    }
    #expect(read.sorted() == Array(heavy.indices))
    #expect(queue.finish().map(\.name) == inputs.map(\.name))
  }

  @Test(arguments: 1...5)
  func `as many readers are admitted as may read, while lists are left`(mostReaders: Int) throws {
    let directory = try TemporaryDirectory()
    let path = try list("list", in: directory, size: 9, isHeavy: false)
    let queue = ListQueue(
      ListInput.resolve(Array(repeating: path, count: 20)).inputs, mostReaders: mostReaders)
    #expect(queue.next() != nil)
    for reader in 1...6 {
      let isAdmitted = queue.admitReader()
      #expect(isAdmitted == (reader < mostReaders), "\(reader)")
      if isAdmitted { #expect(queue.next() != nil) }
    }
  }

  @Test func `accounts of lists with chunks in work come in the order of the lists`() throws {
    let directory = try TemporaryDirectory()
    let inputs = ListInput.resolve(
      try (0..<4).map { try directory.file("\($0)", "user:password\n") }
    ).inputs
    let queue = ListQueue(inputs, mostReaders: 1)
    while let turn = queue.next() {
      let input = inputs[turn.number]
      var reader = ListReader(input)
      let detector = LayoutDetector(
        LayoutRequest(.stated(.user)), list: input.name)
      let chunk = Chunk()
      #expect(reader.fill(chunk) && detector.job(chunk) != nil && !detector.isSettled)
      queue.end(turn, reader.summary, detector)
    }
    #expect(queue.finish().map(\.name) == inputs.map(\.name))
  }

  @Test func `only the last reader may be far ahead of the earliest list`() throws {
    let directory = try TemporaryDirectory()
    let path = try list("list", in: directory, size: 1, isHeavy: false)
    let large = try list("large", in: directory, size: 9, isHeavy: false)
    let inputs = ListInput.resolve(
      [large] + Array(repeating: path, count: ListQueue.mostAhead + 9)
    ).inputs
    let queue = ListQueue(inputs, mostReaders: 2)
    let first = try #require(queue.next())
    #expect(first.number == 0 && queue.admitReader())
    var ahead = 0
    while let turn = queue.next() {
      end(turn, queue, inputs)
      ahead += 1
    }
    #expect(ahead == ListQueue.mostAhead - 1)
    #expect(!queue.admitReader(), "as long as the large list is being read")
    end(first, queue, inputs)
    while let turn = queue.next() {
      end(turn, queue, inputs)
      ahead += 1
    }
    #expect(ahead == ListQueue.mostAhead + 9)
  }
}
