/// Some lines of a chunk with their signatures: what one room hands to the next.
///
/// A batch keeps calls between rooms rare and lets each run its own tight loop. The profiler fills
/// it, the blocklists and the scorer add what they know to the signatures, the tally counts them.
/// It refers to the chunk's bytes by offset and holds no text.
///
/// Like ``Signature`` it is public behind `@_spi(House)`: the compiler inlines into other rooms only
/// what is public, which a third of the tally's instructions hung on (72 -> 39 a line), and the
/// library products do not show it.
@_spi(House) @safe public struct LineBatch: ~Copyable {
  /// Lines in a full batch: 256 signatures and places are 9 KB, well within a first-level cache.
  public static let capacity = 256

  /// Where a line stands in its chunk, and how it is encoded.
  public struct Line: Sendable {
    /// Offset of its first byte.
    public var start: UInt32
    /// Bytes, without line end.
    public var byteCount: UInt32
    /// How its bytes read.
    public var encoding: Encoding

    /// Names a line of a chunk.
    @inlinable
    public init(start: UInt32, byteCount: UInt32, encoding: Encoding) {
      self.start = start
      self.byteCount = byteCount
      self.encoding = encoding
    }
  }

  /// How a line's bytes read.
  public enum Encoding: UInt8, Sendable, CaseIterable {
    /// Bytes below 0x80 only.
    case ascii
    /// Well-formed UTF-8 with something beyond ASCII.
    case utf8
    /// Not UTF-8 in at least one place.
    case illFormed
  }

  /// Lines in use; at most ``capacity``.
  @inlinable public var count: Int { used }
  @usableFromInline var used = 0

  // SAFETY: all are allocated in `init` with room for `capacity` trivial elements and freed in
  // `deinit`; no copy of the batch can exist. Elements below `count` have been initialised by
  // `append`, weights by `init`, and every access checks its index against `count`.
  @usableFromInline let lines: UnsafeMutablePointer<Line>
  @usableFromInline let signatures: UnsafeMutablePointer<Signature>
  @usableFromInline let weights: UnsafeMutablePointer<UInt64>

  /// Whether lines stand for as many entries as their weights say, instead of one each.
  ///
  /// Set once every line has been given its weight; ``removeAll()`` takes it back.
  public var isWeighted = false

  /// Makes an empty batch.
  public init() {
    unsafe lines = .allocate(capacity: Self.capacity)
    unsafe signatures = .allocate(capacity: Self.capacity)
    unsafe weights = .allocate(capacity: Self.capacity)
    unsafe weights.initialize(repeating: 1, count: Self.capacity)
  }

  deinit {
    unsafe lines.deallocate()
    unsafe signatures.deallocate()
    unsafe weights.deallocate()
  }

  /// Whether no further line fits.
  @inlinable public var isFull: Bool { count == Self.capacity }

  /// Forgets all lines.
  public mutating func removeAll() {
    used = 0
    isWeighted = false
  }

  /// Adds a line; there must be room.
  @inlinable @inline(__always)
  public mutating func append(_ line: Line, _ signature: Signature) {
    precondition(count < Self.capacity)
    unsafe (lines + count).initialize(to: line)
    unsafe (signatures + count).initialize(to: signature)
    used &+= 1
  }

  /// The place of a line.
  @inlinable @inline(__always)
  public func line(_ index: Int) -> Line {
    precondition(index >= 0 && index < count)
    return unsafe lines[index]
  }

  /// The signature of a line.
  public subscript(signature index: Int) -> Signature {
    @inlinable @inline(__always) get {
      precondition(index >= 0 && index < count)
      return unsafe signatures[index]
    }
    @inlinable @inline(__always) set {
      precondition(index >= 0 && index < count)
      unsafe signatures[index] = newValue
    }
  }

  /// Gives every line its weight, the first one first; as many as there are lines, each at least 1.
  public mutating func weigh(by entries: Span<UInt64>) {
    precondition(entries.count == count)
    for index in entries.indices { unsafe weights[index] = entries[index] }
    isWeighted = true
  }

  /// Entries that a line stands for, at least 1; of no meaning unless ``isWeighted``.
  public subscript(weight index: Int) -> UInt64 {
    @inlinable @inline(__always) get {
      precondition(index >= 0 && index < count)
      return unsafe weights[index]
    }
    @inlinable @inline(__always) set {
      precondition(index >= 0 && index < count)
      unsafe weights[index] = newValue
    }
  }
}
