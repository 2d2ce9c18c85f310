import Dispatch
import Glibc
import Synchronization
import TestSupport
import Testing
import Workers

/// Counts the work items that run at once, and the most that ever did.
private final class Counter: Sendable {
  private let now = Atomic<Int>(0)
  private let most = Atomic<Int>(0)
  private let all = Atomic<Int>(0)
  private let threads = Locked(Set<pthread_t>())

  /// Works long enough for others to begin meanwhile.
  func work() {
    most.max(now.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
    all.add(1, ordering: .relaxed)
    threads.withLock { _ = $0.insert(pthread_self()) }
    usleep(200)
    now.subtract(1, ordering: .relaxed)
  }

  var mostAtOnce: Int { most.load(ordering: .relaxed) }
  var total: Int { all.load(ordering: .relaxed) }
  var threadsSeen: Set<pthread_t> { threads.withLock { $0 } }
}

@Suite struct WorkerPoolTests {
  @Test(arguments: [1, 2, 3, 5], [0, 1, 2, 64])
  func `each element is changed once, in its place`(width: Int, count: Int) {
    var elements = Array(0..<count)
    WorkerPool(width: width).changeEach(of: &elements) { number, element in
      usleep(100)
      element += 100 + number
    }
    #expect(elements == (0..<count).map { 100 + 2 * $0 })
  }

  @Test(arguments: [1, 2, 3, 5], [0, 1, 2, 64])
  func `every iteration runs once, and no more at once than the width`(
    width: Int, iterations: Int
  ) {
    let (workers, counter) = (WorkerPool(width: width), Counter())
    let seen = Locked([Int](repeating: 0, count: iterations))
    workers.perform(iterations: iterations) { number in
      counter.work()
      seen.withLock { $0[number] += 1 }
    }
    #expect(seen.withLock { $0 }.allSatisfy { $0 == 1 })
    #expect(counter.mostAtOnce <= min(width, iterations))
  }

  @Test func `a pool of width 1 works on the calling thread alone`() {
    let counter = Counter()
    WorkerPool.alone.offer { counter.work() }
    #expect(counter.total == 0)
    WorkerPool.alone.perform(iterations: 8) { _ in counter.work() }
    #expect(counter.total == 8)
    #expect(counter.threadsSeen == [pthread_self()])
  }

  @Test func `a wider pool has helpers`() {
    let (workers, counter) = (WorkerPool(width: 2), Counter())
    let hasHelper = wait {
      workers.perform(iterations: 16) { _ in counter.work() }
      return counter.threadsSeen.count == 2
    }
    #expect(hasHelper)
    #expect(counter.mostAtOnce <= 2)
  }

  @Test(arguments: [2, 3])
  func `loops within loops and offers keep to the width together`(width: Int) {
    let (workers, counter) = (WorkerPool(width: width), Counter())
    for _ in 0..<20 {
      for _ in 0..<4 { workers.offer { counter.work() } }
      workers.perform(iterations: 4) { _ in
        counter.work()
        workers.perform(iterations: 3) { _ in counter.work() }
      }
    }
    #expect(wait { counter.total == 20 * (4 + 4 * 4) })
    #expect(counter.mostAtOnce <= width)
  }

  @Test(arguments: [1, 2, 4])
  func `results stand in the order of their elements`(width: Int) {
    let numbers: [Int?] = WorkerPool(width: width).map(Array(0..<100)) { $0 % 3 == 0 ? nil : $0 }
    #expect(numbers == (0..<100).map { $0 % 3 == 0 ? nil : $0 })
  }

  @Test func `a caller that waits for the pool gives its place to a helper`() {
    let workers = WorkerPool(width: 2)
    let (group, begun) = (DispatchGroup(), DispatchSemaphore(value: 0))
    group.enter()
    group.enter()
    workers.offer {
      // The only helper stays here until another has done the second piece of work.
      begun.waitBriefly()
      group.leave()
    }
    workers.offer {
      begun.signal()
      group.leave()
    }
    workers.wait(for: group)
    #expect(group.wait(timeout: .now()) == .success)
  }

  @Test func `a helper in a caller's place ends its work when the caller is back`() {
    let workers = WorkerPool(width: 2)
    let (group, begun, end) = (DispatchGroup(), DispatchSemaphore(value: 0), DispatchGroup())
    group.enter()
    workers.offer {
      begun.waitBriefly()
      group.leave()
    }
    // Both helpers wait here until the caller is back. The first that goes on is one too many.
    let (counter, back) = (Counter(), DispatchSemaphore(value: 0))
    for number in 0..<20 {
      end.enter()
      workers.offer {
        if number == 0 { begun.signal() }
        if number < 2 { back.waitBriefly() } else { counter.work() }
        end.leave()
      }
    }
    workers.wait(for: group)
    for _ in 0..<2 { back.signal() }
    end.waitBriefly()
    #expect(counter.total == 18)
    #expect(counter.mostAtOnce == 1)
  }

  // Dispatch runs as many blocks of a concurrent queue at once as there are processors.
  @Test(arguments: [2, 64])
  func `as many helpers as there may be wait for one another`(width: Int) {
    let workers = WorkerPool(width: width)
    let (begun, all, end) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchGroup()
    )
    for _ in 1..<width {
      end.enter()
      workers.offer {
        begun.signal()
        all.waitBriefly()
        end.leave()
      }
    }
    let count = (1..<width).count { _ in begun.waitBriefly() }
    #expect(count == width - 1)
    for _ in 1..<width { all.signal() }
    #expect(end.waitBriefly())
  }

  @Test func `a helper without work is woken by the next`() {
    let (workers, done) = (WorkerPool(width: 2), DispatchSemaphore(value: 0))
    let count = (0..<1000).prefix { number in
      if number % 100 == 0 { usleep(1000) }
      workers.offer { done.signal() }
      return done.waitBriefly()
    }.count
    #expect(count == 1000)
  }

  @Test func `one helper works in the order offered`() {
    let workers = WorkerPool(width: 2)
    let seen = Locked<[Int]>([])
    for number in 0..<1000 { workers.offer { seen.withLock { $0.append(number) } } }
    #expect(wait { seen.withLock(\.count) == 1000 })
    #expect(seen.withLock(\.self) == Array(0..<1000))
  }

  @Test func `work is done after its pool is gone`() {
    let count = Atomic<Int>(0)
    for width in 2..<22 {
      let workers = WorkerPool(width: width)
      for _ in 0..<10 { workers.offer { count.add(1, ordering: .relaxed) } }
    }
    #expect(wait { count.load(ordering: .relaxed) == 200 })
  }

  @Test func `helpers end with their pool, and what they held is freed`() {
    final class Held: Sendable {}
    weak var held: Held?
    do {
      let (value, done) = (Held(), DispatchSemaphore(value: 0))
      held = value
      WorkerPool(width: 2).offer {
        withExtendedLifetime(value) {}
        done.signal()
      }
      done.waitBriefly()
    }
    #expect(wait { held == nil })
    // Dispatch has fewer threads than this.
    let count = (0..<500).prefix { _ in wait { WorkerPool(width: 2).width == 2 } }.count
    #expect(count == 500)
  }
}
