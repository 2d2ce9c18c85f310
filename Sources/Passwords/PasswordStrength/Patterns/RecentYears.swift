// Years from 1900 to 2019, which the reference counts as recent.

extension Engine {
  /// Adds the years found from left to right, without overlaps.
  func addRecentYears(in text: Text) {
    let outline = outlines[text.slot]
    if outline.isKnown { return addRecentYears(outline, in: text) }
    var place = text.first
    while place + 4 <= text.end {
      guard let year = recentYear(at: place) else {
        place += 1
        continue
      }
      add(
        place, place + 3, of: text, guesses: yearSpace(year), order: Match.Kind.recentYear.order())
      place += 4
    }
  }

  /// Adds the same years, given their places.
  @inline(__always)
  private func addRecentYears(_ outline: Outline, in text: Text) {
    var years = outline.years
    while years != 0 {
      let place = text.first &+ years.trailingZeroBitCount
      if let year = recentYear(at: place) {
        add(
          place, place &+ 3, of: text, guesses: yearSpace(year),
          order: Match.Kind.recentYear.order())
      }
      // The other digits of this year begin no year.
      years &= ~(15 &<< UInt32(truncatingIfNeeded: years.trailingZeroBitCount))
    }
  }

  /// Adds the years at the start and at the end of the text.
  func addEdgeYears(in text: Text) {
    guard text.count >= 4 else { return }
    let outline = outlines[text.slot]
    if outline.isKnown {
      let last = UInt32(1) &<< UInt32(truncatingIfNeeded: text.count &- 4)
      if outline.years & (last | 1) != 0 { addRecentYears(outline, in: text) }
      return
    }
    // Whether the last year is found depends on overlapping years.
    if recentYear(at: text.end - 4) != nil || recentYear(at: text.first) != nil {
      addRecentYears(in: text)
    }
  }

  /// The year in four digits at a place, if it is 19dd, 200d or 201d.
  @inline(__always)
  func recentYear(at place: Int) -> Int? {
    // Checks for 19 or 20, with which hardly any text begins, and for two more digits; after 20,
    // the third digit must be 0 or 1.
    let first = characters[place].unit
    let second = characters[place + 1].unit
    let third = characters[place + 2].unit
    if first == 0x31 {
      guard second == 0x39 else { return nil }
    } else {
      guard first == 0x32, second == 0x30, third == 0x30 || third == 0x31 else { return nil }
    }
    guard isDigit(place + 2), isDigit(place + 3) else { return nil }
    let century = first == 0x31 ? 1900 : 2000
    return century + Int(third) * 10 + Int(characters[place + 3].unit) - 0x30 * 11
  }

  /// The guesses for a year: its distance from the reference year, but at least 20.
  @inline(__always)
  func yearSpace(_ year: Int) -> Double {
    Double(max(abs(year - referenceYear), 20))
  }
}
