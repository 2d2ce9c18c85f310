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

  /// A signature's value, computed if missing.
  @inline(__always)
  mutating func value(of signature: Signature, workOut: (Signature) -> Value) -> Value {
    let place = Int(truncatingIfNeeded: signature.mixed &>> shift)
    if let entry = entries[place], entry.signature == signature { return entry.value }
    let value = workOut(signature)
    entries[place] = Entry(signature: signature, value: value)
    return value
  }
}
