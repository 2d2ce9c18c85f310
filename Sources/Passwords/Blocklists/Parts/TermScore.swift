@_spi(Internal) import Bytes
import EmbeddedData
import Passwords

/// Approximates the score by which Microsoft Entra's password protection refuses passwords.
///
/// 1. *Normalise*: fold like ``FoldedForm``; then replace `0` by `o`, `1` by `l`, `2` by `z`, `@`
///    by `a` and `$` by `s`.
/// 2. Refuse a password that becomes a banned term when at most one character is inserted, left out
///    or replaced.
/// 3. Refuse a password that contains a name of four characters or more.
/// 4. *Score*: each banned term in it and each remaining character gives a point; the division with
///    the fewest points counts. Fewer than five points are too few.
///
/// With the terms `contoso` and `blank`, `C0ntos0Blank12` has 4 points, `ContoS0Bl@nkf9!` has 5.
///
/// The vendor explains the steps by example, may change them at any time, and keeps its list of
/// terms secret. Custom terms have 4 to 16 characters; there are at most 1000.
///
/// - Complexity: O(characters × longest term), and as much again for step 2 if the score suffices.
/// - Source: Microsoft, *Eliminate bad passwords using Microsoft Entra Password Protection*;
///   Synacktiv's publication on the list and its normal form.
struct TermScore: Sendable {
  /// The least sufficient number of points.
  static let enough = 5
  /// The permitted lengths of a term, in characters.
  static let termLengths = 4...16
  /// The fewest characters of a name.
  static let shortestName = 4
  /// The most terms that a list can add to the base words.
  static let customTermLimit = 1000

  /// Longer passwords, in characters, always have enough points: four terms cannot cover them.
  private static let longest = 64

  /// The number of distinct terms.
  let termCount: Int
  private let names: PartAutomaton?
  /// The characters of all terms in ascending order; a character's symbol is its index plus 1.
  private let alphabet: [UInt32]
  /// The symbols of ASCII characters; 0 for characters that no term has.
  private let symbols: [UInt16]
  /// Ordered by depth, root first; the children of a node are adjacent.
  private var nodes = [Node(symbol: 0, isTerm: false)]

  private struct Node {
    let symbol: UInt16
    let isTerm: Bool
    var children = 0..<0
  }

  /// Makes the score of terms and names, which are in normal form.
  init(terms: [[UInt8]], names: [[UInt8]]) {
    let terms = Set(terms).map { term in
      String(decoding: term, as: UTF8.self).unicodeScalars.map(\.value)
    }
    .sorted { $0.lexicographicallyPrecedes($1) }
    termCount = terms.count
    var parts = PartValues()
    for name in names {
      parts.append(name.raw)
    }
    self.names = names.isEmpty ? nil : PartAutomaton(parts, letter: Self.letter(of:))
    let alphabet = Set(terms.joined()).sorted()
    self.alphabet = alphabet
    symbols = (0..<128).map { byte in
      let letter = UInt32(Self.letter(of: UInt8(byte)))
      return UInt16((alphabet.firstIndex(of: letter) ?? -1) + 1)
    }
    addNodes(of: terms)
  }

  /// Whether a password has too few points, is almost a term, or contains a name.
  func refuses(_ password: Span<UInt8>) -> Bool {
    FoldedForm.with(password.raw) { refuses(folded: Span(_bytes: $0)) }
  }

  /// The same for a password that is folded or ASCII.
  func refuses(folded password: Span<UInt8>) -> Bool {
    if let names, names.finds(partOf: password, in: password.indices) { return true }
    var storage = InlineArray<64, UInt16>(repeating: 0)
    var symbols = storage.mutableSpan
    var (count, position) = (0, 0)
    while position < password.count {
      if count == Self.longest { return false }
      symbols[count] = symbol(of: Character32.read(password, at: &position).scalar.value)
      count += 1
    }
    let characters = symbols.span.extracting(first: count)
    return !hasEnoughPoints(characters) || isNearlyTerm(characters)
  }

  /// Whether the cheapest division into terms and single characters has ``enough`` points.
  private func hasEnoughPoints(_ characters: Span<UInt16>) -> Bool {
    var storage = InlineArray<65, UInt8>(repeating: UInt8(Self.enough))
    var points = storage.mutableSpan
    points[0] = 0
    for start in characters.indices where points[start] + 1 < Self.enough {
      let sum = points[start] + 1
      points[start + 1] = min(points[start + 1], sum)
      var node = 0
      for index in start..<characters.count {
        guard let child = child(of: node, characters[index]) else { break }
        node = child
        if nodes[node].isTerm { points[index + 1] = min(points[index + 1], sum) }
      }
    }
    return points[characters.count] >= Self.enough
  }

