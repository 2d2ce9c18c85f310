import EmbeddedData

/// The published algorithm, written down as plainly as possible: no trie, no masks, no shortcuts.
///
/// Slow on purpose; an oracle for texts that no list of examples has. It shares no code with the
/// room and keeps its words in dictionaries, its l33t readings in lists, and all matches in one
/// array.
struct NaiveScorer {
  let referenceYear: Int
  /// One dictionary a list, in the order of look-up; the caller's words are the last.
  private var lists: [[[UInt16]: Double]]

  struct Match {
    var i: Int
    var j: Int
    var guesses: Double
    var pattern: String
  }

  struct Result {
    var guesses: Double
    var sequence: [Match]
  }

  private static let embedded: [[[UInt16]: Double]] = {
    var lists = [[[UInt16]: Double]](repeating: [:], count: RankedDictionaries.List.allCases.count)
    RankedDictionaries().forEachWord { list, rank, word in
      lists[Int(list.rawValue)][word.indices.map { UInt16(word[$0]) }] = Double(rank)
    }
    return lists
  }()

  init(referenceYear: Int, contextWords: [String] = []) {
    self.referenceYear = referenceYear
    var context: [[UInt16]: Double] = [:]
    for (index, word) in contextWords.enumerated() {
      context[Array(word.lowercased().utf16)] = Double(index + 1)
    }
    lists = Self.embedded + [context]
    // JavaScript finds these in every object, with a rank that is not a number; only the first can
    // be given one.
    for index in lists.indices {
      if lists[index][Array("constructor".utf16)] == nil {
        lists[index][Array("constructor".utf16)] = .nan
      }
      lists[index][Array("__proto__".utf16)] = .nan
    }
  }

  func score(_ password: String) -> Result { score(Array(password.utf16)) }

  func score(_ text: [UInt16]) -> Result {
    guard !text.isEmpty else { return Result(guesses: 1, sequence: []) }
    let found =
      words(text) + reversedWords(text) + leetWords(text) + walks(text) + repeats(text)
      + sequences(text) + years(text) + dates(text)
    let matches = found.map { match in
      var match = match
      let length = match.j - match.i + 1
      let least = length == text.count ? 1.0 : length == 1 ? 10 : 50
      match.guesses = match.guesses < least ? least : match.guesses
      return match
    }
    let sorted = matches.enumerated().sorted {
      ($0.element.i, $0.element.j, $0.offset) < ($1.element.i, $1.element.j, $1.offset)
    }
    return cheapest(text, sorted.map(\.element))
  }

  // MARK: The search

  private struct Cell {
    var match: Match
    var product: Double
    var guesses: Double
  }

  private func cheapest(_ text: [UInt16], _ matches: [Match]) -> Result {
    let n = text.count
    var rows = [[Int: Cell]](repeating: [:], count: n)
    func attempt(_ match: Match, _ length: Int) {
      var product = match.guesses
      if length > 1, let before = rows[match.i - 1][length - 1] {
        product *= before.product
      }
      let factorial = (1...length).reduce(1.0) { $0 * Double($1) }
      let growth = (1..<length).reduce(1.0) { power, _ in power * 10_000 }
      let guesses = factorial * product + growth
      for (other, cell) in rows[match.j] where other <= length && cell.guesses <= guesses {
        return
      }
      rows[match.j][length] = Cell(match: match, product: product, guesses: guesses)
    }
    func bruteForce(_ i: Int, _ j: Int) -> Match {
      let power = (i...j).reduce(1.0) { power, _ in min(power * 10, .greatestFiniteMagnitude) }
      return Match(i: i, j: j, guesses: max(power, i == j ? 11 : 51), pattern: "bruteforce")
    }
    for k in 0..<n {
      for match in matches where match.j == k {
        if match.i == 0 {
          attempt(match, 1)
        } else {
          for length in rows[match.i - 1].keys.sorted() { attempt(match, length + 1) }
        }
      }
      attempt(bruteForce(0, k), 1)
      for i in stride(from: 1, through: k, by: 1) {
        for length in rows[i - 1].keys.sorted()
        where rows[i - 1][length]?.match.pattern != "bruteforce" {
          attempt(bruteForce(i, k), length + 1)
        }
      }
    }
    var best = (guesses: Double.infinity, length: 0)
    for (length, cell) in rows[n - 1].sorted(by: { $0.key < $1.key })
    where cell.guesses < best.guesses {
      best = (cell.guesses, length)
    }
    var sequence: [Match] = []
    var k = n - 1
    for length in stride(from: best.length, to: 0, by: -1) {
      guard let cell = rows[k][length] else { break }
      sequence.append(cell.match)
      k = cell.match.i - 1
    }
    return Result(guesses: best.guesses, sequence: sequence.reversed())
  }

  // MARK: Words

