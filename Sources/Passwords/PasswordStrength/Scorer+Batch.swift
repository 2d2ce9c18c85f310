// Scores passwords in groups: while one waits for memory, the processor works on the others.

@_spi(Internal) import Bytes
@_spi(Internal) package import Passwords

extension Scorer {
  /// Scores every line of a batch and stores score, guesses bin, budget and decisive pattern in its
  /// signatures, and the combined estimate if the schema records it.
  ///
  /// - Parameters:
  ///   - batch: Lines of a chunk.
  ///   - text: The chunk that the batch's offsets refer to.
  ///   - schema: The schema of the signatures, made for a demand with `score`.
  /// - Returns: The number of lines with more than 512 UTF-16 units; only the first 512 are scored.
  package mutating func score(
    _ batch: inout LineBatch, in text: RawSpan, schema: Schema
  ) -> Int {
    let fields = StrengthFields(schema)
    let budgets = schema.demand.guessBudgets.span
    let knowsWords = knowsWords
    let guesses = modelWalks.zxcvbnGuesses
    let bytes = Span<UInt8>(_bytes: text)
    var truncated = 0
    var first = 0
    while first < batch.count {
      let count = min(Self.groupSize, batch.count - first)
      memo.begin(count)
      if memo.isAwake {
        for slot in 0..<count {
          memo.note(bytes.extracting(batch.line(first + slot).range), at: slot)
        }
      }
      for slot in 0..<count { enter(batch.line(first + slot).range, of: bytes, at: slot) }
      walk(count)
      for slot in 0..<count {
        let index = first + slot
        let password = bytes.extracting(batch.line(index).range)
        let strength: Strength
        if knowsWords {
          let plain = strengthWithoutWords(of: password, at: slot)
          strength = strengthKnowingWords(of: password, at: slot, without: plain)
          fields.store(withoutWords: plain, in: &batch[signature: index])
          modelWalks.guessesWithoutWords[index] = plain.guesses
        } else {
          strength = self.strength(of: password, at: slot)
        }
        if strength.isTruncated { truncated &+= 1 }
        var signature = batch[signature: index]
        fields.store(strength, budgets, in: &signature)
        batch[signature: index] = signature
        guesses[index] = strength.guesses
      }
      first += count
    }
    if let field = schema.field(of: .combinedBin) { addCombined(&batch, bytes, schema, field) }
    return truncated
  }

  /// Stores the combined estimate of every line, whose guesses by zxcvbn are known.
  ///
  /// Apart from the loop above, which it would slow down where nobody asks for it.
  @inline(never)
  private mutating func addCombined(
    _ batch: inout LineBatch, _ bytes: Span<UInt8>, _ schema: Schema, _ field: Signature.Field
  ) {
    let budgetField = schema.field(of: .combinedBudgetsTooSmall)
    let modelField = schema.field(of: .modelBin)
    let modelBudgetField = schema.field(of: .modelBudgetsTooSmall)
    if budgetField != nil { decades.update(to: schema.demand.guessBudgets) }
    if let model {
      model.walk(batch, in: bytes.raw) { modelWalks[$0] = $1 }
    } else {
      modelWalks.walk(batch, in: bytes, .builtIn)
    }
    for index in 0..<batch.count {
      let guesses = modelWalks.zxcvbnGuesses[index]
      let log10Guesses = combine(
        guesses, modelWalks[index],
        withoutWords: knowsWords ? modelWalks.guessesWithoutWords[index] : guesses,
        isEmpty: batch.line(index).range.isEmpty
      ).log10Guesses
      var signature = batch[signature: index]
      signature[field] = UInt64(HalfDecades.number(ofLog10: log10Guesses))
      if let budgetField { signature[budgetField] = decades.countBelow(log10Guesses) }
      if let modelField {
        // An attacker tries the empty password first.
        let model = batch.line(index).range.isEmpty ? 0 : modelWalks[index]
        signature[modelField] = UInt64(min(HalfDecades.number(ofLog10: model), BroughtBin.last))
        if let modelBudgetField { signature[modelBudgetField] = decades.countBelow(model) }
      }
      batch[signature: index] = signature
    }
  }
}

