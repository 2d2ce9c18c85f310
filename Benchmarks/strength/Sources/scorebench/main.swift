import Foundation
import PasswordStrength

// Scores the lines of a file, one thread, and prints: lines, CPU seconds of the loop, CPU seconds
// until the first password is scored, sum of the scores.
//
//     scorebench FILE
//     scorebench --verify FILE   the short ways against the full search, line by line
//     scorebench --digest FILE   a number made of all results, to compare two builds by
//     scorebench --model FILE    the built-in guess model alone, which passes over the file ten times

/// CPU seconds of this process.
func cpu() -> Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

let isVerifying = CommandLine.arguments.contains("--verify")
guard let path = CommandLine.arguments.dropFirst().last,
  let data = FileManager.default.contents(atPath: path)
else {
  FileHandle.standardError.write(Data("usage: scorebench [--verify | --digest | --model] FILE\n".utf8))
  exit(64)
}
let bytes = [UInt8](data)
var starts = [0]
for (index, byte) in bytes.enumerated() where byte == 0x0A { starts.append(index + 1) }

let passwords = zip(starts, starts.dropFirst()).map { $0..<($1 - 1) }

/// Scores all lines and prints how long that took.
///
/// A function, since what a closure of the file itself captures is checked for its thread each time.
func measure(_ bytes: [UInt8], _ passwords: [Range<Int>], isVerifying: Bool) {
  let began = cpu()
  var scorer = Scorer(referenceYear: 2026)
  _ = scorer.score(Array("p4ssword".utf8).span)
  let first = cpu()
  var sum = 0
  let text = bytes.span
  scorer.score(passwords.span, of: text) { sum += $1.score }
  print(passwords.count, cpu() - first, first - began, sum)
  if isVerifying {
    var differences = 0
    var slow = Scorer(referenceYear: 2026)
    scorer.score(passwords.span, of: text) { index, strength in
      let line = text.extracting(passwords[index])
      if slow.estimate(line).strength != strength || slow.score(line) != strength {
        differences += 1
      }
    }
    print("\(differences) lines differ")
    exit(differences == 0 ? 0 : 1)
  }
}

/// Prints how many passwords the model estimated, the CPU seconds of that, those of the first
/// password, and the sum of the decimal logarithms.
func measureModel(_ bytes: [UInt8], _ passwords: [Range<Int>]) {
  let passes = 10
  let began = cpu()
  var sum = GuessModel.builtIn.log10Guesses("p4ssword")
  let first = cpu()
  let text = bytes.span
  for _ in 0..<passes {
    for line in passwords { sum += GuessModel.builtIn.log10Guesses(text.extracting(line)) }
  }
  print(passes * passwords.count, cpu() - first, first - began, sum)
}

/// Prints a number in which the guesses and the decisive pattern of every line count.
func digest(_ bytes: [UInt8], _ passwords: [Range<Int>]) {
  var scorer = Scorer(referenceYear: 2026)
  var digest: UInt64 = 0xCBF2_9CE4_8422_2325
  scorer.score(passwords.span, of: bytes.span) { _, strength in
    for part in [strength.guesses.bitPattern, UInt64(strength.decisivePattern.rawValue)] {
      digest = (digest ^ part) &* 0x9E37_79B9_7F4A_7C15
      digest ^= digest >> 32
    }
  }
  print(passwords.count, String(digest, radix: 16))
}

if CommandLine.arguments.contains("--digest") {
  digest(bytes, passwords)
} else if CommandLine.arguments.contains("--model") {
  measureModel(bytes, passwords)
} else {
  measure(bytes, passwords, isVerifying: isVerifying)
}
