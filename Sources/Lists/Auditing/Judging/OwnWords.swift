@_spi(Internal) import Bytes
package import Intake
import PasswordStrength
import Passwords

/// Words that an attacker of these lists tries first: context words, then those of dictionaries.
///
/// All of them are the reference's `user_inputs`, ranked by their places. Workers share one table.
package struct OwnWords: Sendable, Concealing {
  /// Words of a site, a user or a product; a repeated one has its last rank, as in the reference.
  package let contextWords: [String]
  /// What was read of each dictionary, in the order of ranks.
  package private(set) var dictionaries: [Dictionary] = []
  /// What is to be known of the dictionaries before any number, each on one line.
  package var warnings: [String] = []
  /// All words, ranked.
  let ranked: RankedWords

  /// A file of ranked words.
  package struct Dictionary: Sendable {
    /// The name of the file.
    package let name: String
    /// The number of words that it adds.
    package let wordCount: Int
    /// The SHA-256 of its bytes.
    package let sha256: [UInt8]
  }

  /// Ranks context words.
  package init(contextWords: [String] = []) {
    self.init(Reader(contextWords: contextWords))
  }

  /// Ranks the words that were read.
  package init(_ reader: consuming Reader) {
    contextWords = reader.contextWords
    dictionaries = reader.dictionaries
    ranked = reader.builder.build()
  }
}

extension OwnWords {
  /// Reads dictionaries one after another: their words follow each other, and a word that comes
  /// again keeps its first rank.
  package struct Reader: Concealing {
    fileprivate let contextWords: [String]
    fileprivate var builder = RankedWords.Builder()
    fileprivate private(set) var dictionaries: [Dictionary] = []

    /// Ranks context words, which come first.
    package init(contextWords: [String] = []) {
      self.contextWords = contextWords
      for word in contextWords { builder.take(word) }
    }

    /// How a dictionary was read.
    package struct Summary {
      /// How the file was read.
      package let list: ListSummary
      /// Its lines.
      package let counts: Counts
    }

    /// The lines of a dictionary that are not empty, by what became of them.
    package struct Counts: Hashable, Sendable {
      /// Words that have a rank now.
      package fileprivate(set) var added = 0
      /// Words that had a rank before.
      package fileprivate(set) var repeated = 0
      /// Lines longer than ``Schema/longestLine``, in bytes; no password is that long.
      package fileprivate(set) var overLong = 0
      /// Words that exceed the room for words.
      package fileprivate(set) var beyondLimit = 0
    }

    /// Adds every line of a file as a word, likeliest first; leaves out empty lines.
    package mutating func add(_ input: ListInput, name: String, stop: StopFlag) -> Summary {
      var reader = ListReader(
        input, reading: .blocklists, longestLine: Schema.longestLine,
        watch: ReadingWatch(stop: stop))
      let chunk = Chunk()
      var counts = Counts()
      while reader.fill(chunk) {
        chunk.withText { text in
          let bytes = Span<UInt8>(_bytes: text)
          var (cursor, lines) = (0, [Range<Int>]())
          repeat {
            lines.removeAll(keepingCapacity: true)
            // While one word waits for memory, the processor works on the others.
            while lines.count < 16, let whole = text.nextLine(at: &cursor) {
              let line = text.unmarked(whole)
              lines.append(line)
              builder.prefetch(bytes.extracting(line))
            }
            for line in lines {
              let line = bytes.extracting(line)
              if let decoded = line.decodedHex {
                add(decoded.span, &counts)
              } else {
                add(line, &counts)
              }
            }
          } while !lines.isEmpty
        }
      }
      let summary = Summary(list: reader.summary, counts: counts)
      dictionaries.append(
        Dictionary(name: name, wordCount: counts.added, sha256: summary.list.sha256))
      return summary
    }

    private mutating func add(_ line: Span<UInt8>, _ counts: inout Counts) {
      if line.isEmpty { return }
      if line.count > Schema.longestLine {
        counts.overLong += 1
      } else if builder.isFull(beside: line.count) {
        counts.beyondLimit += 1
      } else if builder.add(line) {
        counts.added += 1
      } else {
        counts.repeated += 1
      }
    }
  }
}
