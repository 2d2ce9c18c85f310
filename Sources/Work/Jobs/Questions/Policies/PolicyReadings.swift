import PasswordPolicies
import Reports

extension LineQuestions {
  /// Texts of policies, each an object with 'input', answered as Apple's own parser reads them.
  package static let policyReadings = LineQuestions(overLong: OutputFormat.jsonl.overLong()) {
    PolicyReadings()
  }
}

private struct PolicyReadings: LineAnswerer {
  struct Answer: Encodable {
    let outcome: String
    let diagnostics: [String]
    let canonical: [String]
    let minified: [String]
  }

  func answer(_ line: ArraySlice<UInt8>, into output: inout [UInt8]) -> Bool {
    guard let input = JSONLine(line).string("input") else {
      output += JSONLine.error("expected an object with 'input'")
      return false
    }
    let reading = ReferenceReading(of: Array(input.utf8))
    output += jsonText(
      Answer(
        outcome: reading.outcome.rawValue, diagnostics: reading.diagnostics,
        canonical: reading.canonical, minified: reading.minified))
    return true
  }
}
