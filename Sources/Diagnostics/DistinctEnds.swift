/// The shortest ends of paths that tell them apart, so that people can name them.
///
///     distinctEnds([["2018", "dump"], ["2019", "dump"], ["old", "forum"]])
///     // [["2018", "dump"], ["2019", "dump"], ["forum"]]
///
/// Equal paths keep equal ends, as long as the whole path.
///
/// - Complexity: O(components).
package func distinctEnds(_ paths: [[String]]) -> [[String]] {
  var ends = paths.map { Array($0.suffix(1)) }
  let longest = paths.map(\.count).max() ?? 0
  for length in 2...max(longest, 2) {
    let counts = Dictionary(ends.map { ($0, 1) }, uniquingKeysWith: +)
    for (index, path) in paths.enumerated() where counts[ends[index]] ?? 0 > 1 {
      ends[index] = Array(path.suffix(length))
    }
  }
  return ends
}

/// The parts of a path, without `.` and empty ones: `./lists//a.txt` has `lists` and `a.txt`.
package func pathParts(_ path: String) -> [String] {
  path.split(separator: "/").map(String.init).filter { $0 != "." }
}
