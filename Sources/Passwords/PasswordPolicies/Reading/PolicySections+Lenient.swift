// Lenient reading of policy files. Apple's parser knows neither sections nor comments, so their
// lines are sorted out first, and the parser reads the text between them.
extension PolicySections {
  /// Reads a file in which each alternative is a rules string for Apple's parser.
  mutating func readLeniently(_ bytes: [UInt8], _ remarks: inout Remarks) {
    var text = bytes
    let lines = Self.lines(blankingCommentsIn: &text)
    let hasSections = if case .header = lines.first?.kind { true } else { false }
    var span: Range<Int>?
    func alternative(_ remarks: inout Remarks) -> Written? {
      guard let rules = span else { return nil }
      span = nil
      let reader = ReferenceReader(Array(text[rules]), base: rules.lowerBound)
      remarks.append(reader.remarks)
      return Written(alternative: Policy.Alternative((reader.rules ?? []).merged))
    }
    for line in lines {
      switch line.kind {
      case .header(let name) where hasSections:
        end(with: alternative(&remarks), at: line.range.lowerBound, &remarks)
        begin(name, at: line.range.lowerBound)
      case .or where hasSections:
        add(alternative(&remarks), at: line.range.lowerBound, &remarks)
      default: span = (span?.lowerBound ?? line.range.lowerBound)..<line.range.upperBound
      }
    }
    end(with: alternative(&remarks), at: bytes.count, isLast: true, &remarks)
  }

  private struct Line {
    let kind: Kind
    /// The line's bytes, without its end.
    let range: Range<Int>

    enum Kind {
      case header(String)
      case or
      case rules
    }
  }

  /// The lines that are neither blank nor comments; overwrites comments with spaces.
  private static func lines(blankingCommentsIn text: inout [UInt8]) -> [Line] {
    var lines: [Line] = []
    var start = text.starts(with: byteOrderMark) ? byteOrderMark.count : 0
    while start < text.count {
      let feed = text.endOfLine(from: start)
      let hasReturn = feed > start && text[feed - 1] == UInt8(ascii: "\r")
      let range = start..<(hasReturn ? feed - 1 : feed)
      var reader = StrictReader(Array(text[range]), .policyFile)
      reader.scanner.skipSpace()
      if reader.scanner.sees("#") {
        for index in range { text[index] = UInt8(ascii: " ") }
      } else if !reader.scanner.isAtEnd {
        let kind = reader.headerName.map(Line.Kind.header) ?? (reader.isAtOr ? .or : .rules)
        lines.append(Line(kind: kind, range: range))
      }
      start = feed + 1
    }
    return lines
  }
}
