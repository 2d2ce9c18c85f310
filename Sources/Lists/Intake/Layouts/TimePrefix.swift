@_spi(Internal) import Bytes

/// A time or a date with which a line begins, as lines of logs do.
struct TimePrefix: Hashable {
  /// Its parts: `d` for one digit or two, `Y` for four, `n` for other numbers, `M` for a month, `W` for a
  /// day of the week, a blank for blanks; other bytes stand for themselves.
  let form: String
  /// The first byte behind it, and behind the blanks that follow.
  let end: Int
  /// Whether a separator follows, so that it is a cell of a table.
  let isCell: Bool

  /// The expression of sed for all of this form.
  var pattern: String {
    form.map { part in
      switch part {
      case "d": "[0-9]{1,2}"
      case "Y": "[0-9]{4}"
      case "n": "[0-9]+"
      case "M", "W": "[A-Za-z]{3}"
      case " ": "[[:blank:]]+"
      case "[", "(", ")", ".", "/", "+", "|": "\\\(part)"
      default: String(part)
      }
    }.joined()
  }

  private static let dates = [
    "Y-d-d", "Y/d/d", "Y.d.d", "d.d.Y", "d/d/Y", "d-d-Y", "d.d.d", "d/d/d", "d/M/Y", "d-M-Y",
    "d M Y",
    "M d",
  ]
  private static let zones = ["Z", "UTC", "GMT", "AM", "PM", "+Y", "-Y", "+d:d", "-d:d"]

  /// Finds one; nil if none is there, or if it is a date alone.
  init?(of text: RawSpan, _ line: Range<Int>) {
    var (parts, ends) = Self.parts(of: text, line)
    var form = ""
    func take(_ options: [String], as written: String? = nil) -> Bool {
      guard let option = options.first(where: { parts.starts(with: $0) }) else { return false }
      parts.removeFirst(option.count)
      form += written ?? option
      return true
    }
    /// Takes a link only if something follows.
    func take(_ links: [String], then options: [String]) -> Bool {
      take(links.flatMap { link in options.map { link + $0 } })
    }
    let count = parts.count
    _ = take(["[", "("])
    let digits = line.prefix { text.isDigit(at: $0) }.count
    // Seconds since 1970, or thousandths.
    let isEpoch =
      [10, 13].contains(digits) && text.byte(at: line.lowerBound) == UInt8(ascii: "1")
      && take(["n"])
    _ = take(["W, ", "W "])
    let hasDate = take(Self.dates)
    let times = ["d:d:d", "d:d"]
    let hasTime =
      hasDate ? take([", ", "T", " ", ":", "_", "-"], then: times) : take(times)
    if hasTime {
      _ = take([".n", ".d", ".Y", ",n"], as: ".n")
      _ = take(["", " "], then: Self.zones)
    }
    _ = take(["]", ")"])
    guard isEpoch || hasDate || hasTime else { return nil }
    isCell = parts.first.map { ",;|".contains($0) } ?? false
    if !parts.isEmpty, !isCell {
      guard take([" - ", " | ", ": ", " "]) else { return nil }
    } else if !(hasDate && hasTime) {
      return nil
    }
    self.form = form
    ends.insert(line.lowerBound, at: 0)
    end = ends[count - parts.count]
  }

  /// The parts of the start of a line, with their ends; `x` stands for the first byte that is of none.
  private static func parts(
    of text: RawSpan, _ line: Range<Int>
  ) -> (parts: [Character], ends: [Int]) {
    var (parts, ends) = ([Character](), [Int]())
    var at = line.lowerBound
    func end(_ isSame: (Int) -> Bool) -> Int {
      (at..<line.upperBound).first { !isSame($0) } ?? line.upperBound
    }
    func add(_ words: String, _ next: Int) {
      for word in words {
        parts.append(word)
        ends.append(next)
      }
      at = next
    }
    while at < line.upperBound, parts.count < 40 {
      if text.isDigit(at: at) {
        let next = end { text.isDigit(at: $0) }
        add([1: "d", 2: "d", 4: "Y"][next - at] ?? "n", next)
      } else if text.isBlank(at: at) {
        add(" ", end { text.isBlank(at: $0) })
      } else if "[]()-/.:,;+_|".utf8.contains(text.byte(at: at)) {
        add(String(Unicode.Scalar(text.byte(at: at))), at + 1)
      } else {
        let next = end { text.isWordByte(at: $0) && !text.isDigit(at: $0) }
        let word = String(decoding: (at..<next).map { text.byte(at: $0) }, as: UTF8.self)
        if months.contains(word) {
          add("M", next)
        } else if days.contains(word) {
          add("W", next)
        } else if ["T", "Z", "AM", "PM", "UTC", "GMT"].contains(word) {
          add(word, next)
        } else {
          add("x", at)
          break
        }
      }
    }
    return (parts, ends)
  }

  private static let months: Set = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  private static let days: Set = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
}
