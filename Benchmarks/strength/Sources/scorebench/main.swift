import Foundation
import PasswordStrength

// Scores the lines of a file, one thread, and prints: lines, CPU seconds of the loop, CPU seconds
// until the first password is scored, sum of the scores.
//
//     scorebench FILE
//     scorebench --verify FILE   the short ways against the full search, line by line

/// CPU seconds of this process.
func cpu() -> Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

let isVerifying = CommandLine.arguments.contains("--verify")
guard let path = CommandLine.arguments.dropFirst().last,
  let data = FileManager.default.contents(atPath: path)
else {
  FileHandle.standardError.write(Data("usage: scorebench [--verify] FILE\n".utf8))
  exit(64)
}
let bytes = [UInt8](data)
var starts = [0]
for (index, byte) in bytes.enumerated() where byte == 0x0A { starts.append(index + 1) }

let began = cpu()
var scorer = Scorer(referenceYear: 2026)
_ = scorer.score(Array("p4ssword".utf8).span)
let first = cpu()
var sum = 0
var differences = 0
let text = bytes.span
for (start, next) in zip(starts, starts.dropFirst()) {
  let line = text.extracting(start..<(next - 1))
  let strength = scorer.score(line)
  sum += strength.score
  if isVerifying, scorer.estimate(line).strength != strength { differences += 1 }
}
print(starts.count - 1, cpu() - first, first - began, sum)
if isVerifying {
  print("\(differences) lines differ")
  exit(differences == 0 ? 0 : 1)
}
