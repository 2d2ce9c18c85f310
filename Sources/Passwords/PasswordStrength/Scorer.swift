/// Estimates how many guesses passwords withstand, like zxcvbn, one password after another.
///
/// A scorer owns its working memory, so use one scorer for many passwords, in one task at a time.
/// The first scorer builds the word tables, which all scorers share. Several tasks share a
/// ``StrengthMeter``.
///
///     var scorer = Scorer(referenceYear: 2026)
///     let estimate = scorer.estimate("p4ssword")
///     estimate.strength.score    // 0
///     estimate.strength.guesses  // 5
///
/// Reads strings as UTF-16, like the reference: an emoji counts as two characters. Scores only the
/// first 512 units of a password.
///
/// - Source: D. L. Wheeler, *zxcvbn: Low-Budget Password Strength Estimation*, USENIX Security
///   2016; the results are those of version 4.4.2, score for score.
public struct Scorer: ~Copyable {
  let engine: Engine
  let cuts: ScoreCuts
  /// A cache of results for grouped passwords.
  var memo = Memo()
  /// A model in place of the built-in one; nil for that.
  let model: (any PasswordModel)?
  /// The weight of the model, which every line of a list needs.
  let modelWeight: Double
  /// The model's estimates of a batch.
  let modelWalks = ModelWalks()
  /// The decimal logarithms of the schema's guess budgets.
  var decades = BudgetDecades()

  /// The reference year for scoring years in passwords.
  public var referenceYear: Int { engine.referenceYear }

  /// Makes a scorer.
  ///
  /// - Parameters:
  ///   - referenceYear: The reference year for scoring years in passwords, at most a million away
  ///     from the year 0. By default the current year, as in the reference; a fixed one gives the
  ///     same scores next year.
  ///   - contextWords: Words that an attacker would try first for these passwords, such as the
  ///     names of a user or a site, in this order.
  ///   - cuts: The numbers of guesses at which scores begin.
  public init(
    referenceYear: Int = Self.currentYear, contextWords: [String] = [], cuts: ScoreCuts = .standard
  ) {
    var words = RankedWords.Builder()
    for word in contextWords { words.take(word) }
    self.init(referenceYear: referenceYear, words: words.build(), cuts: cuts)
  }

  /// Makes a scorer that shares a table of words with others, and whose combined estimate joins a
  /// model of one's own, or the built-in one if nil.
  package init(
    referenceYear: Int, words: RankedWords, cuts: ScoreCuts, model: (any PasswordModel)? = nil
  ) {
    self.model = model
    modelWeight = model?.weight ?? CombinedGuesses.builtInWeight
    engine = Engine(referenceYear: referenceYear, words: words)
    self.cuts = cuts
  }

  deinit {
    memo.deallocate()
    modelWalks.deallocate()
  }

  /// Scores one password.
  ///
  /// - Parameter utf8: The bytes without line end; each maximal part that is not well-formed UTF-8
  ///   counts as U+FFFD.
  /// - Returns: Its guesses, score and decisive pattern.
  /// - Complexity: About a microsecond for typical human passwords; allocates no memory.
  public mutating func score(_ utf8: Span<UInt8>) -> Strength {
    let (text, isTruncated) = engine.prepare(utf8)
    let (guesses, pattern) = engine.evaluate(text)
    return Strength(
      guesses: guesses, score: cuts.score(of: guesses), decisivePattern: pattern,
      isTruncated: isTruncated)
  }

  /// Scores one password and explains the score by its patterns, with advice.
  public mutating func estimate(_ password: String) -> StrengthEstimate {
    estimate(Array(password.utf8).span)
  }

