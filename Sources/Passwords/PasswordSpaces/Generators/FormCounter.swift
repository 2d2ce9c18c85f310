import BigInt
import PasswordPolicies
import Passwords

/// How likely a generator's passwords meet constraints, as whole numbers out of ``whole``.
///
///     var counter = try FormCounter(generator)
///     try counter.weight(of: constraints)  // of counter.whole
///
/// Carries distributions over the automaton's states along the generator's form; nothing is sampled.
struct FormCounter {
  let generator: Generator
  /// The weight of all passwords that the generator lets through.
  private(set) var whole = BigUInt(0)
  private let repertoire: Repertoire
  private let always: Constraints
  private var known: [Constraints: BigUInt] = [:]
  /// The time to give up, checked at each character.
  var deadline = CountingDeadline(time: nil)

  init(_ generator: Generator) throws(KeyspaceProblem) {
    self.generator = generator
    let alphabet = generator.alphabet
    repertoire = Repertoire(
      Repertoire.printableASCII.ranges(of: alphabet).joined().compactMap(Unicode.Scalar.init))
    always = Constraints(
      [.fact(.length, generator.lengths)] + generator.has.map { .count(of: $0, atLeast: 1) })
    whole = try weight(of: Constraints(alphabet: .unicode))
  }

  /// The weight of the passwords that meet constraints.
  ///
  /// - Throws: ``KeyspaceProblem`` if an exact number cannot be computed.
  mutating func weight(of constraints: Constraints) throws(KeyspaceProblem) -> BigUInt {
    var all = constraints
    all.formIntersection(always)
    guard var simple = all.simplified(in: repertoire) else { return 0 }
    let longest = generator.lengths.upperBound
    if simple.needs.contains(where: { $0.minimum > longest }) { return 0 }
    simple.dropIdleLimits(upTo: longest)
    if let weight = known[simple] { return weight }
    if !generator.fixed.isSubset(of: simple.alphabet) { return 0 }
    if simple.distinct > 0, generator.drawsWords {
      throw .tooManyStates(limit: Automaton.mostStates, rules: ["min-unique"])
    }
    var pass = try FormPass(
      generator, simple, in: repertoire, lacks: generator.lacks, by: deadline)
    let weight = try pass.weight(of: generator.form)
    known[simple] = weight
    return weight
  }
}

/// One way along a form with one automaton.
private struct FormPass {
  private let generator: Generator
  private let constraints: Constraints
  private let repertoire: Repertoire
  private let automaton: Automaton
  /// The group of each ASCII character; nil for a character that may not occur.
  private var groups = [Int?](repeating: nil, count: 128)
  /// The sets of which a step asks whether a character occurred, and for each group its bits.
  private let marks: [CodePointSet]
  private var marked: [UInt8] = []
  /// The text that must not occur, and the groups that continue it.
  private let lacks: [UInt8]
  /// The length from which all lengths are alike; 0 if every length of the form is permitted.
  private let lengthCap: Int
  private let deadline: CountingDeadline
  /// The effects of word lists, by their names.
  private var effects: [String: [Place: [Way]]] = [:]
  private var classes: [String: [([UInt8], UInt)]] = [:]

  /// What matters of the text so far.
  private struct Place: Hashable {
    var state = 0
    var length = 0
    var marks: UInt8 = 0
    /// How much of the lacked text stands at the end.
    var begun = 0
    /// What the step itself keeps: the draws that are left, or the letters that could be the
    /// capital.
    var kept = 0
  }

  private typealias Weights = [Place: BigUInt]
  /// A place that may follow, and in how many ways.
  private typealias Way = (Place, UInt)

