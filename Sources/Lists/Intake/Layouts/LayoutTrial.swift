@_spi(Internal) import Bytes
import Diagnostics

/// A layout that was tried on the first lines, and a reason to doubt what it gives.
///
/// The layout `auto`, warnings and remedies name a layout only after its trial.
package struct LayoutTrial: Hashable, Sendable {
  package let layout: LineLayout
  /// What the passwords that it gives have in common.
  package let flaw: CellFlaw
  /// The lines with that flaw.
  package let evidence: LayoutEvidence
  /// What makes a list of passwords of the lines, tried on them; nil if that is not known.
  let mend: Mend?

  /// Filters, and the layout in which their output is read.
  struct Mend: Hashable, Sendable {
    /// Commands that read standard input, or a file as their last word.
    let filters: [String]
    let layout: LineLayout

    /// The command or the option.
    func words(_ file: String) -> String {
      if filters.isEmpty {
        return "If so, \(layout.form == .plain ? "add --decode-hex" : "use \(layout.options)")"
      }
      let options =
        layout.isPlain ? "" : layout.form == .plain ? "--decode-hex " : layout.options + " "
      return "Mend them on the way: \(filters[0]) \(file) | "
        + filters.dropFirst().map { $0 + " | " }.joined() + "audit \(options)-"
    }
  }

  /// The doubts about a layout: what some lines have, then what all have.
  static func all(
    of layout: LineLayout, _ sample: LayoutSample, _ text: RawSpan, _ request: LayoutRequest
  ) -> [LayoutTrial] {
    let column = sample.column(text, layout)
    let isStated = request.decodesHex != nil
    let some = column.ofSome(text, decodesHex: isStated)
    // One command mends all that some lines have.
    let filters = some.compactMap(\.flaw.filterOfSome)
    let lines = { LayoutEvidence(fitting: min($0, column.cells.count), lines: column.cells.count) }
    var trials = some.map { found in
      LayoutTrial(
        layout: layout, flaw: found.flaw, evidence: lines(found.count),
        mend: filters.isEmpty ? nil : Mend(filters: Self.joined(filters), layout: layout))
    }
    if let found = column.ofAll(text, decodesHex: isStated) {
      trials.append(
        LayoutTrial(
          layout: layout, flaw: found.flaw, evidence: lines(found.count),
          mend: mend(found.flaw, column, sample, text, request)))
    }
    return trials
  }

  /// Mends flaw after flaw, until none is left or one cannot be mended.
  private static func mend(
    _ flaw: CellFlaw, _ column: LayoutColumn, _ sample: LayoutSample, _ text: RawSpan,
    _ request: LayoutRequest
  ) -> Mend? {
    var (flaw, column, filters) = (flaw, column, [CellMend.Filter]())
    for _ in 0..<5 {
      guard let mend = flaw.mend(column, sample, text, request) else { return nil }
      if let filter = mend.filter { filters.append(filter) }
      guard let cells = mend.cells else {
        return Mend(filters: joined(filters), layout: mend.layout)
      }
      column = LayoutColumn(layout: mend.layout, cells: cells, isSorted: column.isSorted)
      guard let next = column.ofAll(text, decodesHex: request.decodesHex != nil)?.flaw else {
        return column.isStructured(text) || column.isShared(text) || column.areHashes(text)
          ? nil : Mend(filters: joined(filters), layout: mend.layout)
      }
      flaw = next
    }
    return nil
  }

  /// One `sed` for neighbours.
  private static func joined(_ filters: [CellMend.Filter]) -> [String] {
    var commands: [String] = []
    var script: [String] = []
    func end() {
      if !script.isEmpty { commands.append("sed -E \(script.joined(separator: "; ").shellWord)") }
      script = []
    }
    for filter in filters {
      switch filter {
      case .sed(let command): script.append(command)
      case .perl(let options):
        end()
        commands.append("perl \(options)")
      }
    }
    end()
    return commands
  }
}

extension LayoutSample {
  /// What a layout gives.
  func column(_ text: RawSpan, _ layout: LineLayout) -> LayoutColumn {
    let sample = layout.isTable ? rows(of: text, layout) : self
    let hasHeader = sample.hasHeader(text, layout, isNamed: false)
    let rows = sample.lines.dropFirst(hasHeader ? 1 : 0)
    let cells = rows.compactMap { row in
      // Rows of a table that are malformed have no password, but may have a flaw.
      layout.parts(of: text, row).map { LayoutCell(line: row, password: $0.password) }
        ?? (layout.isTable ? LayoutCell(line: row, password: row.upperBound..<row.upperBound) : nil)
    }
    let isSorted = zip(rows, rows.dropFirst()).allSatisfy { line, next in
      !next.lexicographicallyPrecedes(line) { text.byte(at: $0) < text.byte(at: $1) }
    }
    return LayoutColumn(layout: layout, cells: cells, isSorted: isSorted)
  }

