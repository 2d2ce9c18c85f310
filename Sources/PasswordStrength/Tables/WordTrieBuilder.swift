import EmbeddedData

/// Lays out the double array of ``WordTrie``: all words once forwards, once backwards.
///
/// Nodes are placed breadth first, so that what most walks touch lies together. A node with several
/// children takes the first room after the last place that had room for so many; the many nodes with
/// one child fill the holes.
struct WordTrieBuilder {
  /// Words in an order that keeps words with a common beginning together.
  private struct Words {
    /// Codes of a word in `stride` bytes, padded with 0.
    var codes: [UInt8] = []
    var entries: [UInt32] = []
    /// The longest word has 23 characters.
    static let stride = 24
  }

  private var cells: Cells<UInt32>
  private var entries: Cells<UInt32>
  /// One bit a cell: taken.
  private var occupied: Cells<UInt64>
  /// One bit a base: a node's own.
  private var usedBases: Cells<UInt64>
  /// Where to look next: for a single child by its code, for several by their number.
  ///
  /// A cell that was refused to a single child is refused to every later one with the same code, so
  /// for these nothing is missed.
  private var hints = (
    single: [Int](repeating: 64, count: 64), several: [Int](repeating: 64, count: 64)
  )

  /// Cells of the two tries: 487,000 nodes and the holes between them.
  private static let capacity = 1 << 19

  /// The trie of all words.
  static func build(_ dictionaries: RankedDictionaries = RankedDictionaries()) -> WordTrie {
    var builder = WordTrieBuilder()
    let words = collect(dictionaries)
    let forward = builder.layOut(sorted(words))
    let backward = builder.layOut(sorted(reversed(words)))
    builder.occupied.deallocate()
    builder.usedBases.deallocate()
    return WordTrie(
      cells: builder.cells, entries: builder.entries, forward: forward, backward: backward)
  }

  private init() {
    cells = Cells(count: Self.capacity, filledWith: WordTrie.nobody)
    entries = Cells(count: Self.capacity, filledWith: 0)
    occupied = Cells(count: Self.capacity / 64, filledWith: 0)
    usedBases = Cells(count: Self.capacity / 64, filledWith: 0)
    // Leaves have base 0, and its cells are nobody's children.
    occupied[0] = .max
    usedBases[0] = 1
  }

  private static func collect(_ dictionaries: RankedDictionaries) -> Words {
    let alphabet = (0..<128).map { UInt8(WordAlphabet.code(ofLowercased: $0)) }
    let constructor = Array("constructor".utf8)
    var words = Words()
    words.codes.reserveCapacity(Words.stride * (dictionaries.wordCount + 1))
    words.entries.reserveCapacity(dictionaries.wordCount + 1)
    dictionaries.forEachWord { list, rank, word in
      precondition(word.count < Words.stride, "a word is too long for the trie's builder")
      var isConstructor = word.count == constructor.count
      for index in word.indices {
        words.codes.append(alphabet[Int(word[index] & 0x7F)])
        if isConstructor { isConstructor = word[index] == constructor[index] }
      }
      for _ in word.count..<Words.stride { words.codes.append(0) }
      let entry = isConstructor ? WordEntry.unranked : WordEntry(list: list, rank: rank)
      words.entries.append(entry.rawValue)
    }
    let proto = Array("__proto__".utf8)
    words.codes += proto.map { alphabet[Int($0)] }
    words.codes += [UInt8](repeating: 0, count: Words.stride - proto.count)
    words.entries.append(WordEntry.unranked.rawValue)
    return words
  }

  private static func reversed(_ words: Words) -> Words {
    var result = words
    for start in stride(from: 0, to: words.codes.count, by: Words.stride) {
      var end = start
      while words.codes[end] != 0 { end += 1 }
      for offset in 0..<(end - start) {
        result.codes[start + offset] = words.codes[end - 1 - offset]
      }
    }
    return result
  }

