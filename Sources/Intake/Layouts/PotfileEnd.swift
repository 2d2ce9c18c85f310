@_spi(House) import Bytes

/// The separator that ends the hashes of a potfile, by its first lines.
enum PotfileEnd {
  /// No line shows more than the layout's own rule.
  case told
  /// The first one: most lines have one, so further ones belong to passwords.
  case first
  /// Some lines have salts, or passwords with separators.
  case unclear

  /// Counts separators behind hashes of hexadecimal digits.
  ///
  /// hashcat writes `hash:salt:password`, so all lines of a salted kind have two; a list of several
  /// kinds has lines of both.
  init(_ sample: LayoutSample, _ text: RawSpan, _ layout: LineLayout) {
    var (one, more) = (0, 0)
    for line in sample.lines {
      var start = line.lowerBound
      if layout.hasUsers {
        guard let user = text.first(layout.separator, in: line) else { continue }
        start = user + 1
      }
      guard let end = text.first(layout.separator, in: start..<line.upperBound),
        text.areHex(start..<end)
      else { continue }
      let isMore = text.first(layout.separator, in: end + 1..<line.upperBound) != nil
      if isMore { more += 1 } else { one += 1 }
    }
    if more == 0 || one * 20 <= more {
      self = .told
    } else {
      self = one > more ? .first : .unclear
    }
  }
}

extension LineLayout {
  /// The layout with the first separator as the end of the hash; nil if its rule does not choose.
  func endingAtFirst(_ request: LayoutRequest) -> LineLayout? {
    switch form {
    case .hash(.told): request.layout(.hash(.first))
    case .userHash: request.layout(.userHashFirst)
    default: nil
    }
  }
}
