import Dispatch
import Glibc
import Synchronization
import Testing
import Workers

@Suite struct MadeAheadTests {
  @Test(arguments: [1, 2, 4]) func `a value is made once for any number of callers`(width: Int) {
    let calls = Atomic<Int>(0)
    let workers = WorkerPool(width: width)
    let ahead = MadeAhead(by: workers) {
      usleep(500)
      return calls.add(1, ordering: .relaxed).newValue
    }
    let seen = Locked<[Int]>([])
    workers.perform(iterations: 16) { _ in
      let value = ahead.value
      seen.withLock { $0.append(value) }
    }
    #expect(seen.withLock(\.self) == Array(repeating: 1, count: 16))
    #expect(calls.load(ordering: .relaxed) == 1)
  }

  @Test func `a helper makes the value before a caller asks for it`() {
    let made = DispatchSemaphore(value: 0)
    let ahead = MadeAhead(by: WorkerPool(width: 2)) {
      defer { made.signal() }
      return pthread_self()
    }
    made.waitBriefly()
    #expect(ahead.value != pthread_self())
  }

  @Test func `a value that a helper has begun is not begun again`() {
    let begun = DispatchSemaphore(value: 0)
    let calls = Atomic<Int>(0)
    let ahead = MadeAhead(by: WorkerPool(width: 2)) {
      begun.signal()
      usleep(20_000)
      return calls.add(1, ordering: .relaxed).newValue
    }
    begun.waitBriefly()
    #expect(ahead.value == 1)
    #expect(calls.load(ordering: .relaxed) == 1)
  }

  @Test func `without a helper the caller makes the value`() {
    let ahead = MadeAhead(by: .alone) { pthread_self() }
    #expect(ahead.value == pthread_self())
  }

  @Test func `a caller does not wait for a busy helper`() {
    let (workers, gate) = (WorkerPool(width: 2), DispatchSemaphore(value: 0))
    workers.offer { gate.waitBriefly() }
    let ahead = MadeAhead(by: workers) { 7 }
    #expect(ahead.value == 7)
    gate.signal()
  }

  @Test func `a value is freed with its owner, though the pool has yet to get to it`() {
    final class Large: Sendable {}
    let (workers, gate) = (WorkerPool(width: 2), DispatchSemaphore(value: 0))
    workers.offer { gate.waitBriefly() }
    weak var value: Large?
    do {
      let ahead = MadeAhead(by: workers) { Large() }
      value = ahead.value
    }
    #expect(value == nil)
    gate.signal()
  }

  @Test func `a caller that waits for the value gives its place to a helper`() {
    let workers = WorkerPool(width: 2)
    let (begun, asked) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let ahead = MadeAhead(by: workers) {
      begun.signal()
      // The second piece of work begins only in the place of whoever asks for the value.
      workers.offer { asked.signal() }
      return asked.waitBriefly()
    }
    begun.waitBriefly()
    #expect(ahead.value)
  }

  @Test func `the value may be made by several workers`() {
    let workers = WorkerPool(width: 2)
    let ahead = MadeAhead(by: workers) {
      let sum = Locked(0)
      workers.perform(iterations: 100) { number in sum.withLock { $0 += number } }
      return sum.withLock(\.self)
    }
    #expect(ahead.value == 4950)
  }
}
