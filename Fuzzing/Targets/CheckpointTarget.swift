import Auditing
import CXXHash
import Passwords

/// Checkpoint files of any bytes: refused, or written again as they were.
///
/// With the first byte odd, the hash at the end is made right, so that what it guards is reached.
func fuzzCheckpoint(_ input: [UInt8]) {
  guard let first = input.first, let recipe = try? Recipe(for: FactDemand()) else { return }
  var bytes = Array(input.dropFirst())
  if first & 1 == 1, bytes.count >= 8 {
    bytes.removeLast(8)
    // SAFETY: the bytes live for the call.
    let hash = unsafe bytes.withUnsafeBytes { unsafe xxh3_64bits($0.baseAddress, $0.count, 0) }
    for shift in stride(from: 0 as UInt64, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: hash >> shift))
    }
  }
  guard let checkpoint = try? Checkpoint(bytes, recipe: recipe) else { return }
  let again = try? Checkpoint(checkpoint.bytes, recipe: recipe)
  expect(again == checkpoint, "what was read is written otherwise")
}
