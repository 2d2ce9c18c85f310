import Glibc

/// An open file, pipe or terminal that is read once, from where it stands to its end.
struct InputFile: ~Copyable {
  /// What one attempt to read gave.
  enum Reading {
    case bytes(Int)
    case end
    case stopped
    case failed(SystemError)
  }

  private let descriptor: Int32
  private let isBorrowed: Bool
  /// A regular file is always ready, so reading it needs no waiting.
  private let isRegular: Bool

  /// Opens what an input names.
  ///
  /// Never waits: a FIFO is opened without a writer, and waiting for one is left to ``read``.
  init(_ origin: ListInput.Origin) throws(SystemError) {
    switch origin {
    case .standardInput:
      descriptor = STDIN_FILENO
      isBorrowed = true
    case .file(let path):
      descriptor = try retrying { unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
      isBorrowed = false
    }
    isRegular = (try? FileStatus(of: descriptor))?.kind == .regular
  }

  deinit { if !isBorrowed { close(descriptor) } }

  /// Reads once, at least 1 byte unless the end is there.
  ///
  /// Anything but a regular file is waited for in steps of 0.1 s, so that a raised flag is seen.
  func read(into space: UnsafeMutableRawBufferPointer, stop: StopFlag?) -> Reading {
    while true {
      if stop?.isRaised == true { return .stopped }
      if !isRegular {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let ready = unsafe poll(&request, 1, stop == nil ? -1 : 100)
        if ready == 0 || ready < 0 && errno == EINTR { continue }
        if ready < 0 { return .failed(.last) }
      }
      // SAFETY: the kernel writes at most `space.count` bytes, at its start.
      let count = unsafe Glibc.read(descriptor, space.baseAddress, space.count)
      if count > 0 { return .bytes(count) }
      if count == 0 { return .end }
      if errno != EINTR && errno != EAGAIN { return .failed(.last) }
    }
  }
}
