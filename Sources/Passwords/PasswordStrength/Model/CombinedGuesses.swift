/// The number of guesses that good attacks make before a password: zxcvbn's estimate and the built-in
/// model's, joined.
///
///     combined = zxcvbn + min(0.4 · (model − zxcvbn), 3)        in decimal logarithms
///
/// zxcvbn knows words, dates and keyboards, and takes for random what it does not know; the model
/// knows which characters follow each other. On two leaks for which the numbers of a guessing service
/// are published, the share of passwords found within 10⁴ to 10¹⁰ guesses is off by at most 4.4 and
/// 2.0 points, where zxcvbn's is off by 21.7 and 32.9. It is an estimate of a password's place in
/// good attacks, not its rank in one of them; it was measured on leaks of 2012 to 2015, English
/// mostly; beyond 10¹⁰ it is up to 15 points too easy.
///
/// Words that an attacker knows (``Scorer/init(referenceYear:contextWords:cuts:)``) lower zxcvbn's
/// number alone: the model is compared with zxcvbn's number without them.
///
/// - Source: M. Golla and M. Dürmuth, *On the Accuracy of Password Strength Meters*, CCS 2018, whose
///   published guess numbers chose the weight.
public struct CombinedGuesses: Hashable, Sendable {
  /// The decimal logarithm of zxcvbn's guesses.
  public let zxcvbnLog10: Double
  /// The decimal logarithm of the model's guesses.
  public let modelLog10: Double
  /// The decimal logarithm of the combined number of guesses, at least 0; 0 for the empty password.
  public let log10Guesses: Double

  /// The built-in model's weight in the mean of the logarithms.
  static let builtInWeight = 0.4
  /// The most decades by which the model can lie above zxcvbn: it knows hardly any phrase.
  private static let mostAbove = 3.0

  /// Joins two estimates.
  ///
  /// - Parameters:
  ///   - zxcvbnLog10: The decimal logarithm of zxcvbn's guesses.
  ///   - modelLog10: The decimal logarithm of the model's guesses.
  ///   - withoutContext: zxcvbn's without words that only this attacker knows.
  ///   - weight: The model's weight in the mean of the logarithms, from 0 to 1.
  ///   - isEmpty: Whether the password is empty.
  init(
    zxcvbnLog10: Double, modelLog10: Double, withoutContext: Double, weight: Double, isEmpty: Bool
  ) {
    self.zxcvbnLog10 = zxcvbnLog10
    self.modelLog10 = modelLog10
    let above = min(weight * (modelLog10 - withoutContext), Self.mostAbove)
    log10Guesses = isEmpty ? 0 : max(0, zxcvbnLog10 + above)
  }
}

/// Why the model and zxcvbn differ by more than two decades.
public enum EstimateDifference: Hashable, Sendable {
  /// The model has not met the characters of these UTF-16 units in a row.
  case unmetSequence(ClosedRange<Int>)
  /// The model has met no password that begins with the characters of these UTF-16 units.
  case unmetStart(ClosedRange<Int>)
  /// The model knows nothing of characters beyond printable ASCII.
  case otherCharacters
  /// The model has met the characters in a row, but seldom.
  case rareSequences
  /// The model has often met all of the password's characters in a row.
  case commonSequences

  /// The reason in one sentence.
  ///
  /// It gives places, counted from 1, and no text of the password.
  public var text: String {
    switch self {
    case .unmetSequence(let units):
      "rare sequences: the model has not met characters \(units.lowerBound + 1) to "
        + "\(units.upperBound + 1) in a row"
    case .unmetStart(let units) where units.count == 1:
      "rare sequences: the model has met no password that begins with character 1"
    case .unmetStart(let units):
      "rare sequences: the model has met no password that begins with characters 1 to "
        + "\(units.upperBound + 1)"
    case .otherCharacters: "rare characters: the model knows none beyond printable ASCII"
    case .rareSequences: "rare sequences: the model has seldom met these characters in a row"
    case .commonSequences:
      "common sequences: the model has often met these characters in a row, and zxcvbn finds no "
        + "cheap pattern in them"
    }
  }
}

extension Scorer {
  /// Joins zxcvbn's estimate of a password with the model's.
  ///
  /// - Parameter utf8: The bytes, as for ``score(_:)``.
  /// - Returns: Both estimates and the combined one, as decimal logarithms.
  /// - Complexity: That of ``score(_:)`` (twice with context words), and O(length) for the model.
  public mutating func combinedGuesses(_ utf8: Span<UInt8>) -> CombinedGuesses {
    let guesses = score(utf8).guesses
    return combine(
      guesses, modelLog10(utf8), withoutWords: guessesWithoutWords(utf8) ?? guesses,
      isEmpty: utf8.isEmpty)
  }

  /// The decimal logarithm of the model's guesses.
  func modelLog10(_ utf8: Span<UInt8>) -> Double {
    model?.log10Guesses(utf8) ?? GuessModel.builtIn.log10Guesses(utf8)
  }

