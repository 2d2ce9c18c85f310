/// A piece of a page: an element with attributes and content, or text.
///
/// There is no case for raw HTML. Element and attribute names come from closed lists, and the
/// writer escapes every text, so no name from outside can become markup. Only Policy Lab's page has
/// forms.
///
///     Markup.element(.p, [.class("lead")], ["3 policies, ", .element(.strong, [], ["<b>"])])
///     // <p class="lead">3 policies, <strong>&lt;b&gt;</strong></p>
package enum Markup: Sendable {
  /// An element with its attributes and content.
  case element(Element, [Attribute], [Markup] = [])
  /// Text as read, not yet escaped.
  case text(String)
  /// Text of several lines, kept unchanged.
  case lines(String)
  /// Markup that is written already, such as a table of thousands of rows.
  case written(MarkupWriter)

  /// The elements of pages.
  package enum Element: String, Sendable {
    case html, head, meta, title, style, body, main, header, nav, section, div
    case h1, h2, h3, p, a, ul, li, strong, code, span, dl, dt, dd
    case table, caption, thead, tbody, tr, th, td, figure, figcaption, details, summary
    case form, fieldset, legend, input, textarea, button, select, option, datalist
    case fieldLabel = "label"
    case svg, desc, defs, pattern, g, rect, line, circle, polyline, path
    /// Text of a drawing.
    case label = "text"
  }

  /// One attribute of an element.
  package struct Attribute: Hashable, Sendable {
    package let name: Name
    package let value: String

    /// The attributes that elements may have; none of them runs or loads anything.
    package enum Name: String, Sendable {
      case id, `class`, lang, charset, name, content, scope, role, tabindex, href
      case httpEquiv = "http-equiv"
      case labelledBy = "aria-labelledby"
      case ariaLabel = "aria-label"
      case ariaHidden = "aria-hidden"
      case viewBox, x, y, cx, cy, r, d, points, width, height, fill, stroke
      case strokeWidth = "stroke-width"
      case dashes = "stroke-dasharray"
      case lineCap = "stroke-linecap"
      case fontSize = "font-size"
      case patternUnits, patternTransform
      case fillOpacity = "fill-opacity"
      case action, method, type, value, list, placeholder, rows, maxlength, inputmode, min, max
      case checked, selected, disabled, hidden, open, spellcheck, autocomplete, autocapitalize
      case download, `for`
      case ariaLive = "aria-live"
      case ariaCurrent = "aria-current"
      case ariaInvalid = "aria-invalid"
      case describedBy = "aria-describedby"
      case dataQuery = "data-query"
      case dataPlace = "data-place"
      case dataState = "data-state"
      case dataShare = "data-share"
      case dataLabel = "data-l"
      case style, title
    }

    /// Makes an attribute.
    package init(_ name: Name, _ value: String) {
      self.name = name
      self.value = value
    }

    /// A coordinate or length, rounded to two decimals so that bytes are the same everywhere.
    package init(_ name: Name, _ number: Double) { self.init(name, coordinate(number)) }

    init(_ name: Name, _ colour: Palette) { self.init(name, colour.rawValue) }

    /// A share as the length of a bar, which the style sheet draws.
    static func bar(_ share: Double) -> Attribute {
      Attribute(.style, "--v:\(coordinate(min(max(share, 0), 1) * 100))%")
    }
    /// A share that lies between two ends, as the part of a bar between them.
    static func bar(_ share: Double, upTo most: Double) -> Attribute {
      func part(_ share: Double) -> String { coordinate(min(max(share, 0), 1) * 100) }
      return Attribute(.style, "left:\(part(share))%;right:\(part(1 - most))%")
    }
    static func `class`(_ name: String) -> Attribute { Attribute(.class, name) }
    static func id(_ id: String) -> Attribute { Attribute(.id, id) }
    /// A link within the page; there are no other links.
    static func link(to id: String) -> Attribute { Attribute(.href, "#\(id)") }
  }

  /// An element with text.
  static func make(_ element: Element, _ text: String) -> Markup {
    .element(element, [], [.text(text)])
  }
}

extension Markup: ExpressibleByStringInterpolation {
  /// Text.
  package init(stringLiteral text: String) { self = .text(text) }
}

/// A number with at most two decimals and no trailing zeros: `12`, `0.5`, `-3.25`.
package func coordinate(_ number: Double) -> String {
  let hundredths = Int((min(max(number, -1e6), 1e6) * 100).rounded())
  let (whole, rest) = abs(hundredths).quotientAndRemainder(dividingBy: 100)
  let sign = hundredths < 0 ? "-" : ""
  if rest == 0 { return "\(sign)\(whole)" }
  return rest % 10 == 0
    ? "\(sign)\(whole).\(rest / 10)" : "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
}
