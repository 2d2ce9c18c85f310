import Foundation

/// Waits until something holds, for a minute at most.
///
/// - Returns: whether it holds.
package func wait(until holds: () -> Bool) -> Bool {
  for _ in 0..<6_000 {
    if holds() { return true }
    usleep(10_000)
  }
  return false
}

/// How many bytes are in a pipe or FIFO that nobody has read yet.
package func unreadByteCount(_ descriptor: Int32) -> Int {
  var count: Int32 = 0
  let code = unsafe ioctl(descriptor, UInt(FIONREAD), &count)
  return code == 0 ? Int(count) : 0
}
