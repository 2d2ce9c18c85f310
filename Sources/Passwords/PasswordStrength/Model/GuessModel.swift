import CInstructions
import EmbeddedData
@_spi(Internal) package import Passwords

/// A small model of common passwords, which says how many passwords are likelier than a given one.
///
/// An interpolated Witten–Bell model of 4-grams, trained on 388,098 common passwords of published
/// leaks, weighted by their rank. It knows which letters follow each other in passwords, and nothing
/// of dictionaries, keyboards or phrases, which ``Scorer`` knows; ``CombinedGuesses`` joins them.
///
///     GuessModel.builtIn.log10Guesses("abc123")  // 1.9
///     GuessModel.builtIn.log10Guesses("xqzkvw")  // 20.3
///
/// - Source: I. H. Witten and T. C. Bell, *The zero-frequency problem*, IEEE Transactions on
///   Information Theory 37, 1991; M. Dell'Amico and M. Filippone, *Monte Carlo Strength Evaluation*,
///   CCS 2015. `Datasets/Models/make-model.py` makes the data and defines both exactly.
@safe public struct GuessModel: Sendable {
  private let transitions: ModelTransitions
  private let table: GuessTable

  /// The name of the built-in model in recordings; another model has another one.
  public static let name = "4-grams of 388,098 common passwords"

  /// The model that is compiled into the program.
  ///
  /// Its data are read when they are first used.
  public static let builtIn = GuessModel(ModelTransitions())

  private init(_ transitions: ModelTransitions) {
    self.transitions = transitions
    table = GuessTable(transitions.points)
  }

  /// The number of guesses, as a decimal logarithm, that an attacker makes who tries passwords in
  /// the order of this model, before this one.
  ///
  /// - Parameter utf8: The bytes; each maximal ill-formed part counts as one character.
  /// - Returns: At least 0.
  public func log10Guesses(_ utf8: Span<UInt8>) -> Double { table.log10Guesses(bits: bits(utf8)) }

  /// The same for a string.
  public func log10Guesses(_ password: String) -> Double {
    log10Guesses(Array(password.utf8).span)
  }

  /// The negative binary logarithm of a password's probability, its end included.
  ///
  /// - Complexity: O(length); about a tenth of a microsecond for typical passwords; allocates no
  ///   memory.
  public func bits(_ utf8: Span<UInt8>) -> Double {
    var walk = walk(utf8)
    step(&walk, Self.end)
    return walk.bits
  }

  /// The negative binary logarithm of the probability that a password begins with these bytes.
  package func beginningBits(_ utf8: Span<UInt8>) -> Double { walk(utf8).bits }

  /// The number of guesses, as a decimal logarithm, before a password of so many bits.
  package func log10Guesses(bits: Double) -> Double { table.log10Guesses(bits: bits) }

  private func walk(_ utf8: Span<UInt8>) -> Walk {
    var walk = begin
    for index in utf8.indices {
      let byte = utf8[index]
      guard byte < 0x80 else { return walkUnicode(utf8) }
      step(&walk, Self.symbol(of: UInt32(byte)))
    }
    return walk
  }

  private func walkUnicode(_ utf8: Span<UInt8>) -> Walk {
    var walk = begin
    UTF8Units.forEachScalar(in: utf8) { step(&walk, Self.symbol(of: $0)) }
    return walk
  }
}

// MARK: - The walk

extension GuessModel {
  /// The symbol that ends a password.
  static let end: UInt64 = 0
  /// The symbol for all characters but those from U+0020 to U+007E.
  private static let other: UInt64 = 96
  /// The number of symbols before a symbol that the model looks at.
  private static let longestContext = 3
  /// The slot of a row that leads to the context without its first symbol.
  private static let back = 97
  /// How many bits it takes to say which of the other characters one is: log₂ of 1,112,064 − 95.
  private static let otherBits = 20.08468513780855

  /// The place of a password in the model, and what it cost so far.
  struct Walk: BitwiseCopyable {
    /// The base of the row of the present context.
    private(set) var base: Int
    /// The cost in units of 2^-17 bits.
    private(set) var units: UInt64 = 0
    /// How many characters were ``GuessModel/other``.
    private(set) var others = 0

    init(start: Int) { base = start }

    /// The cost in bits.
    var bits: Double { Double(units) / 0x1p17 + Double(others) * GuessModel.otherBits }

    @inline(__always)
    mutating func pay(_ slot: UInt64) {
      units &+= slot &>> 26 & 0x3F_FFFF
      base = Int(truncatingIfNeeded: slot &>> 7 & 0x7_FFFF)
    }

