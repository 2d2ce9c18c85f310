import Diagnostics
import Dispatch
import Glibc

/// Starts Dispatch while there are descriptors for it.
///
/// Its first worker opens some, for itself, and crashes where it gets none (`ulimit -n`). Once it has
/// them, only files of our own can lack one, which is told.
enum DispatchStart {
  /// An epoll, an event and a timer of Dispatch's, and one more for the first file of ours.
  private static let needed = 4

  /// Has Dispatch open what it needs.
  static func prepare() throws(ScarceDescriptors) {
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

/// The system lets the program open too few files.
struct ScarceDescriptors: Diagnosable {
  let left: Int
  let needed: Int

  var location: Location? { nil }
  var found: String { "only \(left) more files can be opened ('ulimit -n')" }
  var expected: String? { "at least \(needed)" }
  var remedy: String? { "Raise the limit, or close files in the program that starts this one." }
}
