@_spi(Internal) import Bytes
import Diagnostics

/// What programs write beside passwords, on each line, and how to take the passwords out.
///
/// Its expressions hold words of the text only where these are known names of passwords.
package struct LineMark: Hashable, Sendable {
  /// What the lines are, behind "are".
  let name: String
  /// The script for `sed -nE` that prints what is to be read, or for `sed -E` if it does not print.
  let script: String
  /// The layout of what it prints.
  let layout: LineLayout
  /// What can be done besides.
  var hint = ""

  /// The command that audits the passwords of a list.
  func command(_ file: String) -> String {
    let sed = script.hasSuffix("p") ? "sed -nE" : "sed -E"
    return
      "\(sed) \(script.shellWord) \(file) | audit \(layout.isPlain ? "" : layout.options + " ")-"
  }

  /// The mark of the first lines, and how many have it; nil if they have none.
  static func found(
    in sample: LayoutSample, _ text: RawSpan, _ request: LayoutRequest
  ) -> (mark: LineMark, evidence: LayoutEvidence)? {
    for row in rows {
      let evidence = sample.fit { row.holds(text, $0) }
      guard evidence.fitting > (row.share == 0 ? 0 : 1), evidence.share >= row.share else {
        continue
      }
      if let mark = row.mark(sample, text, request) {
        // One line tells of the others.
        let all = LayoutEvidence(fitting: sample.lines.count, lines: sample.lines.count)
        return (mark, row.share == 0 ? all : evidence)
      }
    }
    return nil
  }

  private struct Row {
    /// The share of lines that must have the mark.
    let share: Double
    let holds: @Sendable (RawSpan, Range<Int>) -> Bool
    let mark: @Sendable (LayoutSample, RawSpan, LayoutRequest) -> LineMark?

    init(
      _ share: Double, _ holds: @escaping @Sendable (RawSpan, Range<Int>) -> Bool,
      _ mark: @escaping @Sendable (LayoutSample, RawSpan, LayoutRequest) -> LineMark?
    ) {
      self.share = share
      self.holds = holds
      self.mark = mark
    }
  }

  private static let rows: [Row] = [
    Row(0.5, { $0.isCleartext($1) }) { _, _, request in
      LineMark(
        name: "clear text of a directory (user:CLEARTEXT:password)",
        script: "s/^([^:]*[^:$]):CLEARTEXT:/\\1:/p",
        layout: request.layout(.user, separator: colon),
        hint: "To audit the directory, give this file with --potfile. ")
    },
    Row(0.2, { text, line in ["[+] ", "[-] ", "[*] "].contains { text.contains(line, $0) } }) {
      sample, text, _ in tried(sample, text)
    },
    Row(0.9, { text, line in text.behindArrow(line) != nil }) { sample, text, request in
      guard areLikely(sample.lines.compactMap { text.behindArrow($0) }, text) else { return nil }
      return LineMark(
        name: "lines of a user, an arrow and a password", script: #"s/ [-=]> /\t/p"#,
        layout: request.layout(.user, separator: 9))
    },
    Row(0.9, { text, line in text.beforeUser(line) != nil }) { sample, text, _ in
      let values = sample.lines.compactMap { text.beforeUser($0) }
      guard areLikely(values, text) else { return nil }
      let counts = sample.lines.count { line in
        text.last(in: line, "(").map { text.isNumber($0 + 1..<line.upperBound - 1) } ?? false
      }
      if counts * 100 >= sample.lines.count * 95 {
        return LineMark(
          name: "lines of a password and its count in brackets",
          script: #"s/^(.*[^[:blank:]])[[:blank:]]+\(([0-9]+)\)$/\2 \1/p"#,
          layout: LineLayout(.counted(.prefix)))
      }
      return LineMark(
        name: "messages of John the Ripper ('password (user)')",
        script: #"s/[[:blank:]]+\([^()]*\)$//p"#, layout: .plain)
    },
    Row(0.8, { text, line in text.passwordLabel(line) != nil }) { sample, text, _ in
      labelled(sample, text)
    },
    // Each message of Responder has a tag, and one in three the password.
    Row(0.2, { $0.begins($1, with: "[") && $0.passwordLabel($1) != nil }) { sample, text, _ in
      labelled(sample, text)
    },
    Row(0.5, { $0.contains($1, "login attempt [") }) { sample, text, _ in
      let isOfBytes = sample.fit { text.contains($0, "login attempt [b'") }.share >= 0.5
      return LineMark(
        name: "messages of Cowrie, a honeypot ('login attempt [user/password]')",
        script: isOfBytes
          ? #"s/^.*login attempt \[b'[^/]*'\/b'(.*)'\].*$/\1/p"#
          : #"s/^.*login attempt \[[^/]*\/(.*)\].*$/\1/p"#, layout: .plain)
    },
    Row(0.8, { text, line in text.cellCount(of: "<td", line) > 1 }) { _, _, _ in
      LineMark(
        name: "rows of a table in HTML", script: #"s/^.*<td[^>]*>(.*)<\/td>.*$/\1/p"#,
        layout: .plain,
        hint: "The last cell of each is taken. ")
    },
    Row(0.5, { $0.hasBar($1) }) { sample, text, request in
      bars(sample, text, request)
    },
    Row(0, { text, line in text.isRule(line) }) { sample, text, _ in fixedColumns(sample, text) },
    Row(0, { text, line in text.begins(line, with: "COPY ") && text.contains(line, "FROM stdin") })
    {
      sample, text, request in copied(sample, text, request)
    },
    quoted("'"), quoted("\""),
  ]

  /// Lines that end in a text in quotes, behind other texts.
  private static func quoted(_ quote: Character) -> Row {
    let byte = quote.asciiValue ?? 0
    return Row(0.9, { text, line in text.lastQuoted(line, byte) != nil }) { sample, text, _ in
      let values = sample.lines.compactMap { text.lastQuoted($0, byte) }
      guard areLikely(values, text), !sample.hasPasswordColumn(text) else { return nil }
      return LineMark(
        name: "lines with a text in quotes, beside others",
        script: "s/^.*\(quote)([^\(quote)]*)\(quote)[^\(quote)]*$/\\1/p", layout: .plain,
        hint: "The last text in quotes of each is taken. ")
    }
  }

  /// Whether texts look like passwords.
  private static func areLikely(_ values: [Range<Int>], _ text: RawSpan) -> Bool {
    let column = LayoutColumn(
      layout: .plain, cells: values.map { LayoutCell(line: $0, password: $0) }, isSorted: false)
    return values.count >= 5
      && Set(values.map { value in value.map { text.byte(at: $0) } }).count > 1
      && column.ofAll(text, decodesHex: true) == nil && !column.isStructured(text)
      && !column.areHashes(text)
  }

  /// The rows behind `COPY table (column, …) FROM stdin;` of PostgreSQL.
  private static func copied(
    _ sample: LayoutSample, _ text: RawSpan, _ request: LayoutRequest
  ) -> LineMark? {
    guard
      let line = sample.lines.first(where: {
        text.begins($0, with: "COPY ") && text.contains($0, "FROM stdin")
      }), let open = text.first(UInt8(ascii: "("), in: line),
      let close = text.first(UInt8(ascii: ")"), in: open..<line.upperBound)
    else { return nil }
    let names = LineLayout(.table(column: 0)).cells(of: text, open + 1..<close)
    guard let column = names.firstIndex(where: { ColumnWords.isPassword($0) }) else { return nil }
    let user = names.firstIndex { ColumnWords.isUser($0) }
    return LineMark(
      name: "rows of PostgreSQL's COPY", script: #"/^COPY /,/^\\\.$/!d; /^COPY |^\\\.$/d"#,
      layout: LineLayout(.table(column: column, user: user), separator: 9))
  }

  /// Messages of a tool that tries passwords, if a fifth or more tell one.
  private static func tried(_ sample: LayoutSample, _ text: RawSpan) -> LineMark? {
    let successes = sample.lines.compactMap { line in
      text.place(of: "[+] ", in: line).map { $0 + 4..<line.upperBound }
    }.filter { text.first(colon, in: $0) != nil }
    guard successes.count * 5 >= sample.lines.count, successes.count > 1 else { return nil }
    let isOfMetasploit =
      successes.count { text.contains($0, "Success: '") } * 2 > successes.count
    return LineMark(
      name: "messages of a tool that tries passwords ('[+] user:password')",
      script: isOfMetasploit
        ? "s/^.*Success: '[^:]*:([^']*)'.*$/\\1/p"
        : #"s/[[:blank:]]*( \([^()]*\))?[[:blank:]]*$//; s/^.*\[\+\] (VALID LOGIN[^:]*:[[:blank:]]*)?[^:]*:[[:blank:]]*//p"#,
      layout: .plain)
  }

  /// Lines with a word such as `password:` before the password.
  private static func labelled(_ sample: LayoutSample, _ text: RawSpan) -> LineMark? {
    let labels = sample.lines.compactMap { line in
      text.passwordLabel(line).map { (line: line, label: $0) }
    }
    guard let label = labels.dropFirst(labels.count / 2).first?.label else { return nil }
    let word = String(decoding: label.map { text.byte(at: $0) }, as: UTF8.self)
    let alike = labels.filter { text.begins($0.label, with: word) }
    // Lines of one label alone are records, which have names of their own.
    guard alike.count * 100 >= labels.count * 80 else { return nil }
    let before = "s/^.*" + word.replacing("\t", with: "\\t")
    let rests = alike.map { $0.label.upperBound..<$0.line.upperBound }
    func most(_ holds: (Range<Int>) -> Bool) -> Bool {
      rests.count(where: holds) * 10 >= rests.count * 8
    }
    /// Whether what precedes a mark differs.
    func differ(before mark: String) -> Bool {
      let values = rests.map { rest in
        rest.prefix { text.byte(at: $0) != mark.utf8.first }.map { text.byte(at: $0) }
      }
      return values.count < 5 || Set(values).count > 1
    }
    let script: String
    if let quote = word.utf8.last, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") {
      let quote = String(Unicode.Scalar(quote))
      script = before + "([^\(quote)]*)\(quote).*$/\\1/p"
    } else if most({ rest in
      [("[", "]"), ("(", ")")].contains { open, close in
        text.ends(rest, with: close) && text.place(of: " " + open, in: rest) != nil
      }
    }) {
      script = #"s/ [[(][^])]*[])]$//; "# + before + "//p"
    } else if let mark = [",", ";", "|", "&", "<", " "].first(where: { mark in
      most { text.contains($0, mark) }
    }) {
      // A word that all share is none: "password for user from address".
      guard differ(before: mark) else { return nil }
      script = before + "([^\(mark)]*).*$/\\1/p"
    } else {
      script = before + "//p"
    }
    return LineMark(name: "lines with a label before the password", script: script, layout: .plain)
  }

  /// A table that is drawn with bars, also those of boxes: of Markdown, org-mode, mysql, psql or sqlite3.
  private static func bars(
    _ sample: LayoutSample, _ text: RawSpan, _ request: LayoutRequest
  ) -> LineMark? {
    let rules = sample.lines.indices.filter { text.isRule(sample.lines[$0], bars: true) }
    let first = rules.first
    guard let first, first < 12 else { return nil }
    // The header is the row above the rule; a rule above it is drawn by mysql.
    let header =
      first > 0 && text.hasBar(sample.lines[first - 1]) ? first - 1 : first + 1
    guard sample.lines.indices.contains(header) else { return nil }
    let isBox = text.first(bar, in: sample.lines[header]) == nil
    let names = text.string(LineParts(password: sample.lines[header]))
    var cells = names.split(omittingEmptySubsequences: false) {
      boxBars.contains(String($0)) || $0 == "|"
    }
    .map(String.init)
    if cells.first?.allSatisfy({ $0 == " " }) == true { cells.removeFirst() }
    let column = cells.firstIndex { ColumnWords.isPassword($0) }
    let box = isBox ? ["/───|━━━|═══/d", "s/\(boxBars.joined(separator: "|"))/|/g"] : []
    let script =
      (box + [
        #"/\|/!d"#, "/^[-+|:= ]*$/d",
        #"s/^[[:blank:]]*\|?[[:blank:]]*|[[:blank:]]*\|?[[:blank:]]*$//g"#,
        #"s/[[:blank:]]*\|[[:blank:]]*/|/g"#,
      ]).joined(separator: "; ")
    let user = cells.firstIndex { ColumnWords.isUser($0) }
    return LineMark(
      name: "rows of a drawn table, whose cells have blanks around", script: script,
      layout: LineLayout(
        .table(column: column ?? 0, user: column == nil ? nil : user), separator: bar),
      hint: column == nil ? "Name the column of the passwords in place of csv:1. " : "")
  }

  /// A table whose columns have a width, below a line of hyphens: of sqlite3, sqlcmd or PowerShell.
  private static func fixedColumns(_ sample: LayoutSample, _ text: RawSpan) -> LineMark? {
    guard let rule = sample.lines.indices.prefix(4).first(where: { text.isRule(sample.lines[$0]) }),
      rule > 0
    else { return nil }
    let (header, hyphens) = (sample.lines[rule - 1], sample.lines[rule])
    var start = hyphens.lowerBound
    while start < hyphens.upperBound {
      let next = (start..<hyphens.upperBound).first { text.byte(at: $0) == UInt8(ascii: "-") }
      guard let next else { break }
      let end =
        (next..<hyphens.upperBound).first { text.byte(at: $0) != UInt8(ascii: "-") }
        ?? hyphens.upperBound
      let place = next - hyphens.lowerBound
      if place < header.count {
        let cell =
          header.lowerBound
          + place..<min(header.upperBound, header.lowerBound + end - hyphens.lowerBound)
        let word = String(decoding: text.trimmed(cell).map { text.byte(at: $0) }, as: UTF8.self)
        if ColumnWords.isPassword(word) {
          // A column ends where the next one begins; its hyphens may be those of its name alone.
          let stop = (end..<hyphens.upperBound).first { text.byte(at: $0) == UInt8(ascii: "-") }
          let width = stop.map { "(.{0,\($0 - next)}).*" } ?? "(.*)"
          return LineMark(
            name: "rows of a table whose columns are filled with blanks",
            script: "1,/^[- ]+$/d; /^$/d; s/^.{\(place)}\(width)$/\\1/; s/[[:blank:]]+$//",
            layout: .plain)
        }
      }
      start = end
    }
    return nil
  }
}

private let colon = UInt8(ascii: ":")
private let bar = UInt8(ascii: "|")
private let boxBars = ["│", "┃", "║"]

extension RawSpan {
  /// Whether a line is `user:CLEARTEXT:password`.
  fileprivate func isCleartext(_ line: Range<Int>) -> Bool {
    guard let end = first(colon, in: line), end > line.lowerBound else { return false }
    return begins(end..<line.upperBound, with: ":CLEARTEXT:")
      || begins(end..<line.upperBound, with: ":CLEARTEXT_HEX:")
  }

  /// The number of places of a word.
  fileprivate func cellCount(of word: String, _ line: Range<Int>) -> Int {
    var (count, start) = (0, line.lowerBound)
    while let place = place(of: word, in: start..<line.upperBound) {
      (count, start) = (count + 1, place + 1)
    }
    return count
  }

  /// Whether a line has a bar between cells.
  fileprivate func hasBar(_ line: Range<Int>) -> Bool {
    first(bar, in: line) != nil
      || first(0xE2, in: line) != nil && boxBars.contains { contains(line, $0) }
  }

  /// Whether a line is drawn: hyphens and blanks, or also bars and crosses.
  fileprivate func isRule(_ line: Range<Int>, bars: Bool = false) -> Bool {
    if bars, ["───", "━━━", "═══"].contains(where: { contains(line, $0) }) {
      return line.allSatisfy { byte(at: $0) >= 0x80 || byte(at: $0) == 0x20 }
    }
    let marks = bars ? "-+|:= " : "- "
    return line.count { byte(at: $0) == UInt8(ascii: "-") } > 2
      && line.allSatisfy { marks.utf8.contains(byte(at: $0)) }
      && line.contains {
        byte(at: $0) == (bars ? bar : 0x20) || bars && byte(at: $0) == UInt8(ascii: "+")
      }
  }

  /// The password that John the Ripper tells: `password      (user)`.
  fileprivate func beforeUser(_ line: Range<Int>) -> Range<Int>? {
    guard ends(line, with: ")"),
      let open = last(in: line, "("), open > line.lowerBound, isBlank(at: open - 1)
    else { return nil }
    let password = trimmed(line.lowerBound..<open)
    return password.isEmpty ? nil : password
  }

  /// The last place of a byte.
  fileprivate func last(in line: Range<Int>, _ mark: Unicode.Scalar) -> Int? {
    line.last { byte(at: $0) == UInt8(ascii: mark) }
  }

  /// What stands behind ` -> ` or ` => `.
  fileprivate func behindArrow(_ line: Range<Int>) -> Range<Int>? {
    [" -> ", " => "].compactMap { place(of: $0, in: line) }.min()
      .map { $0 + 4..<line.upperBound }
  }

  /// The last text in quotes, if only marks of a list follow it, and other text precedes it.
  fileprivate func lastQuoted(_ line: Range<Int>, _ quote: UInt8) -> Range<Int>? {
    guard let end = line.last(where: { byte(at: $0) == quote }), end > line.lowerBound,
      (end + 1..<line.upperBound).allSatisfy({ ",;)]} ".utf8.contains(byte(at: $0)) }),
      let start = (line.lowerBound..<end).last(where: { byte(at: $0) == quote }),
      start > line.lowerBound, start + 1 < end
    else { return nil }
    // A row of a table has quotes of its own.
    if quote == UInt8(ascii: "\"") {
      let isRow = LayoutGuess.separators.contains { separator in
        LineLayout(.table(column: 0), separator: separator).cellCount(of: self, line) > 1
          && (line.lowerBound == start || byte(at: start - 1) == separator)
      }
      if isRow { return nil }
    }
    return start + 1..<end
  }

  /// A word for passwords with what stands between it and the password: `password: `, `'pass' => '`, `pwd=`.
  fileprivate func passwordLabel(_ line: Range<Int>) -> Range<Int>? {
    for place in line {
      guard isLabelStart(place, line) else { continue }
      for word in Self.labels where isWord(word, at: place, in: line) {
        var end = place + word.utf8.count
        func skip(_ marks: String) -> Int {
          let start = end
          while end < line.upperBound, marks.utf8.contains(byte(at: end)) { end += 1 }
          return end - start
        }
        _ = skip("'\"`")
        let blanks = skip(" \t")
        let marks = skip(":=>")
        // As in .netrc: `login name password word`.
        if marks == 0, blanks != 1 || place == line.lowerBound { continue }
        if marks > 3 { continue }
        _ = skip(" \t")
        if end < line.upperBound, "'\"".utf8.contains(byte(at: end)) { end += 1 }
        if end < line.upperBound { return place..<end }
      }
    }
    return nil
  }

  private func isLabelStart(_ place: Int, _ line: Range<Int>) -> Bool {
    guard "pkPK".utf8.contains(byte(at: place)) else { return false }
    if place == line.lowerBound { return true }
    let before = byte(at: place - 1)
    return !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(before | 0x20)
      && !isDigit(at: place - 1)
  }

  private func isWord(_ word: String, at place: Int, in line: Range<Int>) -> Bool {
    line.upperBound - place > word.utf8.count
      && zip(place..<line.upperBound, word.utf8).allSatisfy { byte(at: $0) | 0x20 == $1 }
  }

  private static let labels = [
    "passwords", "password", "passwort", "passwd", "plaintext", "pass", "pwd", "kennwort",
  ]
}
