package import Diagnostics
import Dispatch
import Glibc

/// Starts Dispatch while descriptors are available.
///
/// Dispatch crashes if it gets no descriptor (`ulimit -n`): neither for the three that its first
/// threads open, one of them perhaps after this returns, nor for the one with which it looks at its
/// threads once a second while work waits. So a command starts only if it leaves some.
///
/// This needs Dispatch itself: a pool of workers has no timer, so it would not open all of them.
package enum DispatchStart {
  /// More than any command takes, unless many lanes read as many lists.
  ///
  /// As the limit was lowered, none needed more than 9, Dispatch's included, not even sixteen lanes
  /// with sixty lists.
  private static let needed = 16

  /// Makes Dispatch open the descriptors that it needs; later calls have the same outcome.
  package static func prepare() throws(ScarceDescriptors) { try outcome.get() }

  private static let outcome = Result { () throws(ScarceDescriptors) in try start() }

  private static func start() throws(ScarceDescriptors) {
    let left = spareDescriptors()
    guard left >= needed else { throw ScarceDescriptors(left: left, needed: needed) }
    let isRunning = DispatchSemaphore(value: 0)
    DispatchQueue.global().asyncAfter(deadline: .now()) { isRunning.signal() }
    isRunning.wait()
  }

  /// How many more descriptors the program may open, at most those that it needs.
  private static func spareDescriptors() -> Int {
    var spare: [Int32] = []
    defer { for number in spare { close(number) } }
    while spare.count < needed {
      let number = fcntl(0, F_DUPFD_CLOEXEC, 3)
      guard number >= 0 else { break }
      spare.append(number)
    }
    return spare.count
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
