import Foundation
import TestSupport
import Testing

/// Outside names, of files, directories, policies, sites and datasets, that try to recolour a
/// terminal, reverse its text, or run as a formula.
@Suite struct HostileNameTests {
  static let names = [
    "\u{1B}]0;owned\u{7}", "a\u{202E}txt.exe", "x\u{9B}31m", "two\nlines", "bell\r\u{7}", "t\tb",
    "\u{2066}iso\u{2069}", "\u{2028}sep", "\u{E0001}tag", "=1+1", "+cmd|' /C calc'!A", "-2+3",
    "@SUM(A1)",
    "\u{FF1D}1", "\"quoted\",", "a,=b", "\u{7F}del",
  ]

  /// The first character that must not be printed raw: controls except line feeds, and marks that
  /// reverse or hide text.
  private func hostile(in text: String) -> Unicode.Scalar? {
    text.unicodeScalars.first { scalar in
      switch scalar.properties.generalCategory {
      case .control: scalar != "\n"
      case .format, .lineSeparator, .paragraphSeparator: true
      default: false
      }
    }
  }

  @Test(arguments: few(1, of: names))
  func `a hostile name is printed harmlessly everywhere`(name: String) throws {
    let directory = try TemporaryDirectory()
    let text = "Passw0rd\nhello\n"
    let list = try directory.file("in/\(name).txt", text)
    let policy = try directory.file(
      "\(name).policy",
      "[\(name.replacing("\n", with: " "))]\nminlength: 8; blocklist: \"in/\(name.filter { !"\"\n\r".contains($0) })\";\n"
    )
    let damaged = try directory.file(
      "in/\(name).gz", gzip(Array(text.utf8), in: directory).dropLast(9))
    let plain = try directory.file("plain.policy", "minlength: 8;")
    let common = ["--no-blocklist", "--strength", "none", "--force"]
    for arguments in [
      ["--rules", plain, list, "-o", "out"] + common,
      ["--rules", plain, list, "-o", "out/\(name)", "--dataset", name, "--format", "csv"] + common,
      ["--rules", plain, damaged, "-o", "out", "--format", "json"] + common,
      ["--rules", plain, list, "--blocklist", list, "-o", "out", "--split"],
      ["--rules", policy, list, "-o", "out"], ["--rules", plain, name, "-o", "out"],
      ["--rules", name, list], ["--preset", name, list], ["--rules", plain, "in/gone\(name)"],
      ["--rules", plain, "in", "-o", "out/\(name).d"] + common,
      ["--\(name)"], [name, "--threads", name], ["--layout", "csv:\(name)", list],
      ["--rate", name],
      ["rules", "lint", "--rules", policy],
      ["rules", "lint", "--rules", policy, "--format", "json"],
      ["rules", "presets", name],
      ["keyspace", "--rules", policy], ["keyspace", "--rules", policy, "--format", "csv"],
      ["generate", "--rules", name], ["check", "--rules", policy, "--format", "csv"],
      ["filter", "--rules", plain, "-o", "no/\(name)", list],
      ["filter", "--rules", plain, "-o", "out/\(name)", "in/\(name)"],
      ["blocklist", "build", list, "-o", "out/\(name).blocklist"],
      ["blocklist", "info", "out/\(name).blocklist"], ["blocklist", "test", "in/\(name)"],
    ] {
      let run = try directory.audit(arguments, code: nil)
      let command =
        "audit \(arguments.joined(separator: " ").unicodeScalars.map { $0.escaped(asASCII: true) }.joined())"
      for (stream, output) in [("output", run.output), ("errors", run.errors)] {
        if let scalar = hostile(in: output) {
          Issue.record("U+\(String(scalar.value, radix: 16)) in the \(stream) of \(command)")
        }
      }
      if arguments.contains("csv") { expectHarmless(run.output, command) }
    }
    let walk = FileManager.default.enumerator(atPath: directory.path + "/out")
    for case let file as String in walk ?? .init() {
      guard let text = directory.text("out/\(file)"), !file.hasSuffix(".blocklist") else {
        continue
      }
      if let scalar = hostile(in: text) {
        Issue.record("U+\(String(scalar.value, radix: 16)) in a file of the report")
      }
      if file.hasSuffix(".csv") { expectHarmless(text, "a file of the report") }
    }
  }

  private func expectHarmless(_ table: String, _ place: String) {
    for cell in csvRows(table).joined() {
      let isFormula = "=+-@\u{FF1D}".contains { cell.first == $0 }
      if isFormula, Double(cell) == nil {
        Issue.record("the cell '\(cell)' in \(place) is a formula")
      }
    }
  }
}