  init(
    _ generator: Generator, _ constraints: Constraints, in repertoire: Repertoire, lacks: [UInt8],
    by deadline: CountingDeadline
  ) throws(KeyspaceProblem) {
    (self.generator, self.constraints, self.repertoire) = (generator, constraints, repertoire)
    (self.lacks, self.deadline) = (lacks, deadline)
    let limits = constraints.limits
    let isEachApart =
      limits.run != nil || limits.sequence != nil || constraints.distinct > 0 || !lacks.isEmpty
    let singles =
      isEachApart
      ? repertoire.ranges(of: generator.singles).joined().map {
        CodePointSet(ascii: 1 << UInt128($0))
      } : []
    automaton = try Automaton(
      constraints, in: repertoire, cuts: generator.cuts + singles, deadline: deadline.time)
    marks = FormStep.all(generator.form).flatMap { step -> [CodePointSet] in
      switch step {
      case .ensure(let set, _), .replaced(_, let set, _): [set]
      case .sounds(_, _, let needs): needs
      default: []
      }
    }
    let isLimited =
      constraints.shortest > generator.lengths.lowerBound
      || constraints.longest ?? .max < generator.lengths.upperBound
    lengthCap =
      isLimited ? max(constraints.shortest, constraints.longest.map { $0 + 1 } ?? 0) : 0
    for (group, set) in automaton.characterGroups.sets.enumerated() {
      for byte in 0..<128 where set.ascii & 1 << UInt128(byte) != 0 { groups[byte] = group }
      marked.append(
        marks.enumerated().reduce(0) { $0 | (set.isSubset(of: $1.element) ? 1 << $1.offset : 0) })
    }
  }

  mutating func weight(of form: [FormStep]) throws(KeyspaceProblem) -> BigUInt {
    let (ends, _) = try run([Place(): 1], form)
    return ends.reduce(into: BigUInt(0)) { sum, end in
      guard automaton.states[end.key.state].isAccepting,
        lengthCap == 0 || constraints.permits(length: end.key.length)
      else { return }
      sum += end.value
    }
  }

  /// Whether the order of characters matters to nothing.
  private var isOrderFree: Bool {
    constraints.limits == RunLimits() && constraints.ends.isFree && lacks.isEmpty
  }

  /// The weights after steps, and what they are of.
  ///
  /// Drawn characters of `rising` are counted, and one of them may become a capital.
  private mutating func run(
    _ start: Weights, _ form: [FormStep], rising: CodePointSet = CodePointSet()
  ) throws(KeyspaceProblem) -> (Weights, BigUInt) {
    var (weights, total) = (start, BigUInt(1))
    for step in form {
      var of = BigUInt(1)
      switch step {
      case .draw(let sets, let times):
        weights = try advanced(weights, by: groups(of: sets), times: times, rising: rising)
        of = BigUInt(sets.reduce(0) { $0 + repertoire.count(of: $1.set) * $1.weight }).power(times)
      case .shuffle(let slots): (weights, of) = try shuffled(weights, slots)
      case .words(let words, let list):
        weights = try advanced(weights, byWords: words, of: list)
        of = BigUInt(words.count)
      case .ensure(let wanted, let otherwise):
        let (few, many) = (repertoire.count(of: wanted), repertoire.count(of: otherwise))
        let bit = bit(of: wanted)
        let lacking = try advanced(
          weights.filter { $0.key.marks & bit == 0 }, by: groups(of: [(wanted, many)]))
        let having = try advanced(
          weights.filter { $0.key.marks & bit != 0 }, by: groups(of: [(otherwise, few)]))
        weights = lacking.merging(having, uniquingKeysWith: +)
        of = BigUInt(few) * BigUInt(many)
      case .alternatives(let forms): (weights, of) = try either(weights, forms, rising)
      case .capital(let set, let form): (weights, of) = try capitalised(weights, set, form)
      case .replaced(let draft, let lacked, let then):
        (weights, of) = try replaced(weights, draft, ifLacks: lacked, then)
      case .sounds(let sounds, let length, let needs):
        (weights, of) = try spoken(weights, sounds, length, needs)
      }
      total *= of
    }
    return (weights, total)
  }

  private func bit(of set: CodePointSet) -> UInt8 {
    marks.firstIndex(of: set).map { 1 << UInt8($0) } ?? 0
  }

