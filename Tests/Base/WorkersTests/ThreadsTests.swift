import Dispatch
import Synchronization
import TestSupport
import Testing
import Workers

@Suite struct ThreadsTests {
  @Test func `the system grants a few threads`() {
    #expect(Threads.areGranted(0))
    #expect(Threads.areGranted(3))
  }

  @Test func `a thread's stack is at least as large as the main thread's must be`() {
    #expect(Threads.stackByteCount >= 1 << 20)
  }

  // They would wait for one another's end if Dispatch had fewer threads than it was given blocks.
  @Test func `more helpers than Dispatch has threads are refused, and the others do their work`()
    async
  {
    await #expect(processExitsWith: .success) {
      let begun = Atomic<Int>(0)
      let done = Atomic<Int>(0)
      let gate = DispatchSemaphore(value: 0)
      let workers = WorkerPool(width: 1000)
      for _ in 0..<999 {
        workers.offer {
          begun.add(1, ordering: .relaxed)
          gate.wait()
          done.add(1, ordering: .relaxed)
        }
      }
      #expect(wait { begun.load(ordering: .relaxed) == 240 })
      let others = WorkerPool(width: 2)
      #expect(others.width == 1)
      #expect(others.map([1, 2, 3]) { $0 + 1 } == [2, 3, 4])
      #expect(workers.map([1, 2, 3]) { $0 + 1 } == [2, 3, 4])
      for _ in 0..<999 { gate.signal() }
      #expect(wait { done.load(ordering: .relaxed) == 999 })
    }
  }
}
