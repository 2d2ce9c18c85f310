/// The candidate most similar to an unknown word, for "Did you mean …?"; nil if none is similar.
///
///     nearest(to: "digits", among: ["upper", "digit"])  // "digit"
///
/// - Returns: The candidate with the least edit distance, if the distance is at most a third of its
///   length, rounded up; among equals, the first. Else the first that begins with the word, if that has
///   three letters.
/// - Complexity: O(candidates × length²).
package func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
  let wanted = Array(word.lowercased().unicodeScalars.prefix(64))
  var best: (distance: Int, candidate: String)?
  var beginning: String?
  for candidate in candidates {
    let distance = editDistance(wanted, Array(candidate.lowercased().unicodeScalars))
    if wanted.count >= 3, beginning == nil, candidate.lowercased().hasPrefix(word.lowercased()) {
      beginning = candidate
    }
    guard distance <= (candidate.unicodeScalars.count + 2) / 3 else { continue }
    if distance < best?.distance ?? .max { best = (distance, candidate) }
  }
  return best?.candidate ?? beginning
}

/// How many characters to insert, remove, replace, or swap with their neighbours.
private func editDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
  var (before, row): ([Int], [Int]) = ([], Array(0...b.count))
  for i in a.indices {
    var next = [i + 1]
    for j in b.indices {
      let changed = min(row[j] + (a[i] == b[j] ? 0 : 1), row[j + 1] + 1, next[j] + 1)
      let isSwapped = i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j]
      next.append(isSwapped ? min(changed, before[j - 1] + 1) : changed)
    }
    (before, row) = (row, next)
  }
  return row[b.count]
}
