import Foundation

/// The name that a file bears until it is whole, and what runs that were killed left under such.
///
///     Provisional.name(of: "out/audit.csv")   // "out/audit.csv.partial-4711", the process's number
enum Provisional {
  private static let mark = ".partial-"

  /// The name of a file that this process has begun.
  static func name(of path: String) -> String { path + mark + "\(getpid())" }

  /// The final name of a provisional one; any other name as it is.
  static func stem(of name: String) -> String {
    name.range(of: mark, options: .backwards).map { String(name[..<$0.lowerBound]) } ?? name
  }

  /// Removes what processes that are no more have begun in a directory.
  static func removeLeftovers(in directory: String, where isOurs: (_ stem: String) -> Bool) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    for name in names {
      let stem = stem(of: name)
      guard stem != name, isOurs(stem),
        let process = pid_t(name.dropFirst(stem.count + mark.count)),
        process == getpid() || process > 0 && kill(process, 0) != 0 && errno == ESRCH
      else { continue }
      unsafe unlink("\(directory)/\(name)")
    }
  }

  /// Removes what processes that are no more have begun of a file.
  static func removeLeftovers(of path: String) {
    let name = (path as NSString).lastPathComponent
    let directory = (path as NSString).deletingLastPathComponent
    removeLeftovers(in: directory.isEmpty ? "." : directory) { $0 == name }
  }
}
