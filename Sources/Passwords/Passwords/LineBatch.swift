/// A batch of a chunk's lines with their signatures, passed from room to room.
///
/// Batches make calls between modules rare, and each module can run its own tight loop. The
/// profiler fills the batch, the blocklists and the scorer add their facts to the signatures, and
/// the tally counts them. A batch refers to the chunk's bytes by offset and holds no text.
///
/// Public behind `@_spi(Internal)`, like ``Signature``: the compiler inlines only public
/// declarations into other modules, which reduces the tally from 72 to 39 instructions a line. The
/// library products do not show it.
@_spi(Internal) @safe public struct LineBatch: ~Copyable {
  /// The number of lines in a full batch: 256 signatures and places take 9 KB, well within a
  /// first-level cache.
  public static let capacity = 256

  /// The place of a line in its chunk, and its encoding.
  public struct Line: Sendable {
    /// The offset of its first byte.
    public var start: UInt32
    /// The number of bytes, without the line end.
    public var byteCount: UInt32
    /// The encoding of its bytes.
    public var encoding: Encoding

    /// Makes the place of a line.
    @inlinable
    public init(start: UInt32, byteCount: UInt32, encoding: Encoding) {
      self.start = start
      self.byteCount = byteCount
      self.encoding = encoding
    }

    /// The range of its bytes.
    @inlinable @inline(__always)
    public var range: Range<Int> { Int(start)..<Int(start) &+ Int(byteCount) }
  }

  /// The encoding of a line's bytes.
  public enum Encoding: UInt8, Sendable, CaseIterable {
    /// Only bytes below 0x80.
    case ascii
    /// Well-formed UTF-8 with characters beyond ASCII.
    case utf8
    /// Ill-formed as UTF-8 in at least one place.
    case illFormed
  }

  /// The number of lines; at most ``capacity``.
  @inlinable public var count: Int { used }
  @usableFromInline var used = 0

  // SAFETY: all are allocated in `init` with room for `capacity` trivial elements and freed in
  // `deinit`; the batch cannot be copied. `append` initialises the elements below `count`, `init`
  // the weights and keys; every access checks its index against `count`.
  @usableFromInline let lines: UnsafeMutablePointer<Line>
  @usableFromInline let signatures: UnsafeMutablePointer<Signature>
  @usableFromInline let weights: UnsafeMutablePointer<UInt64>
  @usableFromInline let keys: UnsafeMutablePointer<UInt32>

  /// Whether each line counts as many entries as its weight says; if not, each counts one.
  ///
  /// Set it after giving all lines weights; ``removeAll()`` resets it.
  public var isWeighted = false

  /// The number of lines whose byte order mark was left out; stays when lines are removed.
  public var marks: UInt64 = 0

  /// Makes an empty batch.
  public init() {
    unsafe lines = .allocate(capacity: Self.capacity)
    unsafe signatures = .allocate(capacity: Self.capacity)
    unsafe weights = .allocate(capacity: Self.capacity)
    unsafe weights.initialize(repeating: 1, count: Self.capacity)
    unsafe keys = .allocate(capacity: Self.capacity)
    unsafe keys.initialize(repeating: 0, count: Self.capacity)
  }

  deinit {
    unsafe lines.deallocate()
    unsafe signatures.deallocate()
    unsafe weights.deallocate()
    unsafe keys.deallocate()
  }

  /// Whether the batch is full.
  @inlinable public var isFull: Bool { count == Self.capacity }

  /// Removes all lines.
  public mutating func removeAll() {
    used = 0
    isWeighted = false
  }

  /// Adds a line; the batch must not be full.
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

  /// The bytes of a line in the text that the batch refers to.
  @inlinable @inline(__always) @_lifetime(copy text)
  public func bytes(of index: Int, in text: RawSpan) -> RawSpan {
    text.extracting(line(index).range)
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

  /// The number of a line's signature in the tally that last counted the batch; undefined before.
  ///
  /// Whoever needs something for each signature need not look it up again.
  public subscript(key index: Int) -> UInt32 {
    @inlinable @inline(__always) get {
      precondition(index >= 0 && index < count)
      return unsafe keys[index]
    }
    @inlinable @inline(__always) set {
      precondition(index >= 0 && index < count)
      unsafe keys[index] = newValue
    }
  }

  /// Sets the weights of all lines, in order; needs one weight for each line, at least 1.
  public mutating func weigh(by entries: Span<UInt64>) {
    precondition(entries.count == count)
    for index in entries.indices { unsafe weights[index] = entries[index] }
    isWeighted = true
  }

  /// The number of entries that a line counts, at least 1; undefined unless ``isWeighted``.
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
