import Dispatch
import Glibc
import Testing
import Workers

@Suite struct ThreadsTests {
  @Test func `one thread does its work in order`() throws {
    let threads = try #require(Threads(most: 1))
    let seen = Locked<[Int]>([])
    let group = DispatchGroup()
    for number in 0..<1000 {
      group.enter()
      threads.run {
        seen.withLock { $0.append(number) }
        group.leave()
      }
    }
    group.wait()
    #expect(seen.withLock { $0 } == Array(0..<1000))
  }

  @Test func `work begins on another thread while one is busy`() throws {
    let threads = try #require(Threads(most: 2))
    let (first, second) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    threads.run { first.wait() }
    threads.run {
      first.signal()
      second.signal()
    }
    second.wait()
  }

  @Test func `work that was given is done after its owner is gone`() throws {
    let count = Locked(0)
    let group = DispatchGroup()
    for _ in 0..<20 {
      let threads = try #require(Threads(most: 1))
      for _ in 0..<10 {
        group.enter()
        threads.run {
          count.withLock { $0 += 1 }
          group.leave()
        }
      }
    }
    group.wait()
    #expect(count.withLock { $0 } == 200)
  }

  @Test func `threads end with their owner, and what they held is freed`() throws {
    final class Held: Sendable {}
    func count() -> Int {
      // SAFETY: the name lives for the call; the directory is closed after its last entry was read.
      guard let directory = unsafe opendir("/proc/self/task") else { return 0 }
      defer { unsafe closedir(directory) }
      var count = 0
      while unsafe readdir(directory) != nil { count += 1 }
      return count
    }
    weak var held: Held?
    do {
      let value = Held()
      held = value
      let threads = try #require(Threads(most: 1))
      let done = DispatchSemaphore(value: 0)
      threads.run {
        withExtendedLifetime(value) {}
        done.signal()
      }
      done.wait()
    }
    while held != nil { usleep(1000) }
    // Other tests start and end threads meanwhile, but not as many.
    let before = count()
    for _ in 0..<200 { _ = Threads(most: 1) }
    while count() > before + 100 { usleep(1000) }
  }

  @Test func `the system grants a few threads`() {
    #expect(Threads.areGranted(0))
    #expect(Threads.areGranted(3))
  }
}
