/// The values of a list that is searched inside passwords, in one array.
struct PartValues: Sendable {
  /// The bytes of all values, in the form for comparison.
  private(set) var text: [UInt8] = []
  /// The end of each value in ``text``.
  private var ends: [UInt32] = []
  /// Whether the values had more than ``longestText`` bytes; the excess values are dropped.
  private(set) var isTooLong = false

  /// The most bytes of values, some eight million values.
  ///
  /// The automaton then takes up to 0.6 GB, and three times as much while it is made.
  static let longestText = 1 << 26

  var count: Int { ends.count }

  /// Adds a value in its form.
  mutating func append(_ value: RawSpan) {
    guard !isTooLong, text.count + value.byteCount <= Self.longestText else {
      return isTooLong = true
    }
    // SAFETY: copies only the bytes that are lent.
    unsafe value.withUnsafeBytes { unsafe text.append(contentsOf: $0) }
    ends.append(UInt32(text.count))
  }

  private func start(of value: Int) -> Int { value == 0 ? 0 : Int(ends[value - 1]) }

  /// The number of bytes of a value.
  func byteCount(of value: Int) -> Int { Int(ends[value]) - start(of: value) }

  /// A byte of a value.
  func byte(_ offset: Int, of value: Int) -> UInt8 { text[start(of: value) + offset] }

  /// The values in ascending order of their bytes, each once.
  ///
  /// Sorts by the first eight bytes as a number, which nearly always suffice.
  func sortedAndDistinct() -> PartValues {
    var keys = (0..<count).map { value in
      let count = byteCount(of: value)
      var head: UInt64 = 0
      for offset in 0..<8 {
        head = head << 8 | (offset < count ? UInt64(byte(offset, of: value)) : 0)
      }
      return (head: head, value: value)
    }
    keys.sort { $0.head != $1.head ? $0.head < $1.head : isBefore($0.value, $1.value) }
    var sorted = PartValues()
    sorted.text.reserveCapacity(text.count)
    sorted.ends.reserveCapacity(count)
    var last: ArraySlice<UInt8>?
    for (_, value) in keys {
      let bytes = text[start(of: value)..<Int(ends[value])]
      if let last, last.elementsEqual(bytes) { continue }
      sorted.text += bytes
      sorted.ends.append(UInt32(sorted.text.count))
      last = bytes
    }
    return sorted
  }

  private func isBefore(_ one: Int, _ other: Int) -> Bool {
    text[start(of: one)..<Int(ends[one])].lexicographicallyPrecedes(
      text[start(of: other)..<Int(ends[other])])
  }
}
