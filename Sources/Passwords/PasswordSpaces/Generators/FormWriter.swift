import Passwords

/// Makes the graph of a form, from its beginning to its end.
final class FormWriter {
  private(set) var pieces: [FormGraph.Piece] = []
  private(set) var edges: [[(piece: Int, target: Int, chance: Share)]] = [[]]
  /// The lengths that the text may have at each node.
  private(set) var lengths: [Set<Int>] = [[0]]
  private let form: [FormStep]
  private let file: GeneratorFile
  /// The sets of which each password has a character, and all that steps ask for.
  private let (has, asked): ([CodePointSet], [CodePointSet])
  /// The text that no password contains; empty for none.
  private let lacks: [UInt8]
  /// The letters of which one becomes a capital.
  private var rising = CodePointSet()
  /// Whether nothing is written of what is drawn.
  private var isSilent = false

  /// What matters of the text so far to what follows.
  struct Memory: Hashable {
    /// The sets asked for of which a character occurred.
    var met: Set<CodePointSet> = []
    /// As much of the lacked text as stands at the end.
    var begun: [UInt8] = []
    /// How many characters are left of each draw of a shuffle.
    var left: [Int] = []
    /// The letters that could be the capital, and whether one is.
    var letters = 0
    var isRisen = false
    var sound: Sound?
  }

  /// A sound of a word, and what stands before it.
  struct Sound: Hashable {
    var isVowel: Bool
    var isFirst = true
    var followsVowel = false
    /// Whether a vowel may follow it although it is one.
    var mayRepeat = false
  }

  /// The nodes from which the text goes on.
  private typealias Open = [Memory: Int]
  /// A piece that may follow, the chance of each character or word of it, and the memory after it.
  private typealias Way = (piece: FormGraph.Piece, chance: Share, memory: Memory)

  init(_ generator: Generator) {
    let (form, file, until) = (generator.row.form, generator.file, generator.row.until ?? [])
    let steps = FormStep.all(form)
    has =
      until.compactMap(\.has).map(file.characters)
      + steps.flatMap { $0.need ?? [] }.map { $0 == "capital" ? .upper : .digit }
    asked =
      has + steps.flatMap { [$0.ensure, $0.ifLacks] }.compactMap(\.self).map(file.characters)
    lacks = until.lazy.compactMap(\.lacks).first.map { Array($0.utf8) } ?? []
    (self.form, self.file) = (form, file)
  }

  /// Writes the whole form; returns the number of the last node.
  func writeAll() throws -> Int {
    let ends = try write(form, [Memory(): 0])
    let kept = ends.filter { $0.key.met.isSuperset(of: has) }
    guard let end = follow(kept, { _ in [(.nothing, .all, Memory())] }).values.first else {
      throw Self.fault("a form of which nothing is kept")
    }
    return end
  }

