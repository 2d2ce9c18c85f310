import Foundation
import Reports
import TestSupport
import Testing

/// The relative luminance of a colour written `#rrggbb` (WCAG 2.2).
private func luminance(_ colour: String) -> Double {
  let number = Int(colour.dropFirst(), radix: 16) ?? 0
  let channels = [16, 8, 0].map { shift -> Double in
    let share = Double(number >> shift & 255) / 255
    return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
  }
  return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
}

private func contrast(_ a: String, _ b: String) -> Double {
  let (light, dark) = (max(luminance(a), luminance(b)), min(luminance(a), luminance(b)))
  return (light + 0.05) / (dark + 0.05)
}

@Suite struct PaletteTests {
  /// A colour with its contrast against another one, or against the page's two grounds, to four
  /// decimals.
  private struct Row: Decodable {
    let name: String
    let colour: String
    let onWhite, onDark: Double?
    let against: String?
    let ratio: Double?
  }

  private static func rows() throws -> [Row] {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try VectorFile("report/contrast-vectors.jsonl").rows(as: Row.self, by: decoder)
  }

  @Test func `contrasts follow the formula`() throws {
    var count = 0
    for row in try Self.rows() {
      let found = [(row.against, row.ratio), ("#ffffff", row.onWhite), ("#14171a", row.onDark)]
      for case (let ground?, let ratio?) in found {
        #expect(abs(contrast(row.colour, ground) - ratio) < 1e-4, "\(row.name) on \(ground)")
        count += 1
      }
    }
    #expect(count == 46)
  }

  @Test func `every colour of figures is among those that another program measured`() throws {
    let measured = Set(try Self.rows().map(\.colour))
    #expect(Palette.allCases.allSatisfy { measured.contains($0.rawValue) })
  }

  @Test(arguments: Palette.allCases.filter { $0 != .paper })
  func `every colour can be distinguished from the card`(colour: Palette) {
    #expect(contrast(colour.rawValue, "#ffffff") >= 3)
  }

  @Test(arguments: [Palette.ink, .muted, .comply, .refuse, .blue] + Palette.scores)
  func `colours of text can be read`(colour: Palette) {
    #expect(contrast(colour.rawValue, "#ffffff") >= 4.5)
  }

  /// Pairs of text and background in the style sheet: light, then dark.
  @Test(arguments: [
    ("#1b1b1b", "#ffffff"), ("#595959", "#ffffff"), ("#0b5394", "#ffffff"),
    ("#00695c", "#ffffff"), ("#8a4b00", "#ffffff"), ("#1b1b1b", "#fff6e8"),
    ("#f1f1f1", "#14171a"), ("#b8bcc0", "#14171a"), ("#8ec5ff", "#14171a"),
    ("#5cc2b3", "#14171a"), ("#ffc47a", "#14171a"), ("#f1f1f1", "#2b2317"),
  ])
  func `text of the page can be read in both schemes`(ink: String, ground: String) {
    #expect(contrast(ink, ground) >= 4.5)
    for colour in [ink, ground] { #expect(PageStyle.text.contains(colour), "\(colour)") }
  }

  @Test func `the style sheet needs no escaping`() {
    #expect(!PageStyle.text.contains { "<>&\"'".contains($0) })
  }
}
