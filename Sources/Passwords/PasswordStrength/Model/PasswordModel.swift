@_spi(Internal) package import Passwords

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