    /// Counts a character that the model follows; without branches.
    @inline(__always)
    mutating func note(_ symbol: UInt64, isMet: Bool) {
      others &+= isMet && symbol == GuessModel.other ? 1 : 0
    }

    @inline(__always)
    mutating func note(_ symbol: UInt64) { others &+= symbol == GuessModel.other ? 1 : 0 }
  }

  /// Why the model finds a password hard: what its dearest character has against it.
  func difficulty(_ utf8: Span<UInt8>) -> EstimateDifference {
    var walk = begin
    var contextLength = Self.longestContext
    return EstimateDifference(ofDearestIn: utf8) { scalar in
      let before = walk.bits
      let symbol = Self.symbol(of: scalar)
      let met = contextLength - step(&walk, symbol)
      let hasMetAll = met == contextLength
      contextLength = walk.base == transitions.empty ? 0 : min(met + 1, Self.longestContext)
      return EstimateDifference.Step(
        bits: walk.bits - before, met: hasMetAll ? nil : met, isOther: symbol == Self.other)
    }
  }

  /// The symbol of a character.
  @inline(__always)
  static func symbol(of scalar: UInt32) -> UInt64 {
    let place = scalar &- 32
    return place < 95 ? UInt64(place &+ 1) : other
  }

  /// Follows a symbol from the longest context that it occurred in.
  ///
  /// - Returns: How many symbols of context it had to forget before that.
  @discardableResult @inline(__always)
  func step(_ walk: inout Walk, _ symbol: UInt64) -> Int {
    walk.note(symbol)
    var forgotten = 0
    var slot = slot(walk.base &+ Int(truncatingIfNeeded: symbol))
    // The row of the empty context has every symbol.
    while slot & 0x7F != symbol {
      walk.pay(self.slot(walk.base &+ Self.back))
      slot = self.slot(walk.base &+ Int(truncatingIfNeeded: symbol))
      forgotten &+= 1
    }
    walk.pay(slot)
    return forgotten
  }

  /// A walk before the first character.
  var begin: Walk { Walk(start: transitions.start) }

  /// Follows a symbol if it occurred in the present context, otherwise forgets a symbol of context;
  /// without branches, which would wait for memory.
  ///
  /// - Returns: Whether the symbol was followed.
  @inline(__always)
  func tryStep(_ walk: inout Walk, _ symbol: UInt64) -> Bool {
    let slot = slot(walk.base &+ Int(truncatingIfNeeded: symbol))
    let back = self.slot(walk.base &+ Self.back)
    let isMet = slot & 0x7F == symbol
    walk.pay(isMet ? slot : back)
    walk.note(symbol, isMet: isMet)
    return isMet
  }

  /// Prefetches the slots that the next step of a walk reads.
  @inline(__always)
  func prefetch(_ symbol: UInt64, for walk: Walk) {
    // SAFETY: the addresses are not read.
    let row = unsafe transitions.slots.baseAddress.map { unsafe $0 + 6 &* walk.base }
    unsafe prefetch_line(row.map { unsafe $0 + 6 &* Int(truncatingIfNeeded: symbol) })
    unsafe prefetch_line(row.map { unsafe $0 + 6 &* Self.back })
  }

  /// A slot of the double array: its symbol, the base of the next row, and its cost.
  @inline(__always)
  private func slot(_ index: Int) -> UInt64 {
    // SAFETY: a row has 98 slots from its base on, and two bytes follow the last slot of all.
    UInt64(
      littleEndian: unsafe transitions.slots.loadUnaligned(
        fromByteOffset: 6 &* index, as: UInt64.self))
  }
}

/// A guess model of one's own, which takes the built-in one's place in the combined estimate.
package protocol PasswordModel: Sendable {
  /// Its name in recordings, which no other model has.
  var name: String { get }

  /// Its weight in the mean of the logarithms, from 0 to 1.
  var weight: Double { get }

  /// The decimal logarithm of the guesses before a password, at least 0.
  ///
  /// - Parameter utf8: The bytes; each maximal ill-formed part counts as one character.
  /// - Returns: The logarithm.
  func log10Guesses(_ utf8: Span<UInt8>) -> Double

  /// Finds the guesses of a batch's passwords, as ``log10Guesses(_:)`` finds each one, but faster.
  ///
  /// - Parameters:
  ///   - batch: The places of passwords.
  ///   - text: The text that the places refer to.
  ///   - store: Receives each password's number in the batch, and the decimal logarithm of its guesses.
  func walk(
    _ batch: borrowing LineBatch, in text: RawSpan,
    _ store: (_ number: Int, _ log10: Double) -> Void)

  /// Why the model finds a password hard.
  func difficulty(_ utf8: Span<UInt8>) -> EstimateDifference
}
