/// The facts of one password, packed by a ``Recipe`` into a key of fixed size.
///
/// Only the recipe that packed it can read it. It holds counts and presence bits, never characters.
package struct Signature: Hashable, Sendable {
  /// Three words; no field crosses from one to the next.
  package var w0: UInt64
  package var w1: UInt64
  package var w2: UInt64

  /// Makes a signature of three words.
  @inlinable
  package init(_ w0: UInt64 = 0, _ w1: UInt64 = 0, _ w2: UInt64 = 0) {
    self.w0 = w0
    self.w1 = w1
    self.w2 = w2
  }

  /// Where one fact sits: some bits of one word.
  package struct Field: Hashable, Sendable {
    /// 0, 1 or 2.
    package let word: Int
    /// Bits to its right in that word.
    package let shift: Int
    /// Bits of its own; at least 1.
    package let width: Int

    /// The largest number the field can hold.
    @inlinable package var capacity: UInt64 { width == 64 ? .max : (1 << UInt64(width)) &- 1 }
  }

  /// Reads or writes one field; a number beyond the field's capacity is saturated.
  @inlinable
  package subscript(field: Field) -> UInt64 {
    get {
      let word = field.word == 0 ? w0 : field.word == 1 ? w1 : w2
      return (word >> UInt64(field.shift)) & field.capacity
    }
    set {
      let shift = UInt64(field.shift)
      let bits = min(newValue, field.capacity) << shift
      let keep = ~(field.capacity << shift)
      switch field.word {
      case 0: w0 = w0 & keep | bits
      case 1: w1 = w1 & keep | bits
      default: w2 = w2 & keep | bits
      }
    }
  }
}