  /// The groups of sets, each with the weight of a character.
  private func groups(of sets: [(set: CodePointSet, weight: Int)]) -> [(group: Int, weight: Int)] {
    sets.flatMap { set in
      automaton.characterGroups.sets.indices.filter {
        automaton.characterGroups.sets[$0].isSubset(of: set.set)
      }.map { ($0, set.weight) }
    }
  }

  /// The places after one character of a group, with the number of characters that lead to each.
  private func moves(_ place: Place, _ group: Int) -> [(Place, Int)] {
    guard var next = followed(place, by: group) else { return [] }
    return automaton.moves(place.state, group).map { target, characters in
      next.state = target
      return (next, characters)
    }
  }

  /// The place after a character of a group, but for its state; nil if the text may not occur.
  private func followed(_ place: Place, by group: Int) -> Place? {
    var next = place
    if lengthCap > 0 { next.length = min(place.length + 1, lengthCap) }
    next.marks |= marked[group]
    if !lacks.isEmpty {
      next.begun = begun(after: place.begun, group)
      if next.begun == lacks.count { return nil }
    }
    return next
  }

  /// How much of the lacked text stands at the end after one more character.
  private func begun(after begun: Int, _ group: Int) -> Int {
    var length = begun
    while true {
      if groups[Int(lacks[length])] == group { return length + 1 }
      if length == 0 { return 0 }
      length = (0..<length).last { lacks[..<$0] == lacks[(length - $0)..<length] } ?? 0
    }
  }

  /// The weights after whatever may follow each place, with the number of ways there.
  private func stepped(
    _ weights: Weights, ways: (Place) -> [Way]
  ) throws(KeyspaceProblem) -> Weights {
    try deadline.check()
    var next: Weights = [:]
    for (place, weight) in weights {
      for (target, times) in ways(place) {
        next[target, default: 0].multiplyAndAdd(weight, times)
      }
    }
    return next
  }

  private func advanced(
    _ start: Weights, by drawn: [(group: Int, weight: Int)], times: Int = 1,
    rising: CodePointSet = CodePointSet()
  ) throws(KeyspaceProblem) -> Weights {
    var weights = start
    var known: [Place: [Way]] = [:]
    for _ in 0..<times {
      weights = try stepped(weights) { place -> [Way] in
        if let ways = known[place] { return ways }
        let ways = merged(drawn.flatMap { group, each in self.ways(place, group, each, rising) })
        if times > 1 { known[place] = ways }
        return ways
      }
    }
    return weights
  }

  /// The ways of a character of a group, each of a weight.
  ///
  /// `kept` is twice the number of letters of `rising`, which could be the capital, and one more once
  /// one is.
  private func ways(_ place: Place, _ group: Int, _ each: Int, _ rising: CodePointSet) -> [Way] {
    let letters = automaton.characterGroups.sets[group]
    let canRise = letters.isSubset(of: rising)
    var ways: [Way] = []
    for (target, characters) in moves(place, group) {
      var target = target
      if canRise { target.kept += 2 }
      ways.append((target, UInt(characters * each)))
    }
    guard canRise, place.kept % 2 == 0 else { return ways }
    for (capital, capitals) in automaton.characterGroups.sets.enumerated() {
      let risen = letters.capitals.intersection(capitals)
      guard !risen.isEmpty, var target = moves(place, capital).first?.0 else { continue }
      target.kept += 3
      ways.append((target, UInt(risen.ascii.nonzeroBitCount * each)))
    }
    return ways
  }

  /// Moves with those of one target put together.
  private func merged(_ moves: [Way]) -> [Way] {
    var all: [Way] = []
    for (target, times) in moves {
      if let known = all.firstIndex(where: { $0.0 == target }) {
        all[known].1 += times
      } else {
        all.append((target, times))
      }
    }
    return all
  }

