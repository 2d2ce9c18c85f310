import Workers

/// The text of a gzip file whose members state their sizes; several are inflated at once.
///
/// Batches of members are offered to workers, and their text is taken in order. At a member without
/// a size, a member too large to keep whole, or a damaged member, an ``Unpacker`` takes over the
/// rest. So the text, the members and every problem are the same as in sequential reading.
final class SizedMembers: ByteStream {
  private let source: any PieceSource
  private let list: String
  private let workers: WorkerPool

  /// Filled batches; the next one to read is first.
  private var waiting: [MemberBatch] = []
  private var idle: [MemberBatch]
  private var current: MemberBatch?
  private var unreadRange = 0..<0
  private var mayFollow = true
  private var rest: Unpacker?
  private var wholeMembers: UInt64 = 0
  /// Whether the last member is a bgzip block with text.
  private var isBehindBlock = false

  /// The most batches in progress, for any number of workers; they take 20 MB.
  private static let mostBatches = 24

  /// Begins at the first member; nil if memory is short.
  ///
  /// - Parameters:
  ///   - source: The source of the members.
  ///   - workers: The workers that inflate; in a pool of width 1, the caller does.
  ///   - list: The list's name.
  init?(_ source: any PieceSource, _ workers: WorkerPool, list: String) {
    self.source = source
    self.list = list
    self.workers = workers
    let count = workers.width > 1 ? min(workers.width + 2, Self.mostBatches) : 1
    idle = (0..<count).compactMap { _ in MemberBatch() }
    if idle.isEmpty { return nil }
  }

  /// The number of complete members read so far.
  var members: UInt64 { wholeMembers + (rest?.members ?? 0) }

  func read(into space: UnsafeMutableRawBufferPointer) -> Portion {
    while unreadRange.isEmpty {
      if let rest { return unsafe rest.read(into: space) }
      nextBatch()
    }
    guard let current else { preconditionFailure("text of no batch") }
    let count = min(unreadRange.count, space.count)
    let range = unreadRange.lowerBound..<unreadRange.lowerBound + count
    // SAFETY: both sides have that many bytes; the batch is not filled meanwhile.
    unsafe space.copyMemory(from: current.text(in: range))
    unreadRange = range.upperBound..<unreadRange.upperBound
    return .bytes(count)
  }

  /// Advances to the next batch, or to the sequential rest.
  private func nextBatch() {
    if let current {
      self.current = nil
      if current.goodMembers < current.members.count {
        return readInOrder(from: current, at: current.members[current.goodMembers].range.lowerBound)
      }
      if !mayFollow && waiting.isEmpty {
        return readInOrder(from: current, at: current.members.last?.range.upperBound ?? 0)
      }
      idle.append(current)
    }
    while mayFollow, let batch = idle.popLast() {
      mayFollow = batch.fill(from: source)
      batch.lend(to: workers)
      waiting.append(batch)
    }
    let batch = waiting.removeFirst()
    batch.settle()
    wholeMembers += UInt64(batch.goodMembers)
    if let last = batch.members.prefix(batch.goodMembers).last {
      isBehindBlock = last.isBlock && last.textByteCount > 0
    }
    unreadRange = 0..<batch.textByteCount
    current = batch
  }

  /// Passes everything from an offset in a batch on to an unpacker.
  private func readInOrder(from batch: MemberBatch, at start: Int) {
    var bytes = Array(batch.bytes[start...])
    for later in waiting {
      later.settle()  // Nobody shall be at work on it when it goes.
      bytes += later.bytes
    }
    waiting = []
    idle = []
    let pieces = ReturnedBytes(bytes, from: batch.offset + UInt64(start), before: source)
    // ISA-L could not read the bytes of the batch again.
    rest = Unpacker(
      .gzip, pieces, .zlib, list: list, isBetweenMembers: wholeMembers > 0,
      isBehindBlock: isBehindBlock)
  }
}

/// Returns bytes taken from a source before the rest of it.
private final class ReturnedBytes: PieceSource {
  private let source: any PieceSource
  private let buffer: InputBuffer
  private let start: UInt64
  private var unreadRange: Range<Int>

  init(_ bytes: [UInt8], from offset: UInt64, before source: any PieceSource) {
    self.source = source
    buffer = InputBuffer(capacity: max(bytes.count, 1))
    // SAFETY: the buffer has room for the bytes.
    unsafe buffer.space(from: 0).copyBytes(from: bytes)
    start = offset
    unreadRange = 0..<bytes.count
  }

  private var isPast: Bool { unreadRange.isEmpty }

  var offset: UInt64 { isPast ? source.offset : start + UInt64(unreadRange.lowerBound) }

  // SAFETY: as for the source; the buffer is written only once.
  var unread: UnsafeRawBufferPointer {
    isPast ? unsafe source.unread : unsafe buffer.bytes(in: unreadRange)
  }

  var isEmpty: Bool { isPast && source.isEmpty }

  var fault: Ending? { isPast ? source.fault : nil }

  func advance(by count: Int) {
    if isPast { return source.advance(by: count) }
    precondition(count >= 0 && count <= unreadRange.count)
    unreadRange = unreadRange.lowerBound + count..<unreadRange.upperBound
  }

  func refill() -> Portion { source.refill() }
}
