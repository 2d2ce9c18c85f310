// Years from 1900 to 2019, the reference's idea of recent.

extension Engine {
  /// Adds the years found from left to right, without overlaps.
  mutating func addRecentYears(in text: Text) {
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

  /// The year written in four digits at a place, if it is 19dd, 200d or 201d.
  @inline(__always)
  func recentYear(at place: Int) -> Int? {
    var year = 0
    for offset in 0..<4 {
      guard CharacterFacts(rawValue: facts[place + offset]).contains(.digit) else { return nil }
      year = year * 10 + Int(units[place + offset]) - 0x30
    }
    return (1900...2019).contains(year) ? year : nil
  }

  /// Years between this one and the reference year, but at least 20: guesses for a year.
  @inline(__always)
  func yearSpace(_ year: Int) -> Double {
    Double(max(abs(year - referenceYear), 20))
  }
}
