import Bytes
import CDeflate
import Dispatch
import Synchronization
import Workers

/// A batch of whole gzip members, and their inflated text.
///
/// The reader fills it and the first free thread inflates it; then the reader takes the text and
/// fills it again.
@safe final class MemberBatch: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): the reader writes `bytes` and `members` before it lends the
  // batch with a ticket, and reads the results only after `settle`, which waits for the semaphore
  // that the ticket's owner signals. A ticket is taken once.

  /// A batch is full at this size, compressed or inflated: several chunks' worth of work.
  private static let packedByteCount = 262_144
  private static let textByteCount = 524_288

  /// The largest member that is kept whole, compressed and inflated.
  static let largestMember = (packed: 1 << 20, text: 4 << 20)

  /// The range of a member in ``bytes``, and the size that it states for its text.
  struct Member {
    let range: Range<Int>
    let textByteCount: Int
    /// Whether it is a block of bgzip.
    let isBlock: Bool
  }

  /// The right to inflate a batch.
  private final class Ticket: Sendable {
    private let isTaken = Atomic<Bool>(false)

    func take() -> Bool { !isTaken.exchange(true, ordering: .acquiringAndReleasing) }
  }

  /// The members as in the file, possibly followed by bytes that are not such a member.
  private(set) var bytes: [UInt8] = []
  private(set) var members: [Member] = []
  /// The offset of the first byte in the file.
  private(set) var offset: UInt64 = 0

  /// The number of inflated members: all, unless the next one is damaged.
  private(set) var goodMembers = 0
  /// The size of their text.
  private(set) var textByteCount = 0
  private var text = InputBuffer(capacity: 1)

  // SAFETY: made in `init`, freed in `deinit`.
  private let decompressor: OpaquePointer
  private var ticket = Ticket()
  private let isDone = DispatchSemaphore(value: 0)

  /// Makes an empty batch; nil if memory is short.
  init?() {
    guard let decompressor = unsafe libdeflate_alloc_decompressor() else { return nil }
    unsafe self.decompressor = decompressor
  }

  deinit { unsafe libdeflate_free_decompressor(decompressor) }

  // MARK: Filling

  /// Takes members from a source until the batch is full or no member follows.
  ///
  /// - Returns: Whether more such members may follow; if not, the last bytes taken may belong to
  ///   something else.
  func fill(from source: any PieceSource) -> Bool {
    bytes.removeAll(keepingCapacity: true)
    members.removeAll(keepingCapacity: true)
    offset = source.offset
    var text = 0
    while bytes.count < Self.packedByteCount && text < Self.textByteCount {
      guard let member = takeMember(from: source) else { return false }
      members.append(member)
      text += member.textByteCount
    }
    return true
  }

  /// Takes one whole member; nil, possibly after taking some bytes, if there is none or it is too
  /// large.
  private func takeMember(from source: any PieceSource) -> Member? {
    let start = bytes.count
    guard take(MemberSize.fixedByteCount, from: source),
      let extra = MemberSize.extraByteCount(bytes[start...]), take(extra, from: source),
      let size = MemberSize(extraField: bytes[(start + MemberSize.fixedByteCount)...])
    else { return nil }
    var byteCount = size.byteCount
    if size.isOfData {
      let hasName = bytes[start + 3] & 8 != 0
      while hasName {
        guard bytes.count - start < 65_536, take(1, from: source) else { return nil }
        if bytes.last == 0 { break }
      }
      byteCount += bytes.count - start + 8
    }
    guard byteCount <= Self.largestMember.packed, byteCount - (bytes.count - start) >= 8,
      take(byteCount - (bytes.count - start), from: source)
    else { return nil }
    let text = littleEndian(bytes.suffix(4))
    guard text <= Self.largestMember.text else { return nil }
    return Member(
      range: start..<bytes.count, textByteCount: Int(text), isBlock: size.isOfBlock)
  }

  private func take(_ count: Int, from source: any PieceSource) -> Bool {
    var rest = count
    while rest > 0 {
      guard source.hasMore else { return false }
      // SAFETY: the bytes are copied before the source is used again.
      let piece = unsafe source.unread.prefix(rest)
      unsafe bytes.append(contentsOf: piece)
      rest -= unsafe piece.count
      source.advance(by: unsafe piece.count)
    }
    return true
  }

  // MARK: Inflating

  /// Lets a worker inflate the batch, unless another thread already does.
  func lend(to workers: WorkerPool) {
    let ticket = Ticket()
    self.ticket = ticket
    workers.offer { if ticket.take() { self.inflate() } }
  }

  /// Inflates the batch, or waits for the thread that inflates it.
  func settle() {
    if ticket.take() { inflate() }
    isDone.wait()
  }

  private func inflate() {
    goodMembers = 0
    textByteCount = 0
    let whole = members.reduce(0) { $0 + $1.textByteCount }
    if text.capacity < whole { text = InputBuffer(capacity: whole) }
    for member in members {
      guard inflate(member) else { break }
      goodMembers += 1
      textByteCount += member.textByteCount
    }
    isDone.signal()
  }

  /// Inflates one member after the previous text, and verifies checksum and lengths.
  private func inflate(_ member: Member) -> Bool {
    var consumed = 0
    var produced = 0
    // SAFETY: libdeflate reads the member's bytes and writes at most `textByteCount` bytes. There
    // is room for them: `whole` is the sum of all of them.
    let status = unsafe bytes.withUnsafeBytes { bytes in
      let packed = unsafe UnsafeRawBufferPointer(rebasing: bytes[member.range])
      return unsafe libdeflate_gzip_decompress_ex(
        decompressor, packed.baseAddress, packed.count, text.space(from: textByteCount).baseAddress,
        member.textByteCount, &consumed, &produced)
    }
    return status == LIBDEFLATE_SUCCESS && consumed == member.range.count
      && produced == member.textByteCount
  }

  /// The inflated text.
  // SAFETY: valid until the batch is filled again, and while it lives.
  func text(in range: Range<Int>) -> UnsafeRawBufferPointer { unsafe text.bytes(in: range) }
}
