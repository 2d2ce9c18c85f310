import Diagnostics
import Glibc

/// An open file, pipe or terminal that is read once, from its current position to its end.
struct InputFile: ~Copyable {
  /// The result of one attempt to read.
  enum Outcome {
    case bytes(Int)
    case end
    case stopped
    case failed(SystemError)
  }

  private let descriptor: Int32
  private let isBorrowed: Bool
  /// Whether the file is regular; such a file is always ready, so reading never waits.
  private let isRegular: Bool
  /// The first offset that is read in a regular file.
  private let start: off_t
  /// The size of a regular file when it was opened.
  private let firstByteCount: UInt64

  /// Opens an input.
  ///
  /// Never waits: opens a FIFO without a writer, and ``read`` waits for one.
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

  /// Reads once, at least 1 byte except at the end.
  ///
  /// Waits in steps of 0.1 s for anything but a regular file, so that it notices a raised flag.
  func read(into space: UnsafeMutableRawBufferPointer, stop: StopFlag?) -> Outcome {
    while true {
      if stop?.isRaised == true { return .stopped }
      if !isRegular {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let ready = unsafe poll(&request, 1, stop == nil ? -1 : 100)
        if ready == 0 || ready < 0 && errno == EINTR { continue }
        if ready < 0 { return .failed(.last) }
      }
      // SAFETY: the kernel writes at most `space.count` bytes, from the start of the space.
      let count = unsafe Glibc.read(descriptor, space.baseAddress, space.count)
      if count > 0 { return .bytes(count) }
      if count == 0 { return .end }
      if errno != EINTR && errno != EAGAIN { return .failed(.last) }
    }
  }

  /// The number of bytes from the first read byte to the end; nil if the file is not regular.
  var byteCount: UInt64? {
    guard isRegular, let status = try? FileStatus(of: descriptor) else { return nil }
    return behindStart(status.byteCount)
  }

  /// The number of bytes to read when the file was opened; nil unless it has become shorter since.
  ///
  /// A file's stated size may differ from its content: files of `/proc` and `/sys` state 0 or a
  /// page whatever they contain. But this stated size does not change.
  var byteCountBeforeCut: UInt64? {
    guard let byteCount, byteCount < behindStart(firstByteCount) else { return nil }
    return behindStart(firstByteCount)
  }

  private func behindStart(_ byteCount: UInt64) -> UInt64 {
    byteCount - min(UInt64(start), byteCount)
  }

  /// Reads once at any offset of a regular file, counted from the first read byte.
  func read(
    at offset: UInt64, into space: UnsafeMutableRawBufferPointer, stop: StopFlag?
  ) -> Outcome {
    guard let place = off_t(exactly: offset), place <= off_t.max - start else { return .end }
    while true {
      if stop?.isRaised == true { return .stopped }
      // SAFETY: the kernel writes at most `space.count` bytes, from the start of the space.
      let count = unsafe pread(descriptor, space.baseAddress, space.count, start + place)
      if count > 0 { return .bytes(count) }
      if count == 0 { return .end }
      if errno != EINTR { return .failed(.last) }
    }
  }
}