  /// The cells of a table without a header that may hold the passwords: those that look like passwords, without
  /// those that are the same, of one length, hashes or numbers.
  func likelyCells(
    _ text: RawSpan, _ request: LayoutRequest, separator: UInt8, _ count: Int
  ) -> [LineLayout] {
    // Rows of very many cells are no lists of passwords.
    let layouts = (0..<min(count, 64)).compactMap { number -> LineLayout? in
      let plain = request.layout(.table(column: number), separator: separator)
      let isSpelled = passwords(text, plain, hasHeader: false).contains { text.isHex($0) }
      let layout =
        isSpelled && request.decodesHex == nil
        ? LineLayout(plain.form, separator: separator, decodesHex: true) : plain
      let column = column(text, layout)
      let cells = column.cells.map(\.password).filter { !$0.isEmpty }
      // The first one may be a word of a header.
      let values = Set(cells.dropFirst().map { cell in cell.map { text.byte(at: $0) } })
      // Names of users are no passwords, if a header that names none says which they are.
      let isUser = lines.first.map { line in
        let header = plain.cells(of: text, line)
        return number < header.count && ColumnWords.isUser(header[number])
      }
      guard isUser != true, cells.count * 2 > lines.count, values.count > 1 || cells.count < 5,
        cells.count(where: { text.looksLikeHash($0) || $0.count > 15 && text.areHex($0) }) * 2
          < cells.count,
        // Parts of a time or of an address have two characters.
        cells.count(where: { text.isNumber($0) || $0.count < 3 }) * 100 < cells.count * 95
          || cells.count < 5,
        saltLength(text, cells) == nil, column.ofAll(text, decodesHex: true) == nil,
        !column.isStructured(text) && !column.isShared(text) || cells.count < 5
      else { return nil }
      return layout
    }
    return layouts
  }
}

// MARK: Mending

