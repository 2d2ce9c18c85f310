@_spi(House) import Passwords

/// A cache of values computed from signatures; a new entry replaces an old one.
///
/// Most lines of a list share a few hundred signatures, so values are rarely computed twice.
struct SignatureMemory<Value: Sendable>: Sendable {
  private struct Entry {
    let signature: Signature
    let value: Value
  }

  private var entries: [Entry?]
  private let shift: UInt64

  /// Makes a cache of 2^`bits` signatures.
  init(bits: Int) {
    entries = Array(repeating: nil, count: 1 << bits)
    shift = UInt64(64 - bits)
  }

  /// The place of a signature's value, computed if missing; valid until the next call.
  mutating func place(of signature: Signature, workOut: (Signature) -> Value) -> Int {
    let place = Int(truncatingIfNeeded: signature.mixed &>> shift)
    if entries[place]?.signature != signature {
      entries[place] = Entry(signature: signature, value: workOut(signature))
    }
    return place
  }

  /// The value at a place that ``place(of:workOut:)`` returned; nil if it returned none.
  subscript(place: Int) -> Value? { entries[place]?.value }
}