  private func lowered(_ text: some Collection<UInt16>) -> [UInt16] {
    Array(String(decoding: Array(text), as: UTF16.self).lowercased().utf16)
  }

  private func lookUps(
    _ text: [UInt16], _ body: (_ i: Int, _ j: Int, _ word: [UInt16], _ rank: Double) -> Void
  ) {
    let lower = lowered(text)
    for list in lists {
      for i in text.indices {
        for j in i..<min(text.count, i + 64) {
          let word = Array(lower[i...j])
          if let rank = list[word] { body(i, j, word, rank) }
        }
      }
    }
  }

  private func words(_ text: [UInt16]) -> [Match] {
    var matches: [Match] = []
    lookUps(text) { i, j, _, rank in
      let token = text[i...j]
      matches.append(
        Match(i: i, j: j, guesses: rank * capitals(token), pattern: "dictionary"))
    }
    return matches
  }

  private func reversedWords(_ text: [UInt16]) -> [Match] {
    var matches: [Match] = []
    lookUps(text.reversed()) { i, j, _, rank in
      let (first, last) = (text.count - 1 - j, text.count - 1 - i)
      let token = text[first...last]
      matches.append(
        Match(i: first, j: last, guesses: rank * capitals(token) * 2, pattern: "dictionary"))
    }
    return matches
  }

  private func isUpper(_ unit: UInt16) -> Bool { (0x41...0x5A).contains(unit) }
  private func isLower(_ unit: UInt16) -> Bool { (0x61...0x7A).contains(unit) }
  private func isDigit(_ unit: UInt16) -> Bool { (0x30...0x39).contains(unit) }

  private func capitals(_ token: some BidirectionalCollection<UInt16>) -> Double {
    let upper = token.filter(isUpper).count
    let lower = token.filter(isLower).count
    if upper == 0 { return 1 }
    if let first = token.first, isUpper(first), upper == 1, token.count > 1 { return 2 }
    if let last = token.last, isUpper(last), upper == 1, token.count > 1 { return 2 }
    return lower == 0 ? 2 : choices(upper, lower)
  }

  private func choose(_ n: Int, _ k: Int) -> Double {
    if k > n { return 0 }
    var (n, r) = (n, 1.0)
    for d in stride(from: 1, through: k, by: 1) {
      r *= Double(n)
      r /= Double(d)
      n -= 1
    }
    return r
  }

  private func choices(_ a: Int, _ b: Int) -> Double {
    stride(from: 1, through: min(a, b), by: 1).reduce(0) { $0 + choose(a + b, $1) }
  }

  private static let table: [(letter: Character, symbols: String)] = [
    ("a", "4@"), ("b", "8"), ("c", "({[<"), ("e", "3"), ("g", "69"), ("i", "1!|"), ("l", "1|7"),
    ("o", "0"), ("s", "$5"), ("t", "+7"), ("x", "%"), ("z", "2"),
  ]

  private func readings(_ text: [UInt16]) -> [[(symbol: UInt16, letter: UInt16)]] {
    var readings: [[(symbol: UInt16, letter: UInt16)]] = [[]]
    for (letter, symbols) in Self.table {
      let present = symbols.utf16.filter { text.contains($0) }
      guard !present.isEmpty, let letter = letter.utf16.first else { continue }
      var next: [[(symbol: UInt16, letter: UInt16)]] = []
      for symbol in present {
        for reading in readings {
          if let taken = reading.firstIndex(where: { $0.symbol == symbol }) {
            next.append(reading)
            var other = reading
            other.remove(at: taken)
            next.append(other + [(symbol, letter)])
          } else {
            next.append(reading + [(symbol, letter)])
          }
        }
      }
      readings = next
    }
    return readings
  }

  private func leetWords(_ text: [UInt16]) -> [Match] {
    var matches: [Match] = []
    for reading in readings(text) where !reading.isEmpty {
      let letters = Dictionary(reading.map { ($0.symbol, $0.letter) }) { a, _ in a }
      lookUps(text.map { letters[$0] ?? $0 }) { i, j, word, rank in
        let token = text[i...j]
        let lower = lowered(token)
        guard token.count > 1, lower != word else { return }
        var variations = 1.0
        for (symbol, letter) in reading where token.contains(symbol) {
          let s = lower.filter { $0 == symbol }.count
          let m = lower.filter { $0 == letter }.count
          variations *= s == 0 || m == 0 ? 2 : choices(s, m)
        }
        matches.append(
          Match(i: i, j: j, guesses: rank * capitals(token) * variations, pattern: "dictionary"))
      }
    }
    return matches
  }

  // MARK: Keyboards

