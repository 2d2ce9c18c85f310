package import Diagnostics

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Waits until a descriptor is ready, after a system call on it failed.
///
/// Returns immediately if a signal interrupted the call. Waits if the call would have blocked:
/// another program may have made a shared pipe non-blocking.
///
/// - Parameters:
///   - descriptor: The descriptor.
///   - event: `POLLIN` or `POLLOUT`.
/// - Throws: The error of the call, if it is another one.
package func waitUntilReady(_ descriptor: Int32, for event: Int32) throws(SystemError) {
  let code = errno
  if code == EINTR { return }
  guard code == EAGAIN else { throw SystemError(code: code) }
  var request = pollfd(fd: descriptor, events: Int16(event), revents: 0)
  // SAFETY: the pointer is valid during the call.
  _ = unsafe poll(&request, 1, -1)
}