extension CellFlaw {
  /// The filter that takes out what some lines have.
  fileprivate var filterOfSome: CellMend.Filter? {
    switch self {
    case .comments(true): .sed("/^#!comment:/d")
    case .comments: .sed("/^#/d")
    case .escapes(let escape): escape.filter
    case .backslashes: .sed(#"s/\\\\/\n/g; s/\\"/""/g; s/\n/\\/g"#)
    case .notCracked: .sed(#"/\[notfound\]|\?{7}/d"#)
    default: nil
    }
  }

  /// How a flaw of all cells is mended; nil if that is not known for the layout.
  fileprivate func mend(
    _ column: LayoutColumn, _ sample: LayoutSample, _ text: RawSpan, _ request: LayoutRequest
  ) -> CellMend? {
    let layout = column.layout
    let separator = pattern(layout.separator)
    // What stands before the password, as an expression; only where that is one part.
    let before: String? =
      switch layout.form {
      case .plain: "^"
      case .user: "^([^\(inBrackets(layout.separator))]*\(separator))"
      default: nil
      }
    let group = layout.form == .plain ? "" : "\\1"
    func cut(_ filter: CellMend.Filter?, _ to: LineLayout, _ cell: (LayoutCell) -> Range<Int>)
      -> CellMend
    {
      CellMend(
        filter: filter, layout: to,
        cells: column.cells.map { LayoutCell(line: $0.line, password: cell($0)) })
    }
    switch self {
    case .spelled:
      let decoded = LineLayout(layout.form, separator: layout.separator, decodesHex: true)
      return CellMend(filter: nil, layout: decoded, cells: nil)
    case .quotes where layout.form == .user:
      let table = request.layout(.table(column: 1, user: 0), separator: layout.separator)
      return CellMend(filter: nil, layout: table, cells: nil)
    case .quotes:
      // A row of a table may be in quotes as a whole.
      let inside = column.cells.map { $0.password.dropFirst().dropLast() }
      for separator in LayoutGuess.separators where column.cells.count >= 5 {
        let counts = Set(inside.map { cell in cell.count { text.byte(at: $0) == separator } })
        guard counts.count == 1, counts.first != 0, let header = inside.first else { continue }
        let table = LineLayout(.table(column: 0), separator: separator)
        let names = table.cells(of: text, header)
        return names.firstIndex { ColumnWords.isPassword($0) }.map { column in
          let user = names.firstIndex { ColumnWords.isUser($0) }
          return CellMend(
            filter: .sed(#"s/^"//; s/"$//"#),
            layout: request.layout(.table(column: column, user: user), separator: separator),
            cells: nil)
        }
      }
      return CellMend(filter: nil, layout: request.layout(.table(column: 0)), cells: nil)
    case .blanks:
      switch layout.form {
      case .plain:
        return cut(.sed("s/^[[:blank:]]+|[[:blank:]]+$//g"), layout) { text.trimmed($0.password) }
      case .user where layout.separator != 0x20:
        return cut(
          .sed(
            "s/[[:blank:]]*\(separator)[[:blank:]]*/\(replacement(layout.separator))/; s/[[:blank:]]+$//"
          ),
          layout
        ) { text.trimmed($0.password) }
      case .table where layout.separator != 9:
        return cut(
          .sed(
            "s/[[:blank:]]*\(separator)[[:blank:]]*/\(replacement(layout.separator))/g; s/[[:blank:]]+$//"
          ),
          layout
        ) { text.unquoted(text.trimmed($0.password)) }
      default: return nil
      }
    case .numbered:
      let mark = layout.form == .plain ? "[.):]" : ""
      return cut(
        .sed("s/^[[:blank:]]*[0-9]+\(mark)[[:blank:]]\(mark.isEmpty ? "" : "+")//"),
        request.layout(.plain)
      ) { cell in
        if layout.form != .plain { return cell.password }
        let start =
          cell.line.first { !text.isBlank(at: $0) && !text.isDigit(at: $0) } ?? cell.line.upperBound
        return text.trimmed(min(start + 1, cell.line.upperBound)..<cell.line.upperBound)
      }
    case .times:
      let times = column.cells.map { TimePrefix(of: text, $0.line) }
      guard let time = times.dropFirst(times.count / 2).first ?? nil,
        times.count(where: { $0?.form == time.form }) * 100 >= times.count * 95
      else { return nil }
      return CellMend(
        filter: .sed("s/^\(time.pattern)//"), layout: request.layout(.plain),
        cells: zip(column.cells, times).map { cell, time in
          let rest = (time?.end ?? cell.line.lowerBound)..<cell.line.upperBound
          return LayoutCell(line: rest, password: rest)
        })
    case .colours:
      return CellMend(filter: .sed(#"s/\x1B\[[0-9;]*[mK]//g"#), layout: layout, cells: nil)
    case .dice:
      return cut(.sed("s/^[[:blank:]]*[1-6]+[[:blank:]]+//"), request.layout(.plain)) {
        text.trimmed($0.password)
      }
    case .base64:
      guard !layout.isTable, !layout.isWeighted else { return nil }
      // As in `Authorization: Basic dXNlcjpwYXNzd29yZA==`.
      let users = column.cells.count {
        text.textOfBase64($0.password)?.dropFirst().contains(UInt8(ascii: ":")) ?? false
      }
      let isOfUsers = users * 100 >= column.cells.count * 95
      let decoding =
        (isOfUsers ? #"s{^.*?"# : "s{") + #"([A-Za-z0-9+/]+=*)\s*$}{decode_base64($1) . "\n"}e"#
      return CellMend(
        filter: .perl("-MMIME::Base64 -pe \(decoding.shellWord)"),
        layout: isOfUsers ? request.layout(.user) : layout, cells: nil)
    case .start(let count):
      guard let before else { return nil }
      return cut(.sed("s/\(before).{\(count)}/\(group)/"), layout) { $0.password.dropFirst(count) }
    case .end(let count):
      guard !layout.isTable else { return nil }
      return cut(.sed("s/.{\(count)}$//"), layout) { $0.password.dropLast(count) }
    case .hexText:
      if layout.form == .counted(.colon) {
        return CellMend(
          filter: .sed(#"s/^([0-9A-Fa-f]*):[0-9]*$/$HEX[\1]/"#),
          layout: LineLayout(.plain, decodesHex: true), cells: nil)
      }
      guard !layout.isTable, !layout.isWeighted else { return nil }
      let decoded = LineLayout(layout.form, separator: layout.separator, decodesHex: true)
      return CellMend(
        filter: .sed(#"s/(0x)?([0-9A-Fa-f]*)$/$HEX[\2]/"#), layout: decoded, cells: nil)
    case .addresses where layout.form == .user, .numbers where layout.form == .user:
      // A number that is the same everywhere, or the length of its password, is no count.
      let values = Set(column.cells.map { cell in cell.password.map { text.byte(at: $0) } })
      let lengths = column.cells.count { cell in
        let word = String(
          decoding: (cell.line.lowerBound..<cell.password.lowerBound - 1).map { text.byte(at: $0) },
          as: UTF8.self)
        return text.count(in: text.trimmed(cell.password)) == UInt64(word.count)
      }
      let isCount = self == .numbers && values.count > 1 && lengths * 10 < column.cells.count * 9
      return cut(
        .sed(
          "s/^(.*)\(separator)[[:blank:]]*([^\(inBrackets(layout.separator))]*)$/\(isCount ? "\\2 \\1" : "\\1")/"
        ),
        request.layout(isCount ? .counted(.prefix) : .plain)
      ) { cell in cell.line.lowerBound..<max(cell.line.lowerBound, cell.password.lowerBound - 1) }
    case .numbers:
      // Behind a hash, the cell before the last one.
      let counts = Set(
        column.cells.map { cell in cell.line.count { text.byte(at: $0) == layout.separator } })
      guard counts.count == 1, let last = counts.first, last > 1 else { return nil }
      let likely = sample.likelyCells(text, request, separator: layout.separator, last)
      guard let cell = likely.last else { return nil }
      return CellMend(filter: nil, layout: cell, cells: nil)
    default: return nil
    }
  }

  /// A byte in an extended regular expression of sed, within brackets, and in a replacement.
  private func pattern(_ byte: UInt8) -> String {
    switch byte {
    case 9: "\\t"
    case UInt8(ascii: "|"), UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "+"),
      UInt8(ascii: "*"),
      UInt8(ascii: "?"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "{"),
      UInt8(ascii: "$"), UInt8(ascii: "^"), UInt8(ascii: "\\"):
      "\\" + String(Unicode.Scalar(byte))
    default: String(Unicode.Scalar(byte))
    }
  }

  private func inBrackets(_ byte: UInt8) -> String {
    byte == 9 ? "\\t" : byte == UInt8(ascii: "\\") ? "\\\\" : String(Unicode.Scalar(byte))
  }

  private func replacement(_ byte: UInt8) -> String {
    ["&", "/", "\\"].contains(String(Unicode.Scalar(byte))) ? pattern(byte) : inBrackets(byte)
  }
}

extension RawSpan {
  /// A cell without quotes around it.
  fileprivate func unquoted(_ cell: Range<Int>) -> Range<Int> {
    let quote = UInt8(ascii: "\"")
    return cell.count > 1 && byte(at: cell.lowerBound) == quote
      && byte(at: cell.upperBound - 1) == quote
      ? cell.dropFirst().dropLast() : cell
  }

  /// A cell without blanks around it.
  func trimmed(_ cell: Range<Int>) -> Range<Int> {
    let start = cell.first { !isBlank(at: $0) } ?? cell.upperBound
    let end = cell.last { !isBlank(at: $0) }.map { $0 + 1 } ?? start
    return start..<max(start, end)
  }
}

// MARK: Words

extension LayoutTrial {
  /// What was found.
  var found: String {
    if layout.isPlain || [.times, .dice, .colours, .known(.url)].contains(flaw) {
      return evidence.text(flaw.words.one, flaw.words.several)
    }
    return flaw.isOfSome
      ? evidence.text(flaw.words.one, flaw.words.several)
      : "read as \(layout.description), \(evidence.text("gives a password that", "give passwords that")) "
        + (evidence.fitting == 1 ? flaw.words.one : flaw.words.several)
  }

  /// What to do, with a list as a word of a command.
  func remedy(_ file: String, isRefused: Bool) -> String {
    let cause: String? =
      switch flaw {
      case .halves:
        "LM hashes know no small letters: join the halves, or audit what was cracked of the NT hashes."
      case .numbered where mend != nil, .dice: "The numbers are not counts."
      case .known(let text): text.remedy
      default: nil
      }
    let ways = [
      mend?.words(file), isRefused ? "If these are passwords, state it: \(layout.options)" : nil,
    ].compactMap(\.self).joined(separator: ". ")
    let words = [cause, ways.isEmpty ? nil : ways].compactMap(\.self)
    return words.isEmpty
      ? "Write the passwords alone to a file, one on each line." : words.joined(separator: " ")
  }
}
