import Diagnostics
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

/// A file that its owner alone may read, and that bears its name once it is whole.
struct PrivateFile: ~Copyable {
  /// The final name.
  let path: String
  private var descriptor: Int32

  /// Begins it under a provisional name, which nobody else may have made.
  init(_ path: String) throws(SystemError) {
    self.path = path
    Provisional.removeLeftovers(of: path)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    descriptor = unsafe open(Provisional.name(of: path), flags, 0o600)
    guard descriptor >= 0 else { throw .last }
  }

  /// Removes what was begun and not finished.
  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    unsafe unlink(Provisional.name(of: path))
  }

  /// Writes more.
  func write(_ bytes: [UInt8]) throws(SystemError) {
    try Terminal.writeAll(bytes, to: descriptor)
  }

  /// Gives it its name.
  mutating func publish() throws(SystemError) {
    guard fsync(descriptor) == 0 || errno == EINVAL,
      unsafe rename(Provisional.name(of: path), path) == 0
    else { throw .last }
    close(descriptor)
    descriptor = -1
  }
}
