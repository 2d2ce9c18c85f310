@_spi(Internal) import Bytes
import Diagnostics

/// Texts of a known form that people do not choose as passwords.
package enum KnownText: CaseIterable, Sendable {
  case uuid, host, url, sid, hidden, mask, rule

  /// What is said of one, and of several.
  var words: (one: String, several: String) {
    switch self {
    case .uuid: ("is a UUID", "are UUIDs")
    case .host: ("is an IP address", "are IP addresses")
    case .url: ("is the address of a web page", "are addresses of web pages")
    case .sid: ("is a SID of Windows", "are SIDs of Windows")
    case .hidden:
      ("stands for a password in stars or points", "stand for passwords in stars or points")
    case .mask: ("is a mask of hashcat", "are masks of hashcat")
    case .rule: ("is a rule of hashcat", "are rules of hashcat")
    }
  }

  /// What makes passwords of them.
  var remedy: String? {
    switch self {
    case .hidden: "Export the list anew, with the passwords shown."
    case .mask:
      "A mask stands for many candidates: hashcat --stdout -a 3 MASKS | audit -"
    case .rule:
      "Rules make candidates of words: hashcat --stdout -r RULES WORDS | audit -"
    default: nil
    }
  }

  func holds(_ text: RawSpan, _ cell: Range<Int>) -> Bool {
    switch self {
    case .uuid: text.isUUID(cell)
    case .host: text.isHost(cell)
    case .url: ["http://", "https://", "//"].contains { text.begins(cell, with: $0) }
    case .sid: text.begins(cell, with: "S-1-5-")
    case .hidden: text.isHidden(cell)
    case .mask: text.isMask(cell)
    case .rule: text.isRule(cell)
    }
  }
}

