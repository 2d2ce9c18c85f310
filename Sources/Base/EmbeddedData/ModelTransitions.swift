@_spi(Internal) import Bytes
import CEmbeddedData

/// The built-in guess model, compiled into the program: the transitions of a model of 4-grams as a
/// double array, and a table from bits to guesses.
///
/// `Datasets/Models/make-model.py` makes it, defines its format and names its source. The system
/// reads a page of it when a password needs it, so it costs nothing at the start.
@safe package struct ModelTransitions: @unchecked Sendable {
  /// The base of the row of the empty context.
  package let empty: Int
  /// The base of the row in which a password begins.
  package let start: Int
  /// Points of the table, ascending: bits of a password, and the binary logarithm of the guesses
  /// before it.
  package let points: [(bits: Double, log2Guesses: Double)]
  // SAFETY: this memory is part of the program; it is never written or freed.
  /// The slots of the double array, 6 bytes each, and two bytes after the last one.
  @unsafe package let slots: UnsafeRawBufferPointer

  private static let headerSize = 32

  /// Refers to the compiled-in model; reads only header and table.
  package init() {
    // SAFETY: the bytes in the program have the format of the script, which tests check: a header
    // of 32 bytes, as many points as it states, and from the next multiple of 64 on the slots.
    let file = unsafe UnsafeRawBufferPointer(start: embedded_model(), count: embedded_model_size())
    let bytes = unsafe file.bytes
    func number(_ index: Int) -> Int { Int(bytes.number(at: 8 + 4 * index, as: UInt32.self)) }
    func decimal(_ index: Int) -> Double {
      Double(Float(bitPattern: bytes.number(at: Self.headerSize + 4 * index, as: UInt32.self)))
    }
    let slotCount = number(2)
    let pointCount = number(5)
    empty = number(3)
    start = number(4)
    points = (0..<pointCount).map { (decimal(2 * $0), decimal(2 * $0 + 1)) }
    let first = (Self.headerSize + 8 * pointCount + 63) / 64 * 64
    precondition(file.count == first + 6 * slotCount + 2)
    unsafe slots = UnsafeRawBufferPointer(rebasing: file[first...])
  }
}