  /// Sorted by codes: by the first ten with a radix sort, by the rest among what is still equal.
  private static func sorted(_ words: Words) -> Words {
    let count = words.entries.count
    var keys = [UInt64](repeating: 0, count: count)
    for word in 0..<count {
      var key: UInt64 = 0
      for place in 0..<10 { key = key << 6 | UInt64(words.codes[word * Words.stride + place]) }
      keys[word] = key
    }
    var order = [Int32](0..<Int32(count))
    var other = order
    for shift in stride(from: UInt64(0), to: 60, by: 12) {
      var starts = [Int32](repeating: 0, count: 4097)
      for key in keys { starts[Int(key >> shift & 4095) + 1] += 1 }
      for bucket in 1...4096 { starts[bucket] += starts[bucket - 1] }
      for word in order {
        let bucket = Int(keys[Int(word)] >> shift & 4095)
        other[Int(starts[bucket])] = word
        starts[bucket] += 1
      }
      swap(&order, &other)
    }
    func precedes(_ a: Int32, _ b: Int32) -> Bool {
      let a = Int(a) * Words.stride
      let b = Int(b) * Words.stride
      for place in 10..<Words.stride where words.codes[a + place] != words.codes[b + place] {
        return words.codes[a + place] < words.codes[b + place]
      }
      return false
    }
    for index in 1..<count {
      var place = index
      while place > 0, keys[Int(order[place - 1])] == keys[Int(order[place])],
        precedes(order[place], order[place - 1])
      {
        order.swapAt(place, place - 1)
        place -= 1
      }
    }
    var result = Words()
    result.codes.reserveCapacity(words.codes.count)
    result.entries.reserveCapacity(count)
    for word in order {
      let start = Int(word) * Words.stride
      result.codes += words.codes[start..<(start + Words.stride)]
      result.entries.append(words.entries[Int(word)])
    }
    return result
  }

  /// Places the trie of these words and returns the base of its root.
  private mutating func layOut(_ words: Words) -> Int {
    /// The words that begin with a node's path.
    struct Node {
      var first: Int32
      var end: Int32
      var cell: Int32
    }
    var level = [Node(first: 0, end: Int32(words.entries.count), cell: -1)]
    var root = 0
    var depth = 0
    while !level.isEmpty {
      var next: [Node] = []
      for node in level {
        var first = Int(node.first)
        let end = Int(node.end)
        if words.codes[first * Words.stride + depth] == 0 {
          entries[Int(node.cell)] = words.entries[first]
          cells[Int(node.cell)] |= WordTrie.endBit
          first += 1
        }
        guard first < end else { continue }
        var children: UInt64 = 0
        let firstChild = next.count
        var start = first
        while start < end {
          let code = words.codes[start * Words.stride + depth]
          var stop = start + 1
          while stop < end, words.codes[stop * Words.stride + depth] == code { stop += 1 }
          children |= 1 << UInt64(code)
          next.append(Node(first: Int32(start), end: Int32(stop), cell: Int32(code)))
          start = stop
        }
        let base = place(children)
        for child in firstChild..<next.count {
          let code = next[child].cell
          next[child].cell = Int32(base) + code
          cells[base + Int(code)] = UInt32(code)
        }
        if node.cell < 0 {
          root = base
        } else {
          cells[Int(node.cell)] |= UInt32(base) << WordTrie.baseShift
        }
      }
      level = next
      depth += 1
    }
    return root
  }

  /// Finds a base nobody has whose cells for these children are free, and takes them.
  private mutating func place(_ children: UInt64) -> Int {
    let lowest = children.trailingZeroBitCount
    var count = 0
    var rest = children
    while rest != 0 {
      rest &= rest &- 1
      count += 1
    }
    var cell = count == 1 ? hints.single[lowest] : hints.several[count]
    while true {
      let word = cell >> 6
      let free = ~occupied[word] >> UInt64(cell & 63)
      if free == 0 {
        cell = (word + 1) << 6
        continue
      }
      cell += free.trailingZeroBitCount
      let base = cell - lowest
      if base > 0, usedBases[base >> 6] >> UInt64(base & 63) & 1 == 0,
        window(at: base) & children == 0
      {
        break
      }
      cell += 1
    }
    if count == 1 { hints.single[lowest] = cell + 1 } else { hints.several[count] = cell }
    let base = cell - lowest
    usedBases[base >> 6] |= 1 << UInt64(base & 63)
    let low = UInt64(base & 63)
    occupied[base >> 6] |= children << low
    if low != 0 { occupied[base >> 6 + 1] |= children >> (64 - low) }
    return base
  }

  /// Which of the 64 cells from a base on are taken.
  private func window(at base: Int) -> UInt64 {
    let low = UInt64(base & 63)
    let word = base >> 6
    return low == 0 ? occupied[word] : occupied[word] >> low | occupied[word + 1] << (64 - low)
  }
}