  /// Rows of keys; a key's place is half a key further right in each row of a full keyboard.
  private static let boards: [(rows: [[String]], indents: [Int], isFull: Bool)] = [
    (
      [
        "`~ 1! 2@ 3# 4$ 5% 6^ 7& 8* 9( 0) -_ =+", #"qQ wW eE rR tT yY uU iI oO pP [{ ]} \|"#,
        #"aA sS dD fF gG hH jJ kK lL ;: '""#, "zZ xX cC vV bB nN mM ,< .> /?",
      ].map { $0.split(separator: " ").map(String.init) }, [0, 1, 1, 1], true
    ),
    (
      [
        "`~ 1! 2@ 3# 4$ 5% 6^ 7& 8* 9( 0) [{ ]}", #"'" ,< .> pP yY fF gG cC rR lL /? =+ \|"#,
        "aA oO eE uU iI dD hH tT nN sS -_", ";: qQ jJ kK xX bB mM wW vV zZ",
      ].map { $0.split(separator: " ").map(String.init) }, [0, 1, 1, 1], true
    ),
    (
      ["/ * -", "7 8 9 +", "4 5 6", "1 2 3", "0 ."].map {
        $0.split(separator: " ").map(String.init)
      },
      [1, 0, 0, 0, 1], false
    ),
    (
      ["= / *", "7 8 9 -", "4 5 6 +", "1 2 3", "0 ."].map {
        $0.split(separator: " ").map(String.init)
      }, [1, 0, 0, 0, 1], false
    ),
  ]

  private typealias Place = (x: Int, y: Int, isShifted: Bool)

  private func place(_ unit: UInt16, _ board: Int) -> Place? {
    let (rows, indents, _) = Self.boards[board]
    for (y, row) in rows.enumerated() {
      for (x, key) in row.enumerated() {
        if let level = Array(key.utf16).firstIndex(of: unit) {
          return (x + indents[y], y, level == 1)
        }
      }
    }
    return nil
  }

  private func direction(_ a: UInt16, _ b: UInt16, _ board: Int) -> Int? {
    guard let from = place(a, board), let to = place(b, board) else { return nil }
    let steps =
      Self.boards[board].isFull
      ? [(-1, 0), (0, -1), (1, -1), (1, 0), (0, 1), (-1, 1)]
      : [(-1, 0), (-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1)]
    return steps.firstIndex { $0 == (to.x - from.x, to.y - from.y) }
  }

  private func walks(_ text: [UInt16]) -> [Match] {
    var matches: [Match] = []
    for board in 0..<4 {
      var i = 0
      while i < text.count - 1 {
        var j = i + 1
        var turns = 0
        var last: Int?
        var shifted = Self.boards[board].isFull && place(text[i], board)?.isShifted == true ? 1 : 0
        while j < text.count, let step = direction(text[j - 1], text[j], board) {
          if place(text[j], board)?.isShifted == true { shifted += 1 }
          if step != last { turns += 1 }
          last = step
          j += 1
        }
        if j - i > 2 {
          let (starts, degree) =
            Self.boards[board].isFull ? (94.0, 4.595744680851064) : (15.0, 5.066666666666666)
          var guesses = 0.0
          for length in 2...(j - i) {
            for k in 1...min(turns, length - 1) {
              let power = (0..<k).reduce(1.0) { power, _ in power * degree }
              guesses += choose(length - 1, k - 1) * starts * power
            }
          }
          if shifted > 0 { guesses *= shifted == j - i ? 2 : choices(shifted, j - i - shifted) }
          matches.append(Match(i: i, j: j - 1, guesses: guesses, pattern: "spatial"))
        }
        i = j
      }
    }
    return matches
  }

  // MARK: Repeats, sequences

  private func repeats(_ text: [UInt16]) -> [Match] {
    let lineEnds: Set<UInt16> = [0x0A, 0x0D, 0x2028, 0x2029]
    /// The range of consecutive copies of a block; nil if there is only one.
    func stretch(_ p: Int, _ block: Int) -> Int? {
      let token = text[p..<(p + block)]
      guard !token.contains(where: lineEnds.contains) else { return nil }
      var copies = 1
      while p + (copies + 1) * block <= text.count,
        text[(p + copies * block)..<(p + (copies + 1) * block)].elementsEqual(token)
      {
        copies += 1
      }
      return copies > 1 ? copies * block : nil
    }
    var matches: [Match] = []
    var p = 0
    while p < text.count {
      let found = stride(from: 1, through: (text.count - p) / 2, by: 1).compactMap { block in
        stretch(p, block).map { (block: block, length: $0) }
      }
      guard let lazy = found.first, let greedy = found.last else {
        p += 1
        continue
      }
      var (block, length) = lazy
      if greedy.length > length {
        length = greedy.length
        block =
          found.first { stretch(p, $0.block) ?? 0 >= length && length % $0.block == 0 }?.block ?? 0
      }
      let base = score(Array(text[p..<(p + block)])).guesses
      matches.append(
        Match(i: p, j: p + length - 1, guesses: base * Double(length / block), pattern: "repeat"))
      p += length
    }
    return matches
  }

