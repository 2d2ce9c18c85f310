import Diagnostics

/// The approximate width of text in a sans-serif font, for leaving room; rather too wide than too
/// narrow.
///
/// Widths are measured in DejaVu Sans, one of the widest fonts used for `system-ui`.
package func textWidth(_ text: some StringProtocol, size: Double) -> Double {
  text.unicodeScalars.reduce(0) { $0 + emWidth($1) } * size
}

private func emWidth(_ scalar: Unicode.Scalar) -> Double {
  switch scalar {
  case "i", "j", "l", "I", ".", ",", ":", ";", "'", "|", "!", " ", "(", ")", "[", "]", "/": 0.36
  case "f", "t", "r", "-": 0.42
  case "m", "w", "M", "W", "%", "@", "+", "<", "=", ">", "~": 0.9
  case "A"..."Z": 0.7
  case "\u{0}"..."\u{24F}": 0.63
  case "…", "–", "·", "⁰"..."ₜ": 0.6
  default: 1.05
  }
}

/// Text clipped to its room, with an ellipsis.
///
/// Controls and marks are escaped first, since that makes them wider.
package func clipped(_ text: String, to room: Double, size: Double) -> String {
  var (width, fits) = (0.0, "")
  let ellipsis = 0.8 * size
  let text = escaped(text.prefix(400))
  guard textWidth(text, size: size) > room else { return text }
  for character in text {
    let next = textWidth(String(character), size: size)
    if width + next + ellipsis > room { break }
    fits.append(character)
    width += next
  }
  while fits.last == " " { fits.removeLast() }
  return fits + "…"
}
