@_spi(Internal) import Bytes
@_spi(Internal) import Files
import Glibc
package import Intake
import PasswordStrength
import Passwords

extension BroughtGuesses {
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
      (self.source, self.room) = (source, room)
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
