@_spi(Internal) import Bytes

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
    // By the length of hashes, the lines with one separator and those with more.
    var salts: Set<Int> = []
    var kinds: [Int: (one: Int, more: Int)] = [:]
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
      if isMore {
        let last = line.last { text.byte(at: $0) == layout.separator } ?? end
        salts.insert(text.areHex(end + 1..<max(end + 1, last)) ? last - end : 0)
      }
      if isMore {
        kinds[end - start, default: (0, 0)].more += 1
      } else {
        kinds[end - start, default: (0, 0)].one += 1
      }
    }
    // If each kind of hash has one form, some kinds have salts; so have those with digits between.
    let isOfKinds =
      kinds.count > 1 && kinds.values.allSatisfy { $0.one == 0 || $0.more == 0 }
      || more > 3 && salts.count < 4 && !salts.contains { $0 < 5 }
    if more == 0 || one * 20 <= more || isOfKinds {
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