  /// The place after a text whose characters are known; nil if it may not follow.
  private func read(_ place: Place, _ text: some Sequence<UInt8>) -> Place? {
    var place = place
    for byte in text {
      guard let group = groups[Int(byte)], var next = followed(place, by: group),
        let state = automaton.move(place.state, group)
      else { return nil }
      next.state = state
      place = next
    }
    return place
  }

  /// Where the order matters to nothing, the draws follow each other.
  private func shuffled(
    _ start: Weights, _ slots: [(set: CodePointSet, times: Int)]
  ) throws(KeyspaceProblem) -> (Weights, BigUInt) {
    let sizes = slots.map { repertoire.count(of: $0.set) }
    let common = sizes.reduce(1) { leastCommonMultiple($0, max(1, $1)) }
    let places = slots.reduce(0) { $0 + $1.times }
    let total = (0..<places).reduce(BigUInt(1)) { $0 * BigUInt((places - $1) * common) }
    let sets = slots.indices.map { groups(of: [(slots[$0].set, common / max(1, sizes[$0]))]) }
    var weights = start
    if isOrderFree {
      for (slot, set) in zip(slots, sets) {
        weights = try advanced(weights, by: set, times: slot.times)
      }
      let orders = (1...max(1, places)).reduce(BigUInt(1)) { $0 * BigUInt($1) }
      return (weights.mapValues { $0 * orders }, total)
    }
    // What is left of each slot is a digit of `kept`.
    var radix = [1]
    for slot in slots { radix.append((radix.last ?? 1) * (slot.times + 1)) }
    let full = slots.indices.reduce(0) { $0 + radix[$1] * slots[$1].times }
    weights = Weights(
      uniqueKeysWithValues: start.map { place, weight in
        var place = place
        place.kept = full
        return (place, weight)
      })
    for _ in 0..<places {
      weights = try stepped(weights) { place -> [Way] in
        var ways: [Way] = []
        for (index, slot) in slots.enumerated() {
          let left = place.kept / radix[index] % (slot.times + 1)
          if left == 0 { continue }
          for (group, each) in sets[index] {
            for (target, characters) in moves(place, group) {
              var target = target
              target.kept -= radix[index]
              ways.append((target, UInt(left * each * characters)))
            }
          }
        }
        return merged(ways)
      }
    }
    return (weights, total)
  }

  private mutating func advanced(
    _ weights: Weights, byWords words: [[UInt8]], of list: String
  ) throws(KeyspaceProblem) -> Weights {
    try stepped(weights) { place -> [Way] in
      // Lengths add up, so that a word's effect is found once for all of them.
      var start = place
      start.length = 0
      let known = effects[list]?[start]
      let ways = known ?? effects(of: words, of: list, from: start)
      if known == nil { effects[list, default: [:]][start] = ways }
      return ways.map { effect, times in
        var target = effect
        if lengthCap > 0 { target.length = min(place.length + effect.length, lengthCap) }
        return (target, times)
      }
    }
  }

  /// The places to which words lead, with the number of words.
  private mutating func effects(
    of words: [[UInt8]], of list: String, from place: Place
  ) -> [Way] {
    let alike = classes[list] ?? classes(of: words)
    classes[list] = alike
    var all: [Place: UInt] = [:]
    for (word, times) in alike {
      if let target = read(place, word) { all[target, default: 0] += times }
    }
    return all.map { ($0.key, $0.value) }
  }

  /// Words, each with the number of those that have its effect on every place.
  private func classes(of words: [[UInt8]]) -> [([UInt8], UInt)] {
    guard constraints.limits == RunLimits(), lacks.isEmpty else { return words.map { ($0, 1) } }
    // Without limits on runs, the order of all but the first and the last character is free, and
    // where one of a class is enough, so is their number.
    let isSet = constraints.needs.allSatisfy { $0.minimum <= 1 && $0.maximum == .max }
    var classes: [[Int]: ([UInt8], UInt)] = [:]
    for word in words {
      let groups = word.compactMap { self.groups[Int($0)] }
      guard groups.count == word.count, let first = groups.first, let last = groups.last else {
        continue
      }
      let key: [Int]
      if isSet, automaton.characterGroups.sets.count < 64 {
        let middle = groups.reduce(0) { $0 | 1 << $1 }
        key = [middle, first << 16 | last << 8 | (lengthCap > 0 ? word.count : 0)]
      } else {
        key = [first] + groups.dropFirst().dropLast().sorted() + [last]
      }
      classes[key, default: (word, 0)].1 += 1
    }
    return Array(classes.values)
  }