  /// Joins known guesses of zxcvbn with those of the model, given as a decimal logarithm.
  func combine(
    _ guesses: Double, _ modelLog10: Double, withoutWords: Double, isEmpty: Bool
  ) -> CombinedGuesses {
    let log10Guesses = GuessesBins.log10(guesses)
    return CombinedGuesses(
      zxcvbnLog10: log10Guesses, modelLog10: modelLog10,
      withoutContext: withoutWords == guesses ? log10Guesses : GuessesBins.log10(withoutWords),
      weight: modelWeight, isEmpty: isEmpty)
  }
}

extension EstimateDifference {
  /// What a model says of one character of a password.
  package struct Step {
    /// What it costs.
    let bits: Double
    /// How many characters before it the model has met it after; nil if it is all that the model looks
    /// at.
    let met: Int?
    /// Whether the model does not tell it from others.
    let isOther: Bool

    /// Describes a character.
    package init(bits: Double, met: Int?, isOther: Bool) {
      self.bits = bits
      self.met = met
      self.isOther = isOther
    }
  }

  /// Why a model finds a password hard: what its dearest character has against it.
  ///
  /// - Parameters:
  ///   - utf8: The password.
  ///   - step: Takes its characters, one after the other.
  package init(ofDearestIn utf8: Span<UInt8>, _ step: (_ scalar: UInt32) -> Step) {
    var most = 0.0
    var difficulty = EstimateDifference.rareSequences
    // Where each character begins, in UTF-16 units.
    var starts: [Int] = []
    var unit = 0
    UTF8Units.forEachScalar(in: utf8) { scalar in
      let found = step(scalar)
      let last = unit + (scalar > 0xFFFF ? 1 : 0)
      starts.append(unit)
      unit = last + 1
      guard found.bits > most else { return }
      most = found.bits
      if found.isOther {
        difficulty = .otherCharacters
      } else if let met = found.met {
        // It has met the character after that many others, and not after one more.
        let first = starts.count - 2 - met
        difficulty = first < 0 ? .unmetStart(0...last) : .unmetSequence(starts[first]...last)
      } else {
        difficulty = .rareSequences
      }
    }
    self = difficulty
  }
}

extension Scorer {
  /// Why the model and zxcvbn differ; nil unless they do by more than two decades.
  func difference(in combined: CombinedGuesses, of utf8: Span<UInt8>) -> EstimateDifference? {
    let difference = combined.modelLog10 - combined.zxcvbnLog10
    guard abs(difference) > 2, !utf8.isEmpty else { return nil }
    guard difference > 0 else { return .commonSequences }
    return model?.difficulty(utf8) ?? GuessModel.builtIn.difficulty(utf8)
  }
}

/// The guesses that a model's attacker makes before a password of so many bits.
///
/// Linear between its points; one guess below the first point, and a bit of guesses for each bit
/// above the last one.
@safe package struct GuessTable: @unchecked Sendable {
  /// A point, and the rise from it to the next one.
  private struct Point: BitwiseCopyable {
    let bits: Double
    let log10Guesses: Double
    let slope: Double
  }

  // SAFETY: `init` writes these cells; afterwards they are only read. They live as long as the
  // program.
  private let points: Cells<Point>
  /// For each 16th of a bit the last point at or before it.
  private let places: Cells<UInt16>

  /// The most points that a table can have.
  package static let mostPoints = Int(UInt16.max)

  /// Makes a table that lives as long as the program.
  ///
  /// - Parameter points: At least one point and at most ``mostPoints``, ascending in both numbers.
  package init(_ points: [(bits: Double, log2Guesses: Double)]) {
    precondition(!points.isEmpty && points.count <= Self.mostPoints, "a table has points")
    let log10Of2 = 0.301_029_995_663_981_2
    let table = Cells(
      count: points.count, filledWith: Point(bits: 0, log10Guesses: 0, slope: log10Of2))
    for (index, (bits, guesses)) in points.enumerated() {
      let next = index + 1 < points.count ? points[index + 1] : (bits + 1, guesses + 1)
      table[index] = Point(
        bits: bits, log10Guesses: guesses * log10Of2,
        slope: (next.1 - guesses) / (next.0 - bits) * log10Of2)
    }
    let places = Cells(count: Int(table[points.count - 1].bits * 16) + 1, filledWith: UInt16(0))
    var place = 0
    for cell in 0..<places.count {
      while place + 1 < points.count, table[place + 1].bits <= Double(cell) / 16 { place += 1 }
      places[cell] = UInt16(place)
    }
    self.points = table
    self.places = places
  }

  /// The decimal logarithm of the guesses; at least 0.
  @inline(__always)
  package func log10Guesses(bits: Double) -> Double {
    guard bits >= points[0].bits else { return 0 }
    var place = Int(places[Int(min(bits * 16, Double(places.count - 1)))])
    while place + 1 < points.count, points[place + 1].bits <= bits { place += 1 }
    let point = points[place]
    return point.log10Guesses + (bits - point.bits) * point.slope
  }
}
