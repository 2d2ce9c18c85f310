import Diagnostics
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
  /// Where reading begins in a regular file.
  private let start: off_t
  /// Bytes of a regular file when it was opened.
  private let firstByteCount: UInt64

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
    let status = try? FileStatus(of: descriptor)
    isRegular = status?.kind == .regular
    firstByteCount = isRegular ? status?.byteCount ?? 0 : 0
    start = isRegular ? max(0, lseek(descriptor, 0, SEEK_CUR)) : 0
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

  /// Bytes from where reading began to the end; nil for what is no regular file.
  var byteCount: UInt64? {
    guard isRegular, let status = try? FileStatus(of: descriptor) else { return nil }
    return behindStart(status.byteCount)
  }

  /// Bytes that there were to read when the file was opened, if it has got shorter since.
  ///
  /// What a file says of its size need not be what it gives: those of `/proc` and `/sys` say 0 or a
  /// page, whatever they hold, but they go on saying so.
  var byteCountBeforeCut: UInt64? {
    guard let byteCount, byteCount < behindStart(firstByteCount) else { return nil }
    return behindStart(firstByteCount)
  }

  private func behindStart(_ byteCount: UInt64) -> UInt64 {
    byteCount - min(UInt64(start), byteCount)
  }

  /// Reads once from any place in a regular file, counted from where reading began.
  func read(
    at offset: UInt64, into space: UnsafeMutableRawBufferPointer, stop: StopFlag?
  ) -> Reading {
    guard let place = off_t(exactly: offset), place <= off_t.max - start else { return .end }
    while true {
      if stop?.isRaised == true { return .stopped }
      // SAFETY: the kernel writes at most `space.count` bytes, at its start.
      let count = unsafe pread(descriptor, space.baseAddress, space.count, start + place)
      if count > 0 { return .bytes(count) }
      if count == 0 { return .end }
      if errno != EINTR { return .failed(.last) }
    }
  }
}
