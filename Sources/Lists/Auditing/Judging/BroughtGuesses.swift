@_spi(Internal) import Files
import PasswordStrength
@_spi(Internal) import Passwords

/// Numbers of guesses that attacks of one source made before passwords.
///
/// A password is known by its 128-bit hash under a random seed; no text is kept. Of several numbers
/// of a password the least counts. Takes 25 bytes an entry, and 24 more while entries are read.
///
///     var reader = BroughtGuesses.Reader(source: "pcfg")
///     reader.add(input, isInOrder: false, stop: stop)
///     let guesses = BroughtGuesses(reader)
package struct BroughtGuesses: Sendable, Concealing {
  /// The name of the source.
  package let source: String
  /// Its files, in the order given.
  package let files: [File]
  /// Its name beside numbers: `guesses:pcfg`.
  package var label: String { "guesses:\(source)" }
  /// The passwords covered.
  package var count: Int { entries.count }

  /// The entries, by fingerprint.
  private let entries: [Entry]
  /// The first entry of each group of fingerprints with the same leading bits, and the end.
  private let firsts: [UInt32]
  private let shift: UInt64
  private let seed: UInt64

  /// A file of numbers of guesses.
  package struct File: Sendable {
    /// The lines with a number.
    package let entries: UInt64
    /// The SHA-256 of its bytes.
    package let sha256: [UInt8]
  }

  /// A password's number of guesses; infinite if the attack never reached it.
  struct Entry: BitwiseCopyable, Sendable {
    var high: UInt64
    var low: UInt64
    var guesses: Double

    /// Whether it comes first: by fingerprint, and of one password the least number.
    fileprivate func precedes(_ other: Entry) -> Bool {
      if high != other.high { return high < other.high }
      return low != other.low ? low < other.low : guesses < other.guesses
    }
  }

  /// Sorts what was read.
  ///
  /// - Complexity: O(entries × log entries).
  package init(_ reader: consuming Reader) {
    (source, files) = (reader.source, reader.files)
    seed = reader.seed
    var sorted = reader.takeEntries()
    sorted.sort { $0.precedes($1) }
    var kept = 0
    for place in sorted.indices {
      let isRepeated =
        kept > 0 && sorted[kept - 1].high == sorted[place].high
        && sorted[kept - 1].low == sorted[place].low
      if isRepeated { continue }
      sorted[kept] = sorted[place]
      kept += 1
    }
    sorted.removeLast(sorted.count - kept)
    // Four entries a group, so that a group is a cache line or two.
    let bits = UInt64(max(1, Int.bitWidth - (kept / 4).leadingZeroBitCount))
    shift = 64 - bits
    var firsts = [UInt32](repeating: 0, count: 1 << bits + 1)
    for entry in sorted { firsts[Int(entry.high >> shift) + 1] += 1 }
    for group in 1..<firsts.count { firsts[group] += firsts[group - 1] }
    (entries, self.firsts) = (sorted, firsts)
  }

  /// The number of guesses of a password, infinite if the attack never reached it; nil if no file
  /// has it.
  package func guesses(_ password: RawSpan) -> Double? {
    let hash = xxh3Wide(password, seed: seed)
    let group = Int(hash.high >> shift)
    for place in Int(firsts[group])..<Int(firsts[group + 1]) {
      let entry = entries[place]
      if entry.high == hash.high, entry.low == hash.low { return entry.guesses }
    }
    return nil
  }
}

/// Adds brought numbers of guesses to signatures.
struct GuessMarker: Sendable {
  private let sources: [Source]
  private let budgets: [Double]
  private let starts: ArraySlice<Double>

  /// A source, and where its numbers go.
  private struct Source {
    let guesses: BroughtGuesses
    let bin: Signature.Field
    let tooSmall: Signature.Field?
  }

  /// Makes a marker; nil if a schema records no numbers.
  init?(_ schema: Schema, _ brought: [BroughtGuesses]) {
    sources = zip(Fact.brought, brought).compactMap { facts, guesses in
      schema.field(of: facts.bin).map {
        Source(guesses: guesses, bin: $0, tooSmall: schema.field(of: facts.budgetsTooSmall))
      }
    }
    if sources.isEmpty { return nil }
    budgets = schema.demand.guessBudgets
    starts = HalfDecades.starts.prefix(BroughtBin.last + 1)
  }

  /// Adds the half decade of every line, and the number of budgets that are too small for it.
  ///
  /// No budget finds a password that is not covered.
  func mark(_ batch: inout LineBatch, in text: RawSpan) {
    for index in 0..<batch.count {
      let password = text.extracting(batch.line(index).range)
      var signature = batch[signature: index]
      for source in sources {
        let number = source.guesses.guesses(password)
        signature[source.bin] = UInt64(number.map(bin(of:)) ?? BroughtBin.uncovered)
        if let tooSmall = source.tooSmall {
          signature[tooSmall] = UInt64(budgets.count { $0 < number ?? .infinity })
        }
      }
      batch[signature: index] = signature
    }
  }

  private func bin(of guesses: Double) -> Int {
    if guesses == .infinity { return BroughtBin.unreached }
    return max(0, (starts.firstIndex { $0 > guesses } ?? starts.endIndex) - 1)
  }
}
