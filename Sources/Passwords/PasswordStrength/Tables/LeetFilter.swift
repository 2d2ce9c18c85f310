import EmbeddedData

/// A filter that decides whether the five characters at an end of a password, the outermost a
/// digit, can be part of a word in leet spelling.
///
/// Most passwords with digits end in one, but few end in such a word: two look-ups save the walk.
/// The filter is compiled in; `Datasets/Dictionaries/make-tries.py` makes it and documents its
/// format. It never rejects a word, and rejects three quarters of all ends that are looked up.
struct LeetFilter {
  /// The class of the character with each code.
  private let classes: Cells<UInt8>
  /// By direction, digit, and the classes of the next two characters: bit `c` if the fourth
  /// character may have class `c`, bit 27 if anything may follow, and from bit 32 on the index of
  /// the first mask.
  private let rows: Cells<UInt64>
  /// From a row's first mask on, by the class of the fourth character: a bit for each class of the
  /// fifth.
  private let masks: Cells<UInt32>
  /// The symbols other than digits; the filter cannot be used for passwords with one of them.
  let others: UInt32

  private static let classCount = WordTries.leetClassCount
  /// The bit of a row that is set if anything may follow.
  private static let anything: UInt64 = 27

  init() {
    let tries = WordTries()
    // SAFETY: that memory lives as long as the program, and nothing here writes to it.
    classes = unsafe Cells(reading: tries.leetClasses)
    rows = unsafe Cells(reading: tries.leetRows)
    masks = unsafe Cells(reading: tries.leetMasks)
    others = LeetSymbols.all.enumerated().reduce(0) {
      (0x30...0x39).contains($1.element) ? $0 : $0 | 1 << UInt32($1.offset)
    }
  }

  /// Whether a digit and the characters after it, or before it, can be part of a word.
  ///
  /// - Parameters:
  ///   - place: The place of the digit in a text of at least four characters, none of them one of
  ///     ``others``.
  ///   - step: 1 for a word that begins there, −1 for a word that ends there.
  ///   - characters: The characters by place; those beyond the end of the text have no facts.
  /// - Returns: False only if no word in leet spelling begins, or ends, there.
  @inline(__always)
  func isPossible(_ place: Int, step: Int, _ characters: Cells<CharacterFacts>) -> Bool {
    // SAFETY: the scratch memory has room for four characters beyond the text; codes are below 64,
    // and classes below 27; the masks of a row begin at least 27 places before the end.
    @inline(__always)
    func characterClass(_ offset: Int) -> Int {
      Int(unsafe classes[unchecked: unsafe characters[unchecked: place &+ offset &* step].code])
    }
    let first = unsafe characters[unchecked: place]
    assert(first.contains(.digit))
    var index = Int(first.unit) &- 0x30 &+ (step > 0 ? 0 : 10)
    index = index &* Self.classCount &+ characterClass(1)
    index = index &* Self.classCount &+ characterClass(2)
    let row = unsafe rows[unchecked: index]
    let fourth = characterClass(3)
    let mask = unsafe masks[unchecked: Int(truncatingIfNeeded: row &>> 32) &+ fourth]
    let continues =
      row &>> UInt64(truncatingIfNeeded: fourth)
      & UInt64(mask &>> UInt32(truncatingIfNeeded: characterClass(4)))
    return (continues | row &>> Self.anything) & 1 != 0
  }
}
