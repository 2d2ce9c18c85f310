import Foundation
import TestSupport
import Testing

@Suite struct ModelCommandTests {
  private let directory: TemporaryDirectory
  private let passwords: [String]

  init() throws {
    directory = try TemporaryDirectory()
    passwords = (0..<400).map { "tram\($0 % 17)lok\($0 % 5)" }
    try directory.file("list.txt", passwords.joined(separator: "\n") + "\n\n")
    try directory.file("site.policy", "minlength: 8; allowed: unicode;")
  }

  @discardableResult
  private func run(_ command: String, input: String = "", code: Int32? = 0) throws -> Program.Run {
    try directory.audit(
      command.split(separator: " ").map(String.init), input: input.utf8, code: code)
  }

  @Test func `a model is built, described, and belongs to its owner alone`() throws {
    let build = try run("model build list.txt -o list.model")
    #expect(build.errors == "")
    #expect(build.output.hasPrefix("list.model: 6-grams of 400 passwords\n"))
    for line in [" contexts\n", " transitions\n", "1 empty lines", "weight   0.6 beside"] {
      #expect(build.output.contains(line))
    }
    #expect(build.output.contains("can be read from it"))
    #expect(try run("model info list.model").output == build.output)
    let attributes = try FileManager.default.attributesOfItem(
      atPath: "\(directory.path)/list.model")
    #expect((attributes[.posixPermissions] as? Int) == 0o600)
    #expect(directory.names().filter { $0.contains("partial") }.isEmpty)
  }

  @Test func `the same passwords make the same file`() throws {
    try run("model build -q list.txt -o whole --threads 1")
    let half = passwords.count / 3
    try directory.file("a.txt", passwords[half...].joined(separator: "\n"))
    try directory.file("b.txt", passwords[..<half].reversed().joined(separator: "\n") + "\n\n")
    try run("model build -q a.txt b.txt -o parts --threads 3 --memory 64MiB")
    #expect(try directory.bytes("parts") == directory.bytes("whole"))
    var counts: [String: Int] = [:]
    for password in passwords { counts[password, default: 0] += 1 }
    try directory.file(
      "counted.txt", counts.map { "\($0.value) \($0.key)\n" }.joined() + "\n")
    try run("model build -q --counts counted.txt -o counted")
    #expect(try directory.bytes("counted") == directory.bytes("whole"))
    // Each once: as a list of the different ones.
    try directory.file("once.txt", counts.keys.joined(separator: "\n") + "\n\n")
    for threads in [1, 2] {
      try run("model build -q --force --distinct list.txt -o distinct --threads \(threads)")
      try run("model build -q --force --distinct once.txt -o once")
      #expect(try directory.bytes("distinct") == directory.bytes("once"))
    }
    #expect(try directory.bytes("distinct") != directory.bytes("whole"))
  }

  @Test func `a model takes the built-in one's place, and is named`() throws {
    try run("model build -q list.txt -o list.model --weight 1")
    let score = try run("score --model list.model --format csv", input: "tram3lok1\nqzvxj\n")
    let rows = score.output.split(separator: "\n").map { $0.split(separator: ",") }
    #expect(rows[0].suffix(2) == ["model_bits", "model_log10"])
    let bits = rows.dropFirst().compactMap { Double($0[5]) }
    #expect(bits.count == 2 && bits[0] < 12 && bits[1] > 30)
    let explained = try run(
      "score --model list.model --format jsonl --explain", input: #"{"password":"qzvxj"}"# + "\n")
    #expect(explained.output.contains(#""model_log10_interval":["#))
    try run("run --rules site.policy --model list.model -o out list.txt")
    let manifest = directory.text("out/audit.json") ?? ""
    #expect(manifest.contains("combined with 6-grams of 400 lines, weight 1.0, digest "))
    try run("scan -q --model list.model -o list.tally list.txt")
    try run("report --rules site.policy -o again list.tally")
    #expect(directory.text("again/audit.csv") == directory.text("out/audit.csv"))
    try run("sweep -q --model list.model list.txt")
  }

  @Test func `what was measured of the built-in model is not said of another`() throws {
    try run("model build -q list.txt -o list.model")
    let measured = "within 8 percentage points"
    for model in ["", "--model list.model "] {
      let isOwn = !model.isEmpty
      let report = try run("run --verbose --force --rules site.policy \(model)-o said list.txt")
      let sweep = try run("sweep --force --minlength 6,8 --classes 0 \(model)-o said list.txt")
      let page = directory.text("said/report.html") ?? ""
      let map = directory.text("said/sweep.html") ?? ""
      for text in [report.output, page, sweep.output, map] {
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains(measured) != isOwn, "\(model)\(words)")
        #expect(words.contains("6-grams of 400 lines, weight 0.6)") == isOwn, "\(model)\(words)")
      }
    }
  }

