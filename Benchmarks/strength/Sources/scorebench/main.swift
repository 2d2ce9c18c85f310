import Foundation
import PasswordStrength

let arguments = CommandLine.arguments
let data = try Data(contentsOf: URL(fileURLWithPath: arguments[2]))
let bytes = [UInt8](data)
func cpu() -> Double { Double(clock()) / Double(CLOCKS_PER_SEC) }
let began = cpu()
var scorer = Scorer(referenceYear: 2026)
FileHandle.standardError.write(Data("start-up \((cpu() - began) * 1000) ms\n".utf8))
func each(_ body: (Span<UInt8>) -> Void) {
  let span = bytes.span
  var start = 0
  for i in 0..<bytes.count where bytes[i] == 10 {
    body(span.extracting(start..<i))
    start = i + 1
  }
}
if arguments[1] == "guesses" {
  var out = ""
  each { out += "\(scorer.score($0).guesses)\n" }
  FileHandle.standardOutput.write(Data(out.utf8))
} else if arguments[1] == "time" {
  var starts: [Int32] = [0]
  for i in 0..<bytes.count where bytes[i] == 10 { starts.append(Int32(i + 1)) }
  let rounds = arguments.count > 3 ? Int(arguments[3])! : 3
  for _ in 0..<rounds {
    let t = cpu()
    var sum = 0.0
    let span = bytes.span
    for k in 0..<(starts.count - 1) {
      let g = scorer.score(span.extracting(Int(starts[k])..<Int(starts[k + 1] - 1))).guesses
      if g < 1e15 { sum += g }
    }
    let s = cpu() - t
    print(starts.count - 1, "lines", s, "s", Int(Double(starts.count - 1) / s), "/s", sum)
  }
}
if arguments[1] == "each" {
  var k = 0
  each { s in
    let t = cpu()
    let g = scorer.score(s).guesses
    print(k, s.count, Int((cpu() - t) * 1e6), "us", g)
    k += 1
  }
}
if arguments[1] == "verify" {
  var k = 0, bad = 0
  each { s in
    let a = scorer.score(s)
    let b = scorer.estimate(s).strength
    if a != b {
      bad += 1;
      if bad < 20 {
        print("line", k + 1, a.guesses, b.guesses, a.decisivePattern, b.decisivePattern)
      }
    }
    k += 1
  }
  print(k, "lines", bad, "bad")
}
if arguments[1] == "feedback" {
  var out = ""
  each { s in
    let e = scorer.estimate(s)
    out += (e.feedback.warning?.rawValue ?? "") + "|" + e.feedback.suggestions.map(\.rawValue).joined(separator: "|") + "\t" + e.attackTimes.map(\.text).joined(separator: "|") + "\n"
  }
  FileHandle.standardOutput.write(Data(out.utf8))
}