  /// Of the letters of a finished text one, each equally likely, becomes a capital.
  private mutating func capitalised(
    _ start: Weights, _ set: CodePointSet, _ form: [FormStep]
  ) throws(KeyspaceProblem) -> (Weights, BigUInt) {
    let (weights, total) = try run(start, form, rising: set)
    let most = form.isEmpty ? 1 : max(1, FormStep.lengths(of: form).upperBound)
    let common = (1...most).reduce(BigUInt(1)) { leastCommonMultiple($0, BigUInt($1)) }
    var ends: Weights = [:]
    for (place, weight) in weights where place.kept % 2 == 1 {
      var end = place
      end.kept = 0
      ends[end, default: 0] += weight * (common / BigUInt(place.kept / 2))
    }
    return (ends, total * common)
  }

  /// One of several forms, by weight.
  private mutating func either(
    _ start: Weights, _ forms: [(weight: Int, form: [FormStep])], _ rising: CodePointSet
  ) throws(KeyspaceProblem) -> (Weights, BigUInt) {
    var results: [(weight: Int, weights: Weights, total: BigUInt)] = []
    for (weight, form) in forms {
      let (weights, total) = try run(start, form, rising: rising)
      results.append((weight, weights, total))
    }
    let common = results.reduce(BigUInt(1)) { leastCommonMultiple($0, $1.total) }
    var all: Weights = [:]
    for (weight, weights, total) in results {
      let factor = common / total * BigUInt(weight)
      all.merge(weights.mapValues { $0 * factor }, uniquingKeysWith: +)
    }
    return (all, common * BigUInt(forms.reduce(0) { $0 + $1.weight }))
  }

  private mutating func replaced(
    _ start: Weights, _ draft: [FormStep], ifLacks lacked: CodePointSet, _ then: [FormStep]
  ) throws(KeyspaceProblem) -> (Weights, BigUInt) {
    let (drafts, ofDraft) = try run(start, draft)
    let (others, ofOther) = try run(start, then)
    // Which drafts lack the set does not depend on the policy.
    var free = Constraints(alphabet: CodePointSet.unicode.subtracting(lacked))
    free.formIntersection(Constraints([.fact(.length, FormStep.lengths(of: draft))]))
    var lacking = BigUInt(0)
    if let simple = free.simplified(in: repertoire) {
      var pass = try FormPass(generator, simple, in: repertoire, lacks: [], by: deadline)
      lacking = try pass.weight(of: draft)
    }
    let bit = bit(of: lacked)
    let kept = drafts.filter { $0.key.marks & bit != 0 }.mapValues { $0 * ofOther }
    return (
      kept.merging(others.mapValues { $0 * lacking }, uniquingKeysWith: +), ofDraft * ofOther
    )
  }
}

// Sounds.
extension FormPass {
  /// Where a chain of sounds is.
  private struct Sound: Hashable {
    var place: Place
    /// Whether a vowel is wanted next.
    var wantsVowel: Bool
    var isFirst = true
    var wasVowel = false
  }

