import Bytes

/// The occurrences of a spectrum, each drawn into one of two or four folds.
///
/// A password is *seen* as often as the other folds have it, and *held out* as often as a fold has it. The draws come
/// from a fixed generator, of its own for each number of occurrences: the same spectrum always has the same folds, and
/// passwords that are added change only those of as many occurrences.
struct OccurrenceFolds: Sendable {
  /// For each fold, its passwords by how often they are seen.
  let folds: [Fold]

  /// What one fold holds of passwords, the oftenest seen first.
  struct Fold: Hashable, Sendable {
    var groups: [Group] = []

    /// The occurrences that so many guesses find: of equally often seen passwords, the mean over all their orders.
    func hits(_ guesses: UInt64) -> Double {
      var (left, found) = (guesses, UInt64(0))
      for group in groups where group.seen > 0 {
        guard left > group.passwords else {
          let part = Double(group.held) * Double(left) / Double(group.passwords)
          return Double(found) + part
        }
        left -= group.passwords
        found += group.held
      }
      return Double(found)
    }
  }

  /// Passwords that are equally often seen.
  struct Group: Hashable, Sendable {
    let seen: UInt64
    var passwords: UInt64 = 0
    /// Their occurrences in the fold, together.
    var held: UInt64 = 0
  }

  /// Draws every occurrence into two folds, by one bit, or four, by two.
  ///
  /// - Complexity: O(occurrences), about a nanosecond each.
  init(_ levels: [CountSpectrum.Level], bits: Int) {
    var found = [[UInt64: Group]](repeating: [:], count: 1 << bits)
    for level in levels {
      guard let occurrences = UInt64(exactly: level.occurrences) else { continue }
      var source = SplitMix64(bits: UInt64(bits), occurrences: occurrences)
      Self.draw(occurrences, level.passwords, bits: bits, &source) { fold, held, passwords in
        let seen = occurrences &- held
        found[fold][seen, default: Group(seen: seen)].passwords &+= passwords
        found[fold][seen, default: Group(seen: seen)].held &+= held &* passwords
      }
    }
    folds = found.map { Fold(groups: $0.values.sorted { $0.seen > $1.seen }) }
  }

  /// The hits of so many guesses in a fold, in the mean over the folds.
  func meanHits(_ guesses: UInt64) -> Double {
    folds.map { $0.hits(guesses) }.sorted().reduce(0, +) / Double(folds.count)
  }

  /// Draws the occurrences of the passwords that have equally many, and says how many passwords have how many of
  /// theirs in a fold.
  static func draw(
    _ occurrences: UInt64, _ passwords: UInt64, bits: Int, _ source: inout SplitMix64,
    _ add: (_ fold: Int, _ held: UInt64, _ passwords: UInt64) -> Void
  ) {
    let folds = 1 << bits
    guard occurrences <= 64 else {
      for _ in 0..<passwords {
        var held = [UInt64](repeating: 0, count: folds)
        var left = occurrences
        while left > 0 {
          let taken: UInt64 = left < 64 ? 1 << left &- 1 : .max
          source.masks(bits) { held[$0] &+= UInt64(($1 & taken).nonzeroBitCount) }
          left -= min(left, 64)
        }
        for (fold, held) in held.enumerated() { add(fold, held, 1) }
      }
      return
    }
    // 64 passwords side by side: bit by bit the numbers of what they have in a fold, the lowest digits first.
    let width = 64 - occurrences.leadingZeroBitCount
    let most = Int(occurrences)
    var counts = [UInt64](repeating: 0, count: folds * (most + 1))
    var digits = [UInt64](repeating: 0, count: folds * width)
    var left = passwords
    while left > 0 {
      for place in digits.indices { digits[place] = 0 }
      for _ in 0..<most {
        source.masks(bits) { fold, mask in
          var carry = mask
          var place = fold * width
          while carry != 0 {
            let digit = digits[place]
            digits[place] = digit ^ carry
            carry &= digit
            place &+= 1
          }
        }
      }
      let here: UInt64 = left < 64 ? 1 << left &- 1 : .max
      for fold in 0..<folds {
        for held in 0...most {
          var equal = here
          for place in 0..<width {
            let digit = digits[fold * width + place]
            equal &= held >> place & 1 == 1 ? digit : ~digit
          }
          counts[fold * (most + 1) + held] &+= UInt64(equal.nonzeroBitCount)
        }
      }
      left -= min(left, 64)
    }
    for fold in 0..<folds {
      for held in 0...most where counts[fold * (most + 1) + held] > 0 {
        add(fold, UInt64(held), counts[fold * (most + 1) + held])
      }
    }
  }
}

extension CountSpectrum {
  /// One half of the occurrences, and of each of its levels the passwords that a limit on popularity leaves, by what
  /// the other half shows.
  package func halved(keepingPerMillion most: UInt64) -> (half: CountSpectrum, left: [UInt64]) {
    var rows: [(seen: UInt64, held: UInt64, passwords: UInt64)] = []
    var known: UInt128 = 0
    for level in levels where total <= AttackBounds.most {
      guard let occurrences = UInt64(exactly: level.occurrences) else { continue }
      var source = SplitMix64(bits: 1, occurrences: occurrences)
      OccurrenceFolds.draw(occurrences, level.passwords, bits: 1, &source) {
        fold, held, passwords in
        guard fold == 1 else { return }
        let seen = occurrences &- held
        known = known.saturating(plus: UInt128(seen).saturating(times: UInt128(passwords)))
        if held > 0 { rows.append((seen, held, passwords)) }
      }
    }
    var (all, left): ([UInt64: UInt64], [UInt64: UInt64]) = ([:], [:])
    let limit = UInt128(most).saturating(times: known)
    for row in rows {
      all[row.held, default: 0] &+= row.passwords
      if UInt128(row.seen).saturating(times: 1_000_000) <= limit {
        left[row.held, default: 0] &+= row.passwords
      }
    }
    let half = CountSpectrum(all)
    return (half, half.levels.map { left[UInt64(clamping: $0.occurrences)] ?? 0 })
  }
}

extension SplitMix64 {
  /// The generator of a kind of fold and a number of occurrences.
  fileprivate init(bits: UInt64, occurrences: UInt64) {
    self.init(seed: Self.mixed(Self.mixed(0x6D61_6E79_2D67_756E &+ bits) &+ occurrences))
  }

  /// Draws 64 occurrences, and says for each fold which of them fall into it.
  @inline(__always)
  fileprivate mutating func masks(_ bits: Int, _ body: (_ fold: Int, _ mask: UInt64) -> Void) {
    let first = next()
    if bits == 1 {
      body(0, ~first)
      body(1, first)
    } else {
      let second = next()
      body(0, ~first & ~second)
      body(1, first & ~second)
      body(2, ~first & second)
      body(3, first & second)
    }
  }
}
