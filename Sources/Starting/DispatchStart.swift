package import Diagnostics
import Dispatch
import Glibc

/// Starts Dispatch while descriptors are available.
///
/// Its first worker opens some descriptors and crashes if it gets none (`ulimit -n`). Afterwards
/// only the program's own files can lack a descriptor, which is reported.
///
/// This needs Dispatch itself: a pool of workers has no timer, so it would not open all of them.
package enum DispatchStart {
  /// An epoll, an event and a timer of Dispatch, and one more for the program's first file.
  private static let needed = 4

  /// Makes Dispatch open the descriptors that it needs.
  package static func prepare() throws(ScarceDescriptors) {
    var spare: [Int32] = []
    defer { for number in spare { close(number) } }
    while spare.count < needed {
      let number = fcntl(0, F_DUPFD_CLOEXEC, 3)
      guard number >= 0 else { throw ScarceDescriptors(left: spare.count, needed: needed) }
      spare.append(number)
    }
    for number in spare { close(number) }
    spare = []
    let isRunning = DispatchSemaphore(value: 0)
    DispatchQueue.global().asyncAfter(deadline: .now()) { isRunning.signal() }
    isRunning.wait()
  }
}

/// The system does not let the program open enough files.
package struct ScarceDescriptors: Diagnosable {
  let left: Int
  let needed: Int

  package var location: Location? { nil }
  package var found: String { "only \(left) more files can be opened ('ulimit -n')" }
  package var expected: String? { "at least \(needed)" }
  package var remedy: String? {
    "Raise the limit, or close files in the program that starts this one."
  }
}