  /// Each character that is drawn multiplies what the weights are of by `unit`, so that all texts of
  /// a length are of the same.
  private func spoken(
    _ start: Weights, _ sounds: Sounds, _ length: Int, _ needs: [CodePointSet]
  ) throws(KeyspaceProblem) -> (Weights, BigUInt) {
    let texts = [true: sounds.vowels, false: sounds.consonants].mapValues {
      $0.map { Array($0.utf8) }
    }
    let notFirst = Set(sounds.notFirst.map { Array($0.utf8) })
    let (capital, digit, again) = (sounds.capital, sounds.digit, sounds.vowelAgain)
    func fitting(_ sound: Sound, _ left: Int) -> [[UInt8]] {
      (texts[sound.wantsVowel] ?? []).filter {
        !(sound.isFirst && notFirst.contains($0))
          && !(sound.wasVowel && sound.wantsVowel && $0.count == 2) && $0.count <= left
      }
    }
    let choices = (1...max(1, sounds.vowels.count, sounds.consonants.count))
      .reduce(1, leastCommonMultiple)
    // A sound, its capital, a digit or none and which one, and then a coin or the next kind.
    let rest = capital.whole * digit.whole * 10 * 2 * again.whole
    let unit = BigUInt(choices) * BigUInt(rest)
    let digits = groups(of: [(.digit, 1)]).map(\.group)

    var layers = [[Sound: BigUInt]](repeating: [:], count: length + 1)
    for (place, weight) in start {
      for vowel in [true, false] {
        layers[0][Sound(place: place, wantsVowel: vowel)] = weight
      }
    }
    for at in 0..<length {
      try deadline.check()
      for (sound, weight) in layers[at] {
        let fit = fitting(sound, length - at)
        let powers = [weight, weight * unit, weight * unit * unit]
        let rising = sound.isFirst || !sound.wantsVowel ? capital.part : 0
        for (rises, chance) in [(false, capital.whole - rising), (true, rising)] where chance > 0 {
          // Sounds that lead to the same place are taken together.
          var alike: [Place: [Int: Int]] = [:]
          for text in fit {
            let said = rises ? FormStep.capitalised(text) : text
            if let place = read(sound.place, said) {
              alike[place, default: [:]][text.count, default: 0] += choices / fit.count * chance
            }
          }
          for (place, sizes) in alike {
            for (size, times) in sizes {
              func put(_ next: Sound, _ end: Int, _ share: Int, of whole: Int) {
                layers[end][next, default: 0].multiplyAndAdd(
                  powers[end - at - 1], UInt(times * share * (rest / capital.whole / whole)))
              }
              let end = at + size
              var next = sound
              next.place = place
              if end >= length {
                put(next, length, 1, of: 1)
                continue
              }
              let stays = sound.isFirst ? digit.whole : digit.whole - digit.part
              for group in sound.isFirst ? [] : digits {
                for (place, characters) in moves(place, group) {
                  for vowel in [true, false] {
                    put(
                      Sound(place: place, wantsVowel: vowel), end + 1, digit.part * characters,
                      of: digit.whole * 10 * 2)
                  }
                }
              }
              next.isFirst = false
              next.wasVowel = sound.wantsVowel
              let mayRepeat = sound.wantsVowel && !sound.wasVowel && size < 2
              let vowels = mayRepeat ? again.part : sound.wantsVowel ? 0 : again.whole
              for (vowel, chance) in [(true, vowels), (false, again.whole - vowels)]
              where chance > 0 {
                next.wantsVowel = vowel
                put(next, end, stays * chance, of: digit.whole * again.whole)
              }
            }
          }
        }
      }
    }
    var ends: Weights = [:]
    let asked = needs.reduce(0) { $0 | bit(of: $1) }
    for (sound, weight) in layers[length] where sound.place.marks & asked == asked {
      ends[sound.place, default: 0] += weight
    }
    return (ends, unit.power(length) * 2)
  }
}

private func leastCommonMultiple(_ a: Int, _ b: Int) -> Int {
  var (greatest, rest) = (a, b)
  while rest != 0 { (greatest, rest) = (rest, greatest % rest) }
  return a / greatest * b
}

private func leastCommonMultiple(_ a: BigUInt, _ b: BigUInt) -> BigUInt {
  a == b ? a : a / a.greatestCommonDivisor(with: b) * b
}
