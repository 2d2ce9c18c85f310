/// The colours of figures, on white, and of the page around them.
///
/// Every colour with a meaning has a contrast of at least 3 against white, every text colour at
/// least 4.5; tests compute both by the formula of WCAG 2.2.
package enum Palette: String, CaseIterable, Sendable {
  case ink = "#1b1b1b"
  case muted = "#595959"
  case grid = "#949494"
  case paper = "#ffffff"
  case comply = "#00695c"
  case refuse = "#b3541e"
  case worst = "#7f1d1d"
  case middle = "#8a6d00"
  case good = "#2f7d32"
  case best = "#00574b"
  case blue = "#0b5394"
  case violet = "#6a1b9a"
  case warning = "#8a4b00"

  /// Fills of zxcvbn's scores from 0 to 4.
  package static let scores: [Palette] = [.worst, .refuse, .middle, .good, .best]
  /// Colours of lines, which also differ by dash and marker.
  static let lines: [Palette] = [.blue, .refuse, .comply, .violet]
}

/// The fill of a shape: a colour, or a pattern that distinguishes it without colour.
enum Fill: Hashable, Sendable {
  case solid(Palette)
  /// A light tint with an outline; carries no meaning by itself.
  case tint
  /// Stripes, dots, crosses.
  case stripes(Palette), dots(Palette), crosses(Palette)
  /// Only the outline.
  case outline
  /// Thin strokes on white, for what lies between the ends of an interval.
  case hatch

  /// A light version of the colour for refusals.
  static let tintColour = "#e9c3a8"

  /// The class in the style sheet with the fill and an outline; nil for patterns, which each figure
  /// defines itself.
  var className: String? {
    switch self {
    case .solid(let colour): Palette.allCases.firstIndex(of: colour).map { "c\($0)" }
    case .tint: "ct"
    case .outline: "cn"
    case .stripes, .dots, .crosses, .hatch: nil
    }
  }

  /// The rules of the style sheet for the colours' classes.
  static let style =
    Palette.allCases.enumerated().map { ".c\($0.offset){fill:\($0.element.rawValue)}" }.joined()
    + ".ct{fill:\(tintColour)}.cn{fill:\(Palette.paper.rawValue)}"
    + "svg [class^=c]{stroke:\(Palette.ink.rawValue);stroke-width:.6}"
}