/// How a program writes characters that have a meaning in its texts, or that it mistakes.
package enum Escape: CaseIterable, Sendable {
  /// `%21` of addresses and forms.
  case percent
  /// `&amp;` of HTML.
  case entity
  /// `\u0021` of JSON.
  case unicode
  /// UTF-8 that was taken for Latin-1.
  case twice

  /// The byte with which each begins.
  var mark: UInt8 {
    switch self {
    case .percent: UInt8(ascii: "%")
    case .entity: UInt8(ascii: "&")
    case .unicode: UInt8(ascii: "\\")
    case .twice: 0xC3
    }
  }

  /// What is said of one text, and of several.
  var words: (one: String, several: String) {
    let (what, example) =
      switch self {
      case .percent: ("spelt out", "%21")
      case .entity: ("spelt out", "&amp;")
      case .unicode: ("spelt out", "\\u0021")
      case .twice: ("encoded twice", "Ã¤")
      }
    return (
      "has a character \(what), as in '\(example)'", "have characters \(what), as in '\(example)'"
    )
  }

  var filter: CellMend.Filter {
    switch self {
    case .percent: .perl(#"-pe "# + "s/%([0-9A-Fa-f]{2})/chr hex $1/ge".shellWord)
    case .entity:
      .sed("s/&lt;/</g; s/&gt;/>/g; s/&(quot|#34);/\"/g; s/&(apos|#0?39);/'/g; s/&amp;/\\&/g")
    case .unicode:
      .perl(
        "-MEncode -pe "
          + (#"s/((\\u[0-9A-Fa-f]{4})+)/encode("UTF-8", decode("UTF-16BE", pack("H*", $1 =~ s{\\u}{}gr)))/ge; "#
          + #"s/\\(["\\\/])/$1/g"#).shellWord)
    case .twice:
      .perl(
        "-pe "
          + #"s/\xC3([\x82\x83])\xC2([\x80-\xBF])/chr(ord($1) + 64) . $2/ge"#.shellWord)
    }
  }

  /// Whether a text has such an escape, and whether it has the mark without one.
  func found(in cell: Range<Int>, of text: RawSpan) -> (isEscaped: Bool, isRaw: Bool) {
    var (found, start) = ((isEscaped: false, isRaw: false), cell.lowerBound)
    while let place = text.first(mark, in: start..<cell.upperBound) {
      start = place + 1
      let rest = start..<cell.upperBound
      switch self {
      case .percent where rest.count > 1 && text.areHex(rest.prefix(2)),
        .unicode
      where text.begins(rest, with: "u") && rest.count > 4
        && text.areHex(rest.dropFirst().prefix(4)):
        found.isEscaped = true
      case .entity
      where ["amp;", "lt;", "gt;", "quot;", "apos;", "#39;", "#039;", "#34;"].contains(where: {
        text.begins(rest, with: $0)
      }):
        found.isEscaped = true
      case .twice
      where rest.count > 2 && [0x82, 0x83].contains(text.byte(at: start))
        && text.byte(at: start + 1) == 0xC2:
        found.isEscaped = true
      case .unicode where ["\\", "\"", "/"].contains { text.begins(rest, with: $0) }: start += 1
      default: found.isRaw = true
      }
    }
    return found
  }
}

extension RawSpan {
  /// Whether bytes are `01234567-89ab-cdef-0123-456789abcdef`, perhaps in braces.
  fileprivate func isUUID(_ cell: Range<Int>) -> Bool {
    let cell =
      cell.count == 38 && begins(cell, with: "{") && ends(cell, with: "}")
      ? cell.dropFirst().dropLast() : cell
    return cell.count == 36
      && cell.allSatisfy { place in
        [8, 13, 18, 23].contains(place - cell.lowerBound)
          ? byte(at: place) == UInt8(ascii: "-") : byte(at: place).hexDigit != nil
      }
  }

  /// Whether bytes are an address of IPv4, perhaps with a port or the length of a mask.
  fileprivate func isHost(_ cell: Range<Int>) -> Bool {
    let end = cell.first { ":/".utf8.contains(byte(at: $0)) } ?? cell.upperBound
    let parts = (cell.lowerBound..<end).split { byte(at: $0) == UInt8(ascii: ".") }
    return parts.count == 4
      && cell.dropFirst(end - cell.lowerBound + 1).allSatisfy { isDigit(at: $0) }
      && (cell.lowerBound..<end).count { byte(at: $0) == UInt8(ascii: ".") } == 3
      && parts.allSatisfy { $0.count < 4 && $0.allSatisfy { isDigit(at: $0) } }
  }

  /// Whether half of some characters or more are stars or points.
  fileprivate func isHidden(_ cell: Range<Int>) -> Bool {
    let stars = cell.count { byte(at: $0) == UInt8(ascii: "*") }
    return cell.count > 3 && stars * 2 >= cell.count || contains(cell, "•••")
  }

  /// Whether a mask's place, such as `?l`, is among some bytes.
  fileprivate func isMask(_ cell: Range<Int>) -> Bool {
    zip(cell, cell.dropFirst()).contains { mark, next in
      byte(at: mark) == UInt8(ascii: "?") && "ludhHsab1234".utf8.contains(byte(at: next))
    }
  }

  /// Whether bytes are functions of hashcat's rules, one behind the other, with what each takes.
  fileprivate func isRule(_ line: Range<Int>) -> Bool {
    var at = line.lowerBound
    while at < line.upperBound {
      let function = byte(at: at)
      at += 1
      if function == 0x20 { continue }
      let arguments = Self.rules.first { $0.functions.utf8.contains(function) }?.arguments
      guard let arguments, line.upperBound - at >= arguments.utf8.count else { return false }
      for argument in arguments.utf8 {
        let isPlace =
          isDigit(at: at) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte(at: at))
        if argument == UInt8(ascii: "N"), !isPlace { return false }
        at += 1
      }
    }
    return true
  }

  /// The functions of rules by what they take: places (N) and characters (X).
  private static let rules = [
    (functions: ":lucrdtfq{}[]kKEC46MQ", arguments: ""),
    (functions: "TpDzZ'LR+-.,yY_<>", arguments: "N"), (functions: "$^@e!/()", arguments: "X"),
    (functions: "xO*", arguments: "NN"), (functions: "io=%3", arguments: "NX"),
    (functions: "s", arguments: "XX"), (functions: "X", arguments: "NNN"),
  ]

  /// The text whose Base64 bytes are; nil of others.
  func textOfBase64(_ cell: Range<Int>) -> [UInt8]? {
    let end = cell.last { byte(at: $0) != UInt8(ascii: "=") }.map { $0 + 1 } ?? cell.lowerBound
    guard cell.count >= 4, cell.count % 4 == 0, cell.upperBound - end < 3 else { return nil }
    var (decoded, bits, count) = ([UInt8](), UInt32(0), 0)
    for place in cell.lowerBound..<end {
      guard let value = byte(at: place).base64Value else { return nil }
      (bits, count) = (bits << 6 | UInt32(value), count + 6)
      if count >= 8 {
        count -= 8
        decoded.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    let isText =
      bits & (1 << UInt32(count) - 1) == 0
      && String(validating: decoded, as: UTF8.self) != nil
      && decoded.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    return isText ? decoded : nil
  }
}

extension UInt8 {
  /// The value of a digit of Base64; nil for other bytes.
  fileprivate var base64Value: UInt8? {
    switch self {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): self - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): self - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
