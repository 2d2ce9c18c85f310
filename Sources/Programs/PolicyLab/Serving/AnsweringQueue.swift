import Foundation

/// Runs answers on threads of their own, in the order of their questions.
///
/// Otherwise they would take all threads that wait for sockets, and of fifty clients some would not
/// be read for ten seconds.
final class AnsweringQueue: TaskExecutor {
  private let queue: OperationQueue

  /// Makes a queue that answers at most so many questions at once.
  init(width: Int) {
    queue = OperationQueue()
    queue.maxConcurrentOperationCount = width
    queue.name = "answers"
  }

  func enqueue(_ job: consuming ExecutorJob) {
    // SAFETY: the job is run exactly once, by the block.
    let job = UnownedJob(job)
    queue.addOperation { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