/// The fields of a schema for zxcvbn's estimate.
private struct StrengthFields {
  private let score: Signature.Field
  private let scoreWithoutWords: Signature.Field?
  private let guesses: Signature.Field
  private let pattern: Signature.Field
  private let budget: Signature.Field?
  private let bins = Tables.shared.bins
  private let halves: UInt64

  init(_ schema: Schema) {
    guard let score = schema.field(of: .score), let guesses = schema.field(of: .guessesBin),
      let pattern = schema.field(of: .decisivePattern)
    else { preconditionFailure("the schema has no room for a score") }
    self.score = score
    self.guesses = guesses
    self.pattern = pattern
    scoreWithoutWords = schema.field(of: .scoreWithoutWords)
    budget = schema.field(of: .budgetsTooSmall)
    // Whole decades have the numbers of their first halves.
    halves = schema.demand.wholeDecades ? ~1 : .max
  }

  @inline(__always)
  func store(_ strength: Strength, _ budgets: Span<Double>, in signature: inout Signature) {
    signature[score] = UInt64(strength.score)
    signature[guesses] = UInt64(bins.bin(of: strength.guesses)) & halves
    signature[pattern] = UInt64(strength.decisivePattern.rawValue)
    guard let budget else { return }
    var tooSmall: UInt64 = 0
    for place in budgets.indices where budgets[place] < strength.guesses { tooSmall &+= 1 }
    signature[budget] = tooSmall
  }

  func store(withoutWords strength: Strength, in signature: inout Signature) {
    if let scoreWithoutWords { signature[scoreWithoutWords] = UInt64(strength.score) }
  }
}

extension Scorer {
  /// Scores many passwords, in the order given; faster than one by one.
  ///
  ///     scorer.score([0..<8, 9..<15].span, of: text.span) { index, strength in … }
  ///
  /// - Parameters:
  ///   - passwords: The range of each password's bytes in the text.
  ///   - text: The text: UTF-8, as for ``score(_:)``.
  ///   - body: Receives the password's number, from 0 on, and the result, which is the same as that
  ///     of ``score(_:)``.
  public mutating func score(
    _ passwords: Span<Range<Int>>, of text: Span<UInt8>,
    _ body: (_ index: Int, _ strength: Strength) -> Void
  ) {
    if knowsWords {
      // The cache holds results without words.
      for index in passwords.indices { body(index, score(text.extracting(passwords[index]))) }
      return
    }
    var first = 0
    while first < passwords.count {
      let count = min(Self.groupSize, passwords.count - first)
      memo.begin(count)
      if memo.isAwake {
        for slot in 0..<count { memo.note(text.extracting(passwords[first + slot]), at: slot) }
      }
      for slot in 0..<count { enter(passwords[first + slot], of: text, at: slot) }
      walk(count)
      for slot in 0..<count {
        body(first + slot, strength(of: text.extracting(passwords[first + slot]), at: slot))
      }
      first += count
    }
  }

  /// The number of passwords in a group.
  static var groupSize: Int { EdgeWalks.groupSize }

  /// Adds a password to the group, unless its result is already known.
  @inline(__always)
  mutating func enter(_ password: Range<Int>, of text: Span<UInt8>, at slot: Int) {
    if memo.isAwake, memo.lookUp(slot) {
      engine.clear(slot)
    } else {
      engine.prepare(password, of: text, forSlot: slot)
    }
  }

  /// Walks from the ends of the group's passwords, all at once.
  @inline(__always)
  func walk(_ count: Int) {
    engine.outline(group: count)
    engine.walkEdges(ofGroup: count)
  }

  /// Scores a password of the group.
  @inline(__always)
  mutating func strength(of utf8: Span<UInt8>, at slot: Int) -> Strength {
    let known = memo[slot]
    if known.guesses > 0 {
      return Strength(
        guesses: known.guesses, score: cuts.score(of: known.guesses),
        decisivePattern: DecisivePattern(rawValue: known.pattern) ?? .bruteForce, isTruncated: false
      )
    }
    let text = engine.texts[slot]
    guard text.count > 0 else { return score(utf8) }
    let (guesses, pattern) = engine.evaluate(text)
    memo.keep(guesses, pattern, at: slot)
    return Strength(
      guesses: guesses, score: cuts.score(of: guesses), decisivePattern: pattern,
      isTruncated: false)
  }
}