  private static func fault(_ text: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: [], debugDescription: text))
  }

  // MARK: Nodes and edges

  /// The open nodes after some ways from each.
  private func follow(_ open: Open, _ ways: (Memory) -> [Way]) -> Open {
    var next: Open = [:]
    for (memory, node) in open {
      for way in ways(memory) { add(way, from: node, to: &next) }
    }
    return next
  }

  /// Adds an edge; all ways after which the memory is the same lead to one node.
  private func add(_ way: Way, from node: Int, to next: inout Open) {
    if way.chance.isNone { return }
    let piece = isSilent ? .nothing : way.piece
    let chance = isSilent ? way.chance * Share(way.piece.texts.count, of: 1) : way.chance
    let number = pieces.firstIndex(of: piece) ?? pieces.count
    if number == pieces.count { pieces.append(piece) }
    let target = next[way.memory] ?? edges.count
    if target == edges.count {
      next[way.memory] = target
      edges.append([])
      lengths.append([])
    }
    let more = piece.lengths
    lengths[target].formUnion(lengths[node].flatMap { length in more.map { length + $0 } })
    edges[node].append((number, target, chance))
  }

  /// The memory after one of some characters that nothing tells apart; nil if all is drawn again.
  private func memory(_ memory: Memory, after characters: CodePointSet) -> Memory? {
    var next = memory
    next.met.formUnion(asked.filter(characters.isSubset))
    if isSilent || lacks.isEmpty { return next }
    let byte = lacks.first { characters == CodePointSet(ascii: CollectionOfOne($0)) }
    next.begun = byte.map { memory.begun + [$0] } ?? []
    while !lacks.starts(with: next.begun) { next.begun.removeFirst() }
    return next.begun == lacks ? nil : next
  }

  /// The ways of a character of a set; one of the rising letters may rise.
  private func drawn(_ set: CodePointSet, _ chance: Share, _ memory: Memory) -> [Way] {
    func ways(_ set: CodePointSet, _ memory: Memory) -> [Way] {
      set.parts(cutBy: asked + lacks.map { CodePointSet(ascii: CollectionOfOne($0)) })
        .compactMap { part in
          self.memory(memory, after: part).map { (.character(of: part), chance, $0) }
        }
    }
    let letters = set.intersection(rising)
    if letters.isEmpty { return ways(set, memory) }
    var counted = memory
    counted.letters += 1
    let low = ways(set.subtracting(rising), memory) + ways(letters, counted)
    if memory.isRisen { return low }
    counted.isRisen = true
    return low + ways(letters.capitals, counted)
  }

  /// The ways of a word of some.
  private func said(_ words: [[UInt8]], _ chance: Share, _ memory: Memory) -> [Way] {
    if asked.isEmpty, lacks.isEmpty { return [(.word(of: words), chance, memory)] }
    let alike = Dictionary(grouping: words) { word in
      word.reduce(Optional(memory)) { memory, byte in
        memory.flatMap { self.memory($0, after: CodePointSet(ascii: CollectionOfOne(byte))) }
      }
    }
    return alike.compactMap { memory, words in memory.map { (.word(of: words), chance, $0) } }
  }

  // MARK: Steps

  private func write(_ form: [FormStep], _ open: Open) throws -> Open {
    try form.reduce(open) { try write($1, $0) }
  }

  private func write(_ step: FormStep, _ open: Open) throws -> Open {
    if let words = try words(step) {
      return follow(open) { said(words, Share(1, of: words.count), $0) }
    }
    if let draws = step.draw.map({ _ in [step] }) ?? step.shuffle { return draw(draws, open) }
    if let ensure = step.ensure {
      let (wanted, others) = (file.characters(ensure), file.characters(step.otherwise ?? []))
      return follow(open) { memory in
        let set = memory.met.contains(wanted) ? others : wanted
        return drawn(set, Share(1, of: set.ascii.nonzeroBitCount), memory)
      }
    }
    if let alternatives = step.alternatives {
      let whole = alternatives.reduce(0) { $0 + $1.weight }
      var ends: Open = [:]
      for one in alternatives {
        let begun = follow(open) { [(.nothing, Share(one.weight, of: whole), $0)] }
        join(try write(one.form, begun), &ends)
      }
      return ends
    }
    if let capital = step.capital { return try raise(file.characters(capital), step, open) }
    if let draft = step.draft { return try replace(draft, step, open) }
    if let sounds = step.phonemes.flatMap({ file.sounds[$0] }) {
      return speak(sounds, step.length ?? 0, open)
    }
    throw Self.fault("a step of a form is of no known kind")
  }

  /// Ends one way of several to write something.
  private func join(_ open: Open, _ ends: inout Open) {
    for (memory, node) in open { add((.nothing, .all, memory), from: node, to: &ends) }
  }

  /// The words of a step that writes one; nil for another step.
  private func words(_ step: FormStep) throws -> [[UInt8]]? {
    if let text = step.text { return [Array(text.utf8)] }
    guard let list = step.word else { return nil }
    let words = file.words(list)
    if words.isEmpty { throw Self.fault("there is no list '\(list)'") }
    return step.capitalised == true ? words.map(Self.capitalised) : words
  }

  private static func capitalised(_ word: [UInt8]) -> [UInt8] {
    word.prefix(1).map { CodePointSet.lower.contains(Unicode.Scalar($0)) ? $0 - 0x20 : $0 }
      + word.dropFirst()
  }

  /// The characters of some draws, in an order of which all are equally likely.
  private func draw(_ draws: [FormStep], _ start: Open) -> Open {
    let slots = draws.map { step in
      (step.draw?.sets ?? []).map { (set: file.characters($0.names), weight: $0.weight) }
    }
    let wholes = slots.map { $0.reduce(0) { $0 + $1.set.ascii.nonzeroBitCount * $1.weight } }
    let times = draws.map { $0.times ?? 1 }
    let all = times.reduce(0, +)
    return (0..<all).reduce(start) { open, place in
      follow(open) { memory in
        let left = place == 0 ? times : memory.left
        return slots.indices.flatMap { slot in
          var next = memory
          next.left = left
          next.left[slot] -= 1
          return slots[slot].flatMap { set, weight in
            drawn(set, Share(left[slot] * weight, of: (all - place) * wholes[slot]), next)
          }
        }
      }
    }
  }

  /// Of the finished text one letter, each equally likely, becomes a capital.
  private func raise(_ letters: CodePointSet, _ step: FormStep, _ open: Open) throws -> Open {
    rising = letters
    defer { rising = CodePointSet() }
    return follow(try write(step.within ?? [], open)) { memory in
      guard memory.isRisen else { return [] }
      var next = memory
      (next.letters, next.isRisen) = (0, false)
      return [(.nothing, Share(1, of: memory.letters), next)]
    }
  }

  /// A draft, or another form in place of one that lacks a set.
  private func replace(_ draft: [FormStep], _ step: FormStep, _ open: Open) throws -> Open {
    let set = file.characters(step.ifLacks ?? [])
    var ends: Open = [:]
    join(try write(draft, open).filter { $0.key.met.contains(set) }, &ends)
    for (memory, node) in open {
      isSilent = true
      let lacking = try write(draft, [memory: node]).filter { !$0.key.met.contains(set) }
      isSilent = false
      let again = follow(lacking) { _ in [(.nothing, .all, memory)] }
      join(try write(step.then ?? [], again), &ends)
    }
    return ends
  }

  /// Words of sounds, between which stand digits.
  private func speak(_ sounds: Sounds, _ length: Int, _ start: Open) -> Open {
    var ends: Open = [:]
    // The nodes before a sound, by the length of the text.
    var open = [Open](repeating: [:], count: length + 1)
    func begin(_ way: Way, from node: Int, at place: Int) {
      for isVowel in [true, false] {
        var memory = way.memory
        memory.sound = Sound(isVowel: isVowel)
        add((way.piece, way.chance * Share(1, of: 2), memory), from: node, to: &open[place])
      }
    }
    for (memory, node) in start { begin((.nothing, .all, memory), from: node, at: 0) }
    for at in 0..<length {
      for size in Set((sounds.vowels + sounds.consonants).map(\.utf8.count)) {
        let spoken = follow(open[at]) { ways(of: sounds, size, in: length - at, $0) }
        if at + size >= length {
          join(spoken, &ends)
          continue
        }
        for (memory, node) in spoken {
          guard let sound = memory.sound else { continue }
          let digit = sound.isFirst ? .none : sounds.digit
          for way in drawn(.digit, digit * Share(1, of: 10), memory) {
            begin(way, from: node, at: at + size + 1)
          }
          let vowel = !sound.isVowel ? .all : sound.mayRepeat ? sounds.vowelAgain : Share.none
          for (isVowel, chance) in [(true, vowel), (false, vowel.others)] {
            var next = memory
            next.sound = Sound(isVowel: isVowel, isFirst: false, followsVowel: sound.isVowel)
            add((.nothing, digit.others * chance, next), from: node, to: &open[at + size])
          }
        }
      }
    }
    join(open[length], &ends)
    return ends
  }

  /// The ways of a sound of so many letters.
  private func ways(
    of sounds: Sounds, _ size: Int, in room: Int, _ memory: Memory
  ) -> [Way] {
    guard let sound = memory.sound else { return [] }
    let fit = (sound.isVowel ? sounds.vowels : sounds.consonants).filter { text in
      !(sound.isFirst && sounds.notFirst.contains(text))
        && !(sound.isVowel && sound.followsVowel && text.utf8.count == 2)
        && text.utf8.count <= room
    }
    let texts = fit.map { Array($0.utf8) }.filter { $0.count == size }
    if texts.isEmpty { return [] }
    var next = memory
    next.sound?.mayRepeat = sound.isVowel && !sound.followsVowel && size < 2
    let (rises, each) = (
      sound.isFirst || !sound.isVowel ? sounds.capital : .none, Share(1, of: fit.count)
    )
    return said(texts, rises.others * each, next)
      + said(texts.map(Self.capitalised), rises * each, next)
  }
}

extension CodePointSet {
  /// The capital of each lower-case letter in it.
  fileprivate var capitals: CodePointSet {
    CodePointSet(ascii: (ascii & Self.lower.ascii) >> 32)
  }
}