  /// Scores and explains one password, given as for ``score(_:)``.
  public mutating func estimate(_ utf8: Span<UInt8>) -> StrengthEstimate {
    let (text, isTruncated) = engine.prepare(utf8)
    let explanation = engine.explain(text)
    let strength = Strength(
      guesses: explanation.guesses, score: cuts.score(of: explanation.guesses),
      decisivePattern: explanation.decisivePattern, isTruncated: isTruncated)
    let combined = combine(
      explanation.guesses, modelLog10(utf8),
      withoutWords: guessesWithoutWords(utf8) ?? explanation.guesses, isEmpty: utf8.isEmpty)
    return StrengthEstimate(
      strength: strength, combined: combined,
      difference: difference(in: combined, of: utf8),
      sequence: explanation.sequence,
      feedback: strength.score > 2 && text.count > 0 ? Feedback() : explanation.feedback)
  }

  /// The guesses of an attacker who does not know the caller's words; nil if none are known.
  mutating func guessesWithoutWords(_ utf8: Span<UInt8>) -> Double? {
    guard engine.usesWords.value else { return nil }
    engine.usesWords.value = false
    defer { engine.usesWords.value = true }
    return engine.evaluate(engine.prepare(utf8).text).guesses
  }
}

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Scorer {
  /// The current year, in the system's time zone: the default reference year.
  public static var currentYear: Int {
    // SAFETY: the pointers live for the calls, and the name of the time zone is not read.
    var now = time(nil)
    var date = unsafe tm()
    _ = unsafe localtime_r(&now, &date)
    return 1900 + Int(unsafe date.tm_year)
  }
}

/// Explains the strength of passwords, one now and then, from any task: the front for forms and
/// servers.
///
///     let meter = StrengthMeter(contextWords: ["acme"])
///     meter.estimate("Acme2019!").strength.score   // 2
///
/// It holds only settings and makes a ``Scorer`` for each password, so copies can be used at the
/// same time. For a list of passwords, keep one scorer for each task.
public struct StrengthMeter: Hashable, Sendable {
  /// The reference year for scoring years in passwords.
  public let referenceYear: Int
  /// Words that an attacker would try first for these passwords.
  public let contextWords: [String]
  /// The numbers of guesses at which scores begin.
  public let cuts: ScoreCuts

  /// Makes a meter with the settings of a scorer; see
  /// ``Scorer/init(referenceYear:contextWords:cuts:)``.
  public init(
    referenceYear: Int = Scorer.currentYear, contextWords: [String] = [],
    cuts: ScoreCuts = .standard
  ) {
    self.referenceYear = referenceYear
    self.contextWords = contextWords
    self.cuts = cuts
  }

  /// Scores a password and explains the score by its patterns, with advice.
  ///
  /// - Complexity: As for ``Scorer/estimate(_:)-(String)``, and the time to make a scorer, which is
  ///   longer for most passwords.
  public func estimate(_ password: String) -> StrengthEstimate {
    var scorer = Scorer(referenceYear: referenceYear, contextWords: contextWords, cuts: cuts)
    return scorer.estimate(password)
  }
}

// Passwords of an attacker who knows the caller's words: each is scored twice.

extension Scorer {
  /// Whether words of the caller are searched.
  var knowsWords: Bool { !engine.words.isEmpty }

  /// Scores a password of the group as if no word were known.
  mutating func strengthWithoutWords(of utf8: Span<UInt8>, at slot: Int) -> Strength {
    engine.usesWords.value = false
    defer { engine.usesWords.value = true }
    return strength(of: utf8, at: slot)
  }

  /// Scores a password of the group, whose strength without the caller's words is known.
  ///
  /// This second evaluation uses the walks of the first, and is left out if no word is found.
  func strengthKnowingWords(
    of utf8: Span<UInt8>, at slot: Int, without plain: Strength
  ) -> Strength {
    var text = engine.texts[slot]
    // The slot is empty if the cache knew the password, or if it is unusual.
    if text.count == 0 { text = engine.prepare(utf8).text }
    let words = engine.findRankedWords(in: text)
    defer { engine.foundWords.count = words.lowerBound }
    if words.isEmpty { return plain }
    let (guesses, pattern) = engine.evaluate(text, knowing: words)
    return Strength(
      guesses: guesses, score: cuts.score(of: guesses), decisivePattern: pattern,
      isTruncated: plain.isTruncated)
  }
}
