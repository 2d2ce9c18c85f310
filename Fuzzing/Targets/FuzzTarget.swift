import Glibc

/// A property that libFuzzer tests.
struct FuzzTarget {
  /// Its name on the command line, which is also the name of its corpus.
  let name: String
  /// Takes any bytes, and ends the program if the property does not hold.
  let body: @Sendable ([UInt8]) -> Void

  /// All targets; a new one gets a row, and a directory of seeds in `Corpora`.
  static let all = [
    FuzzTarget(name: "gzip", body: fuzzGzip),
    FuzzTarget(name: "members", body: fuzzMembers),
    FuzzTarget(name: "containers", body: fuzzContainers),
    FuzzTarget(name: "archives", body: fuzzArchives),
    FuzzTarget(name: "layouts", body: fuzzLayouts),
    FuzzTarget(name: "policy", body: fuzzPolicy), FuzzTarget(name: "sources", body: fuzzSources),
    FuzzTarget(name: "lines", body: fuzzLines),
    FuzzTarget(name: "scorer", body: fuzzScorer), FuzzTarget(name: "lists", body: fuzzLists),
    FuzzTarget(name: "blocklist", body: fuzzBlocklist),
    FuzzTarget(name: "blocklist-page", body: fuzzBlocklistPage),
    FuzzTarget(name: "tally", body: fuzzTally),
    FuzzTarget(name: "directories", body: fuzzDirectories),
  ]

  /// The target that the first argument names.
  static let chosen = all.first { $0.name == CommandLine.arguments.dropFirst().first }
}

/// Ends the program if the property does not hold; libFuzzer keeps the input.
func expect(
  _ holds: Bool, _ what: @autoclosure () -> String, line: Int = #line, file: String = #fileID
) {
  if holds { return }
  print("\(file):\(line): \(what())")
  fflush(nil)
  abort()
}