  /// Whether the password becomes a term when at most one character is inserted, left out or
  /// replaced.
  private func isNearlyTerm(_ characters: Span<UInt16>) -> Bool {
    if characters.count > Self.termLengths.upperBound + 1 { return false }
    var node = 0
    var position = 0
    while true {
      for child in nodes[node].children {
        if isTerm(child, with: characters, from: position) { return true }
        if position < characters.count, isTerm(child, with: characters, from: position + 1) {
          return true
        }
      }
      if position == characters.count { return nodes[node].isTerm }
      if isTerm(node, with: characters, from: position + 1) { return true }
      guard let child = child(of: node, characters[position]) else { return false }
      node = child
      position += 1
    }
  }

  /// Whether a node, followed by the characters from `start` on, leads to a term.
  private func isTerm(_ node: Int, with characters: Span<UInt16>, from start: Int) -> Bool {
    var node = node
    for index in start..<characters.count {
      guard let child = child(of: node, characters[index]) else { return false }
      node = child
    }
    return nodes[node].isTerm
  }

  private func child(of node: Int, _ symbol: UInt16) -> Int? {
    if symbol == 0 { return nil }
    for child in nodes[node].children where nodes[child].symbol == symbol { return child }
    return nil
  }

  private func symbol(of character: UInt32) -> UInt16 {
    if character < 0x80 { return symbols[Int(character)] }
    var (start, end) = (0, alphabet.count)
    while start < end {
      let middle = (start + end) / 2
      if alphabet[middle] < character { start = middle + 1 } else { end = middle }
    }
    return start < alphabet.count && alphabet[start] == character ? UInt16(start + 1) : 0
  }

  /// Adds the nodes of sorted terms, level by level.
  private mutating func addNodes(of terms: [[UInt32]]) {
    // The terms that begin with each node of the current level, shortest first.
    var level = [0..<terms.count]
    var (first, depth) = (0, 0)
    while !level.isEmpty {
      let firstOfNext = nodes.count
      var next: [Range<Int>] = []
      for (offset, range) in level.enumerated() {
        let firstChild = nodes.count
        var start = range.first { terms[$0].count > depth } ?? range.upperBound
        while start < range.upperBound {
          let character = terms[start][depth]
          let end = (start..<range.upperBound).first { terms[$0][depth] != character }
          let child = start..<(end ?? range.upperBound)
          nodes.append(
            Node(symbol: symbol(of: character), isTerm: terms[start].count == depth + 1))
          next.append(child)
          start = child.upperBound
        }
        nodes[first + offset].children = firstChild..<nodes.count
      }
      (level, first, depth) = (next, firstOfNext, depth + 1)
    }
  }
}

extension TermScore {
  /// The normal form of an ASCII byte.
  static func letter(of byte: UInt8) -> UInt8 {
    switch FoldedForm.lowercase(byte) {
    case UInt8(ascii: "0"): UInt8(ascii: "o")
    case UInt8(ascii: "1"): UInt8(ascii: "l")
    case UInt8(ascii: "2"): UInt8(ascii: "z")
    case UInt8(ascii: "@"): UInt8(ascii: "a")
    case UInt8(ascii: "$"): UInt8(ascii: "s")
    case let other: other
    }
  }

  /// The normal form of a term or name.
  static func normalForm(of value: RawSpan) -> [UInt8] {
    FoldedForm.with(value) { folded in
      let folded = Span<UInt8>(_bytes: folded)
      return folded.indices.map { letter(of: folded[$0]) }
    }
  }

  /// The number of words that approximate the vendor's list: the commonest of zxcvbn's passwords
  /// that consist of 4 to 16 letters.
  static let baseWordCount = 3000

  /// The words of ``forEachBaseWord(_:)``, described for reports.
  static let baseWordsText =
    "the \(baseWordCount) commonest of zxcvbn's passwords that are 4 to 16 letters"

  /// Visits the base words, the commonest first.
  static func forEachBaseWord(_ body: (Span<UInt8>) -> Void) {
    var words: [(rank: Int, word: [UInt8])] = []
    RankedDictionaries().forEachWord { list, rank, word in
      guard list == .passwords, termLengths.contains(word.count),
        word.indices.allSatisfy({ word[$0] &- UInt8(ascii: "a") < 26 })
      else { return }
      words.append((rank, word.indices.map { word[$0] }))
    }
    words.sort { $0.rank < $1.rank }
    for (_, word) in words.prefix(baseWordCount) { body(word.span) }
  }
}