  private func sequences(_ text: [UInt16]) -> [Match] {
    guard text.count > 1 else { return [] }
    let steps = zip(text, text.dropFirst()).map { Int($1) - Int($0) }
    var matches: [Match] = []
    var i = 0
    for k in 1...steps.count where k == steps.count || steps[k] != steps[i] {
      let step = steps[i]
      if step != 0, abs(step) <= 5, k - i > 1 || abs(step) == 1 {
        var guesses = "aAzZ019".utf16.contains(text[i]) ? 4.0 : isDigit(text[i]) ? 10 : 26
        if step < 0 { guesses *= 2 }
        matches.append(
          Match(i: i, j: k, guesses: guesses * Double(k - i + 1), pattern: "sequence"))
      }
      i = k
    }
    return matches
  }

  // MARK: Years and dates

  private func number(_ token: some Collection<UInt16>) -> Int? {
    token.isEmpty || !token.allSatisfy(isDigit)
      ? nil : token.reduce(0) { $0 * 10 + Int($1) - 0x30 }
  }

  private func yearSpace(_ year: Int) -> Double { Double(max(abs(year - referenceYear), 20)) }

  private func years(_ text: [UInt16]) -> [Match] {
    var matches: [Match] = []
    var i = 0
    while i + 4 <= text.count {
      if let year = number(text[i..<(i + 4)]), year >= 1900, year < 2020 {
        matches.append(Match(i: i, j: i + 3, guesses: yearSpace(year), pattern: "regex"))
        i += 4
      } else {
        i += 1
      }
    }
    return matches
  }

  private func isDayAndMonth(_ a: Int, _ b: Int) -> Bool {
    (1...31).contains(a) && (1...12).contains(b) || (1...31).contains(b) && (1...12).contains(a)
  }

  /// The year of a date of three numbers.
  private func year(_ numbers: [Int]) -> Int? {
    let (a, b, c) = (numbers[0], numbers[1], numbers[2])
    if b > 31 || b <= 0 { return nil }
    if numbers.contains(where: { $0 > 99 && $0 < 1000 || $0 > 2050 }) { return nil }
    if numbers.filter({ $0 > 31 }).count >= 2 || numbers.allSatisfy({ $0 > 12 })
      || numbers.filter({ $0 == 0 }).count >= 2
    {
      return nil
    }
    for (year, x, y) in [(c, a, b), (a, b, c)] where (1000...2050).contains(year) {
      return isDayAndMonth(x, y) ? year : nil
    }
    for (year, x, y) in [(c, a, b), (a, b, c)] where isDayAndMonth(x, y) {
      return year > 99 ? year : year > 50 ? year + 1900 : year + 2000
    }
    return nil
  }

  private static let splits: [Int: [(Int, Int)]] = [
    4: [(1, 2), (2, 3)], 5: [(1, 3), (2, 3)], 6: [(1, 2), (2, 4), (4, 5)],
    7: [(1, 3), (2, 3), (4, 5), (4, 6)], 8: [(2, 4), (4, 6)],
  ]

  private func dates(_ text: [UInt16]) -> [Match] {
    var matches: [Match] = []
    for i in text.indices {
      for j in i..<min(i + 10, text.count) {
        let token = Array(text[i...j])
        if number(token) != nil, let splits = Self.splits[token.count] {
          let years = splits.compactMap { k, l in
            year([token[..<k], token[k..<l], token[l...]].compactMap { number($0) })
          }
          let nearest = years.min { abs($0 - referenceYear) < abs($1 - referenceYear) }
          if let nearest {
            matches.append(Match(i: i, j: j, guesses: yearSpace(nearest) * 365, pattern: "date"))
          }
        } else if token.count >= 6, let year = separatedYear(token) {
          matches.append(Match(i: i, j: j, guesses: yearSpace(year) * 365 * 4, pattern: "date"))
        }
      }
    }
    return matches.filter { match in
      !matches.contains {
        $0.i <= match.i && $0.j >= match.j && ($0.i, $0.j) != (match.i, match.j)
      }
    }
  }

  private func separatedYear(_ token: [UInt16]) -> Int? {
    let spaces: [ClosedRange<UInt16>] = [
      0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029,
      0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
    ]
    guard let separator = token.first(where: { !isDigit($0) }),
      #"/\_.-"#.utf16.contains(separator) || spaces.contains(where: { $0.contains(separator) })
    else { return nil }
    let parts = token.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.count == 3, (1...4).contains(parts[0].count), (1...2).contains(parts[1].count),
      (1...4).contains(parts[2].count)
    else { return nil }
    let numbers = parts.compactMap { number($0) }
    return numbers.count == 3 ? year(numbers) : nil
  }
}
