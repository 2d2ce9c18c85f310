import Foundation
import TestSupport
import Testing

private let list =
  "Abcdefg1\npassword\nshort\nAAAbbb111\n=cmd|' /C calc'!A\nÄrger2024X\npassword\n"
private let policy = "minlength: 8; required: upper; required: digit; allowed: ascii-printable;"

private func audit(_ options: [String], in directory: TemporaryDirectory) throws -> Program.Run {
  _ = try directory.file("leaked.txt", list)
  _ = try directory.file("site.policy", policy)
  return try Program.run(
    ["--rules", "site.policy", "--strength", "none"] + options + ["leaked.txt"], in: directory)
}

@Suite struct ExampleFileTests {
  @Test func `examples are masked, apart from the report, and their owner's alone`() throws {
    let directory = try TemporaryDirectory()
    let run = try audit(["--examples", "2"], in: directory)
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.output.contains("examples Reports/leaked.examples.csv\n"))
    #expect(
      directory.names(in: "Reports/leaked") == [
        "audit.csv", "audit.json", "report.html", "rules.csv",
      ])
    let table = directory.text("Reports/leaked.examples.csv") ?? ""
    #expect(table.hasPrefix("policy,rule,example\n"))
    #expect(table.contains("site,minlength,lllll\n"))
    #expect(table.contains("site,required[0],llllllll\n"))
    #expect(table.contains("site,allowed,ollllddddU\n"))
    #expect(!table.contains("short") && !table.contains("password"))
    let path = directory.path + "/Reports/leaked.examples.csv"
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `a file that is not one of examples is kept`() throws {
    let directory = try TemporaryDirectory()
    _ = try directory.file("Reports/leaked.examples.csv", "precious\n")
    let run = try audit(["--examples", "2"], in: directory)
    #expect(run.code == 2)
    #expect(run.errors.hasPrefix("Reports/leaked.examples.csv: error: the file already exists\n"))
    #expect(directory.text("Reports/leaked.examples.csv") == "precious\n")
    #expect(directory.names(in: "Reports") == ["leaked.examples.csv"])
  }

  @Test func `plaintext must be typed in full, and a spreadsheet runs none of it`() throws {
    let directory = try TemporaryDirectory()
    #expect(try audit(["--examples-plaintext"], in: directory).code == 64)
    let run = try audit(["--examples", "5", "--examples-plaintext", "--lanes", "3"], in: directory)
    #expect(run.code == 0, "\(run.errors)")
    let table = directory.text("Reports/leaked.examples.csv") ?? ""
    #expect(table.contains("site,minlength,short\n"))
    #expect(table.contains("site,required[1],'=cmd|' /C calc'!A\n"))
    let rows = table.split(separator: "\n").filter { $0.hasSuffix(",password") }
    #expect(rows.count == 2, "once for each rule it breaks")
  }
}
