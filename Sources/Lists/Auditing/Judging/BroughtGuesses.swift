@_spi(Internal) import Bytes
@_spi(Internal) import Files
import Glibc
package import Intake
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
    entries = sorted
    self.firsts = firsts
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

  /// Reads files of a source's numbers of guesses, one after another.
  package struct Reader: Concealing {
    /// The name of the source.
    let source: String
    /// The files that were read.
    fileprivate(set) var files: [File] = []
    let seed: UInt64
    private var entries: [Entry] = []
    private let room: Int

    /// The most entries of all sources: a gibibyte of them, and as much again while they are read.
    package static let mostEntries = 40_000_000

    /// Starts without entries, with a seed of its own and room for so many.
    package init(source: String, room: Int = mostEntries) {
      self.source = source
      self.room = room
      seed = .random(in: .min ... .max)
    }

    /// How a file was read.
    package struct Summary {
      /// How its bytes were read.
      package let list: ListSummary
      /// How its lines state numbers; nil if that is not known.
      package let form: Form?
      /// Its lines.
      package let counts: Counts
    }

    /// The lines of a file, by what became of them.
    package struct Counts: Hashable, Sendable {
      /// Lines with a number.
      package fileprivate(set) var entries: UInt64 = 0
      /// Lines without one.
      package fileprivate(set) var malformed: UInt64 = 0
      /// The number of the first of these, from 1; 0 without any.
      package fileprivate(set) var firstMalformed: UInt64 = 0
      /// Lines that exceed the room for entries.
      package fileprivate(set) var beyondLimit: UInt64 = 0
    }

    /// How lines state numbers of guesses.
    package enum Form: Hashable, Sendable {
      /// `password<TAB>guesses`, below a heading.
      case guesses
      /// `password<TAB>log10`, below a heading.
      case log10
      /// The seven columns of CMU's guess calculator.
      case lookups
      /// Passwords in the order of guessing; the number of a line is that of guesses.
      case order
    }

    /// Reads a file; in order, if that is stated, or else by its first line.
    package mutating func add(
      _ input: ListInput, isInOrder: Bool, stop: StopFlag
    ) -> Summary {
      // A line has a password and up to six other columns.
      var reader = ListReader(
        input, reading: .blocklists, longestLine: 2 * Schema.longestLine,
        watch: ReadingWatch(stop: stop))
      let chunk = Chunk()
      var form: Form? = isInOrder ? .order : nil
      var (line, counts) = (UInt64(0), Counts())
      var isKnown = true
      while isKnown, reader.fill(chunk) {
        chunk.withText { text in
          var cursor = 0
          while isKnown, let range = text.nextLine(at: &cursor) {
            let cells = text.extracting(range)
            line += 1
            if let form {
              take(cells, form, line, &counts)
            } else if let found = Form(ofFirst: cells) {
              form = found
              if found == .lookups { take(cells, found, line, &counts) }
            } else {
              isKnown = false
            }
          }
        }
      }
      let summary = Summary(list: reader.summary, form: form, counts: counts)
      files.append(File(entries: counts.entries, sha256: summary.list.sha256))
      return summary
    }

    private mutating func take(
      _ line: RawSpan, _ form: Form, _ number: UInt64, _ counts: inout Counts
    ) {
      guard let (range, guesses) = form.parts(of: line, number) else {
        if counts.malformed == 0 { counts.firstMalformed = number }
        return counts.malformed += 1
      }
      if entries.count == room { return counts.beyondLimit += 1 }
      var password = range.map { line.number(at: $0, as: UInt8.self) }
      password.decodeHex(from: 0)
      let hash = xxh3Wide(password.raw, seed: seed)
      entries.append(Entry(high: hash.high, low: hash.low, guesses: guesses))
      counts.entries += 1
    }

    /// Hands the entries over.
    mutating func takeEntries() -> [Entry] {
      defer { entries = [] }
      return entries
    }
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

extension BroughtGuesses.Reader.Form {
  private static let tab = UInt8(ascii: "\t")

  /// The form that the first line of a file tells; nil if it tells none.
  ///
  /// A heading ends in `guesses` or `strength`, or in `log10`.
  fileprivate init?(ofFirst line: RawSpan) {
    let cells = Self.cells(of: line)
    guard cells.count > 1, let last = cells.last else { return nil }
    let heading = String(decoding: last.map { line.number(at: $0, as: UInt8.self) }, as: UTF8.self)
      .lowercased()
    if heading.hasSuffix("log10") {
      self = .log10
    } else if heading.hasSuffix("guesses") || heading.hasSuffix("strength") {
      self = .guesses
    } else if Self.lookups.parts(of: line, 1) != nil {
      self = .lookups
    } else {
      return nil
    }
  }

  /// The password and the number of guesses of a line; nil if it has none.
  fileprivate func parts(of line: RawSpan, _ number: UInt64) -> (Range<Int>, Double)? {
    let cells = self == .order ? [] : Self.cells(of: line)
    switch self {
    case .order: return (0..<line.byteCount, Double(number))
    case .lookups:
      // A password may hold tabs, the other columns cannot.
      guard cells.count >= 7, let stated = Self.number(cells[cells.count - 2], line) else {
        return nil
      }
      let password = cells[2].lowerBound..<cells[cells.count - 5].upperBound
      return (password, Self.guesses(stated))
    case .guesses, .log10:
      guard cells.count >= 2, let last = cells.last, let stated = Self.number(last, line) else {
        return nil
      }
      let password = 0..<last.lowerBound - 1
      if self == .guesses { return (password, Self.guesses(stated)) }
      return stated < 0 ? nil : (password, Self.power(stated))
    }
  }

  private static func cells(of line: RawSpan) -> [Range<Int>] {
    var (cells, start) = ([Range<Int>](), 0)
    for place in 0..<line.byteCount where line.number(at: place, as: UInt8.self) == tab {
      cells.append(start..<place)
      start = place + 1
    }
    return cells + [start..<line.byteCount]
  }

  private static func number(_ cell: Range<Int>, _ line: RawSpan) -> Double? {
    let text = String(decoding: cell.map { line.number(at: $0, as: UInt8.self) }, as: UTF8.self)
    return Double(text).flatMap { $0.isNaN ? nil : $0 }
  }

  /// A negative number says why an attack did not reach the password.
  private static func guesses(_ stated: Double) -> Double {
    stated < 0 ? .infinity : max(1, stated)
  }

  /// Ten to the power of a number, in the half decade that begins there.
  private static func power(_ exponent: Double) -> Double {
    let halves = Int(exactly: exponent * 2)
    if let halves, halves < HalfDecades.count { return HalfDecades.starts[halves] }
    return pow(10, exponent)
  }
}
