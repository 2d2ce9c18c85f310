package import Passwords

/// Signatures numbered in the order in which they come, so that a sighting needs 8 bytes for one.
package struct SignatureNumbers: ~Copyable {
  private var signatures: [Signature] = []
  private var numbers: [Signature: UInt64] = [:]

  /// Knows no signature yet.
  package init() {}

  /// The number of a signature, a new one if it has none.
  package mutating func number(of signature: Signature) -> UInt64 {
    if let number = numbers[signature] { return number }
    let number = UInt64(signatures.count)
    signatures.append(signature)
    numbers[signature] = number
    return number
  }

  /// The signature that has a number.
  subscript(number: UInt64) -> Signature { signatures[Int(number)] }
}
