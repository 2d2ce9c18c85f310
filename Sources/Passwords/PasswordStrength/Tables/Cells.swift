import CInstructions

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A fixed number of plain elements at a fixed address: the scratch memory and tables of the
/// module.
///
/// A handle that can be copied freely. The code that allocates it frees it, and until then is its
/// only user.
@safe struct Cells<Element: BitwiseCopyable> {
  // SAFETY: `init` allocates `count` elements by `calloc` and initialises them all; elements are
  // trivial, so each can be overwritten. The handle never leaves the room: its owner (`Engine`,
  // which only one task has, or tables that live as long as the program) frees it after its last
  // use.
  private let start: UnsafeMutablePointer<Element>
  let count: Int

  /// Allocates the elements; the caller must call ``deallocate()``.
  init(count: Int, filledWith element: Element) {
    self.init(unusedCount: count)
    unsafe start.initialize(repeating: element, count: count)
  }

  /// Allocates elements whose bytes are all 0, which must be a valid value.
  ///
  /// The system provides their memory on first use: room for the longest password, 1.2 MB per
  /// scorer, takes hardly any memory while passwords are short.
  init(unusedCount count: Int) {
    self.count = count
    guard let memory = unsafe calloc(count, MemoryLayout<Element>.stride) else {
      preconditionFailure("no memory")
    }
    // SAFETY: `calloc` aligns for every plain type, and zeros are a valid value of this type.
    unsafe start = memory.bindMemory(to: Element.self, capacity: count)
  }

  /// Refers to memory that lives as long as the program and must not be written.
  @unsafe init(reading memory: UnsafeBufferPointer<Element>) {
    count = memory.count
    guard let base = memory.baseAddress else { preconditionFailure("no memory") }
    unsafe start = UnsafeMutablePointer(mutating: base)
  }

  /// The number of elements before the first one whose address is a multiple of a power of two.
  func countBefore(addressMultipleOf alignment: Int) -> Int {
    let missing = unsafe (0 &- Int(bitPattern: start)) & (alignment - 1)
    return missing / MemoryLayout<Element>.stride
  }

  /// Frees the memory; no copy of the handle may be used afterwards.
  func deallocate() { unsafe free(start) }

  @inline(__always)
  subscript(index: Int) -> Element {
    get {
      precondition(index >= 0 && index < count)
      return unsafe start[index]
    }
    nonmutating set {
      precondition(index >= 0 && index < count)
      unsafe start[index] = newValue
    }
  }

  /// Prefetches the memory of an element that will be read soon; the index may be out of range.
  @inline(__always)
  func prefetch(_ index: Int) {
    // SAFETY: the address is not read, so it may be invalid.
    unsafe prefetch_line(UnsafeRawPointer(start) + index &* MemoryLayout<Element>.stride)
  }

  /// Sixteen bytes from an index on; all must be inside the array.
  @unsafe @inline(__always)
  func vector(at index: Int) -> SIMD16<UInt8> where Element == UInt8 {
    assert(index >= 0 && index + 16 <= count)
    return unsafe UnsafeRawPointer(start).loadUnaligned(
      fromByteOffset: index, as: SIMD16<UInt8>.self)
  }

  /// Overwrites bytes from an index on; all must be inside the array.
  @unsafe @inline(__always)
  func store<T: BitwiseCopyable>(_ value: T, at index: Int) where Element == UInt8 {
    assert(index >= 0 && index + MemoryLayout<T>.size <= count)
    unsafe UnsafeMutableRawPointer(start + index).storeBytes(of: value, as: T.self)
  }

  /// An element at an index that is known to be below ``count``; checked in debug builds.
  ///
  /// For the few loops that every password runs through, where checks cost a fifth of the time.
  @unsafe @inline(__always)
  subscript(unchecked index: Int) -> Element {
    get {
      assert(index >= 0 && index < count)
      return unsafe start[index]
    }
    nonmutating set {
      assert(index >= 0 && index < count)
      unsafe start[index] = newValue
    }
  }
}
