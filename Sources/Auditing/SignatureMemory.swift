@_spi(House) import Passwords

/// What was worked out for signatures, for as many as fit: a newcomer takes the place of another.
///
/// Most lines of a list share a few hundred signatures, so that hardly any is worked out twice.
struct SignatureMemory<Value: Sendable>: Sendable {
  private struct Entry {
    var signature: Signature
    var value: Value
  }

  private var entries: [Entry?]
  private let shift: UInt64

  /// Makes room for 2 to the power of `bits` signatures.
  init(bits: Int) {
    entries = Array(repeating: nil, count: 1 << bits)
    shift = UInt64(64 - bits)
  }

  /// Where the value of a signature stands, worked out if it is not known; until the next call.
  mutating func place(of signature: Signature, workOut: (Signature) -> Value) -> Int {
    let place = Int(truncatingIfNeeded: signature.mixed &>> shift)
    if entries[place]?.signature != signature {
      entries[place] = Entry(signature: signature, value: workOut(signature))
    }
    return place
  }

  /// The value at a place that ``place(of:workOut:)`` gave; nil where it gave none.
  subscript(place: Int) -> Value? {
    get { entries[place]?.value }
    set { if let newValue { entries[place]?.value = newValue } }
  }
}