  @Test func `what knowing a policy saves an attacker is stated`() throws {
    try run("model build -q list.txt -o list.model --order 3")
    try directory.file("all.policy", "allowed: unicode;")
    try directory.file("most.policy", "minlength: 9; allowed: unicode;")
    let info = try run("model info list.model --rules all.policy --rules most.policy")
    #expect(info.output.contains("all: 100.0 % of the model's passwords are accepted"))
    let rows = info.output.split(separator: "\n").filter {
      $0.contains("10^4 guesses of an attacker")
    }
    #expect(rows.count == 2)
    // Whoever knows a policy without rules saves nothing.
    let numbers = (rows.first ?? "").matches(of: #/10\^([0-9.]+)/#).compactMap { Double($0.1) }
    #expect(numbers.count == 3 && numbers[1] <= 4.05 && numbers[2] >= 3.95)
  }

  @Test func `curves of attackers with a model know the policy or do not`() throws {
    try run("model build -q list.txt -o list.model --order 3")
    try directory.file("all.policy", "allowed: unicode;")
    try directory.file("most.policy", "minlength: 9; allowed: unicode;")
    let audit = try run(
      "run -q -o out --distinct --strength min-auto --model list.model --rules all.policy "
        + "--rules most.policy --no-blocklist list.txt")
    #expect(audit.errors == "")
    func points(_ policy: String, _ attacker: String) -> [(guesses: Double, cracked: Int)] {
      directory.cells("out/curve.csv").compactMap { cells in
        guard cells[1] == policy, cells[2] == attacker else { return nil }
        return (Double(cells[3]) ?? 0, Int(cells[4]) ?? 0)
      }
    }
    #expect(points("", "model-blind").count == 16 && points("", "model-aware").isEmpty)
    let (all, most) = (points("all", "model-aware"), points("most", "model-aware"))
    #expect(all.count > 8 && most.count > 8)
    // Whoever knows a policy without rules needs a half decade for each point.
    for point in all where point.guesses > 100 {
      let halves = log10(point.guesses) * 2
      #expect(abs(halves - halves.rounded()) < 0.1, "\(point)")
      let same = points("all", "model-blind").filter { abs(log10($0.guesses) * 2 - halves) < 0.1 }
      #expect(same.allSatisfy { $0.cracked == point.cracked }, "\(point)")
    }
    // Those of 8 characters need not be tried.
    let blind = points("most", "model-blind")
    for (one, other) in zip(all, most) where one.guesses > 100 {
      #expect(one.cracked == other.cracked && other.guesses < one.guesses, "\(one) \(other)")
    }
    #expect(blind.last?.cracked == most.last?.cracked)
    // The report of a tally draws them if it is given the model.
    #expect(
      try run(
        "scan -q --distinct --strength min-auto --model list.model --no-blocklist -o t.tally list.txt",
        code: nil
      ).code == 0)
    let curves = directory.text("out/curve.csv")
    let report =
      "report -q -o out --force --distinct --rules all.policy --rules most.policy --no-blocklist "
    try run(report + "t.tally")
    #expect(directory.text("out/curve.csv")?.contains("model-aware") == false)
    try run(report + "--model list.model t.tally")
    let rows = { (text: String?) in
      (text ?? "").split(separator: "\n").map { $0.drop { $0 != "," } }
    }
    #expect(rows(directory.text("out/curve.csv")) == rows(curves))
  }

  @Test func `models are not mixed`() throws {
    try run("model build -q list.txt -o a.model")
    try run("model build -q list.txt -o b.model --weight 0.5")
    try run("scan -q --model a.model -o a.tally list.txt")
    try run("scan -q --model b.model -o b.tally list.txt")
    try run("report -q --rules site.policy --model a.model a.tally")
    let other = try run("report -q --rules site.policy --model b.model a.tally", code: 2)
    #expect(other.errors.contains("weight 0.5") && other.errors.contains("weight 0.6"))
    let merged = try run("merge a.tally b.tally -o c.tally", code: 2)
    #expect(merged.errors.contains("weight 0.5"))
  }

  @Test func `a model that cannot be built or used is refused with the reason`() throws {
    try run("model build -q list.txt -o list.model")
    let list = try run("score --model list.txt", input: "abc\n", code: 2)
    #expect(list.errors.contains("list.txt: error: no guess model"))
    var damaged = try directory.bytes("list.model")
    damaged[9_001] ^= 4
    try directory.file("damaged.model", damaged)
    for command in ["model info damaged.model", "run --model damaged.model list.txt"] {
      let damaged = try run(command, code: 2)
      #expect(damaged.errors.contains("guess model is damaged"))
    }
    try directory.file("cut.model", damaged.prefix(5_000))
    #expect(try run("model info cut.model", code: 2).errors.contains("guess model of 5000 bytes"))
    try run("model build list.txt missing.txt -o x.model", code: 2)
    #expect(!directory.names().contains("x.model"))
    let occupied = try run("model build list.txt -o site.policy", code: 2)
    #expect(occupied.errors.contains("is in the way"))
    try directory.file("empty.txt", "\n\n")
    let empty = try run("model build empty.txt -o x.model", code: 2)
    #expect(empty.errors.contains("no password to learn from"))
    try run("run -q --rules site.policy -o out list.txt")
    let report = try run("model build list.txt -o out/list.model", code: 2)
    #expect(report.errors.contains("holds a report"))
    for wrong in [
      "--order 1", "--order 7", "--prune 0", "--weight 1.1", "--weight -1", "--memory 1M", "-o -",
    ] {
      try run("model build list.txt -o x.model \(wrong)", code: 64)
    }
    try run("run --strength zxcvbn --model list.model list.txt", code: 64)
  }
}
