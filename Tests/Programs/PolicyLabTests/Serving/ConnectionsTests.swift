import Glibc
import PolicyLab
import Testing

@Suite struct ConnectionsTests {
  /// One end of a pair of connected sockets; the other one is left open.
  private func socket() throws -> Int32 {
    var pair: [Int32] = [-1, -1]
    // SAFETY: the array has room for two numbers.
    try #require(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
    return pair[0]
  }

  @Test func `time in which the lab answers is not the client's`() throws {
    let connections = Connections(patience: .zero, most: 8)
    let (busy, slow) = (
      try #require(connections.enter(try socket())), try #require(connections.enter(try socket()))
    )
    connections.beginAnswer(busy)
    connections.dropOverdue()
    #expect(!connections.isDropped(busy))
    #expect(connections.isDropped(slow))
    connections.wait(busy)
    connections.dropOverdue()
    #expect(connections.isDropped(busy))
    for number in [busy, slow] { connections.leave(number) }
  }

  @Test func `a client that may take less than others is dropped before them`() throws {
    let connections = Connections(patience: .seconds(60), most: 8)
    let numbers = try (0..<3).map { _ in try #require(connections.enter(try socket())) }
    connections.wait(numbers[0], atMost: .zero)
    connections.wait(numbers[1], atMost: .seconds(30))
    connections.wait(numbers[2])
    connections.dropOverdue()
    #expect(numbers.map(connections.isDropped) == [true, false, false])
    let hasty = Connections(patience: .zero, most: 8)
    let number = try #require(hasty.enter(try socket()))
    hasty.wait(number, atMost: .seconds(60))
    hasty.dropOverdue()
    #expect(hasty.isDropped(number))
    for one in numbers { connections.leave(one) }
    hasty.leave(number)
  }

  @Test func `the oldest that waits for its client makes room, and none that is answered`() throws {
    let connections = Connections(patience: .seconds(60), most: 2)
    let numbers = try (0..<2).map { _ in try #require(connections.enter(try socket())) }
    connections.beginAnswer(numbers[0])
    let third = try #require(connections.enter(try socket()))
    #expect(!connections.isDropped(numbers[0]))
    #expect(connections.isDropped(numbers[1]))
    connections.beginAnswer(third)
    let fourth = try socket()
    #expect(connections.enter(fourth) == nil)
    connections.leave(third)
    #expect(connections.enter(fourth) != nil)
  }
}
