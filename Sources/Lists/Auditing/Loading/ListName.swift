import Files
import Intake

/// The extensions of lists, the outermost first.
private let listEndings =
  [".tgz", ".gz", ".zst", ".xz", ".bz2", ".lz4", ".lz", ".zip", ".7z", ".tar"]
  + [".txt", ".lst", ".dic", ".blocklist", ".ntds", ".pwdump"]

/// A list's name without directory and extensions: `leaks/rockyou.txt.gz` is `rockyou`.
package func listName(_ path: String) -> String {
  guard path != ListInput.standardInputName else { return "stdin" }
  var name = (try? FilePath(path).name) ?? "list"
  for ending in listEndings where name.hasSuffix(ending) {
    if name.count > ending.count { name.removeLast(ending.count) }
  }
  return name.hasPrefix(".") ? "list" : name
}
