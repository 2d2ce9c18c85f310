import Foundation
package import Testing

// What a machine may lack. A test that needs it is skipped with the reason; `MAY_SKIP` of `Tests/run` says
// where that is no fault.
extension Trait where Self == ConditionTrait {
  /// A terminal can be opened: the system has `/dev/ptmx` and shows its terminals below `/dev/pts`.
  package static var needsTerminal: Self { .enabled(if: hasTerminal, "needs a terminal") }

  /// The system has `/dev/full`.
  package static var needsFullDevice: Self {
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "needs /dev/full")
  }

  /// Rights to files hold for the user who runs the tests.
  package static var needsOrdinaryUser: Self {
    .enabled(if: geteuid() != 0, "needs a user who is not root")
  }
}

private let hasTerminal: Bool = {
  let master = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
  if master < 0 { return false }
  defer { close(master) }
  var number: UInt32 = 0
  // SAFETY: the pointer lives for the call. The request is TIOCGPTN of Linux.
  let isNumbered = unsafe ioctl(master, 0x8004_5430, &number) == 0
  return isNumbered && FileManager.default.fileExists(atPath: "/dev/pts/\(number)")
}()
