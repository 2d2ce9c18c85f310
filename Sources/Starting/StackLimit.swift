package import Diagnostics
import Glibc

/// Checks whether the system grants the stack that the program needs.
///
/// Under a limit (`ulimit -s`), the main thread ends by a signal where its stack ends. 136 KiB were
/// enough for all commands; policies in parentheses and JSON take more, level by level.
package enum StackLimit {
  /// The stack that the main thread needs.
  private static let needed = 1 << 20

  /// Throws unless there is enough stack.
  package static func require() throws(ScarceStack) {
    var limit = rlimit()
    // SAFETY: the pointer is valid during the call.
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &limit) == 0,
      limit.rlim_cur < needed
    else { return }
    throw ScarceStack(limit: Int(limit.rlim_cur), needed: needed)
  }
}

/// The system grants too small a stack.
package struct ScarceStack: Diagnosable {
  let limit: Int
  let needed: Int

  package var location: Location? { nil }
  package var found: String { "the stack is limited to \(limit >> 10) KiB ('ulimit -s')" }
  package var expected: String? { "at least \(needed >> 10)" }
  package var remedy: String? { "Raise the limit: ulimit -s 8192" }
}
