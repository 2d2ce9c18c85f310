/// A file changed in some places from a byte on: bytes replaced, flipped in a bit, taken out or put in,
/// and at most so many cut off at the end.
func mutated(
  _ file: [UInt8], from first: Int, times: ClosedRange<Int>, cutting most: Int,
  using random: inout some RandomNumberGenerator
) -> [UInt8] {
  var mutated = file
  for _ in 0..<Int.random(in: times, using: &random) where mutated.count > 3 {
    let place = Int.random(in: first..<mutated.count, using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: mutated[place] = UInt8.random(in: 0...255, using: &random)
    case 1: mutated[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 2: mutated.remove(at: place)
    case 3: mutated.insert(UInt8.random(in: 0...255, using: &random), at: place)
    default:
      mutated.removeLast(min(mutated.count - first, Int.random(in: 0...most, using: &random)))
    }
  }
  return mutated
}
