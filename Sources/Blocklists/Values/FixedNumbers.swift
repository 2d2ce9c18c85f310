/// Immutable numbers at a fixed address: made at run time and freed with the last copy, or compiled
/// into the program.
@safe struct FixedNumbers: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): the memory is written only by the closure of `init`, before any
  // copy exists, and is freed by `owner` when no copy is left; or it is part of the program.
  /// The numbers, valid as long as this value or a copy of it.
  @unsafe let memory: UnsafeBufferPointer<UInt64>
  private let owner: Owner?

  /// Frees memory that was allocated at run time.
  @safe private final class Owner {
    // SAFETY: the class only frees it, once.
    private let memory: UnsafeMutableBufferPointer<UInt64>

    init(_ memory: UnsafeMutableBufferPointer<UInt64>) { unsafe self.memory = unsafe memory }

    deinit { unsafe memory.deallocate() }
  }

  /// Makes numbers, all 0 until `fill` sets some.
  init(count: Int, _ fill: (inout MutableSpan<UInt64>) -> Void) {
    let memory = UnsafeMutableBufferPointer<UInt64>.allocate(capacity: count)
    unsafe memory.initialize(repeating: 0)
    var numbers = unsafe memory.mutableSpan
    fill(&numbers)
    owner = unsafe Owner(memory)
    unsafe self.memory = UnsafeBufferPointer(memory)
  }

  /// Refers to numbers that are compiled into the program.
  @unsafe init(compiledIn memory: UnsafeBufferPointer<UInt64>) {
    unsafe self.memory = unsafe memory
    owner = nil
  }

  var count: Int { unsafe memory.count }
}
