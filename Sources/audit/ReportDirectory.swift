import Diagnostics
import Foundation

/// Where a report goes: a directory of our own, and files that appear under their names only when
/// all of them are whole.
///
/// Opening comes before the long run, so that a bad place fails in the first second.
struct ReportDirectory: ~Copyable {
  /// Its path as the user gave it.
  let path: String

  private var isShared = false
  private var files: [(name: String, descriptor: Int32)] = []
  /// Files that are whole, still under provisional names.
  private var whole: [String] = []

  /// Opens a directory and the files that will be written, under provisional names.
  ///
  /// - Throws: ``OutputProblem`` when it holds anything but an earlier report and `force` is off, or
  ///   when the system refuses.
  init(_ path: String, files names: [String], force: Bool) throws(OutputProblem) {
    self.path = path
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: nil)
    } catch {
      throw .unwritable(path, SystemError(code: errno == 0 ? EIO : errno))
    }
    let other = Self.firstForeign(in: path)
    isShared = other != nil
    if !force, let other {
      throw .foreignDirectory(path, holding: other)
    }
    Provisional.removeLeftovers(in: path, where: ReportFiles.all.contains)
    for name in names { try add(name) }
  }

  /// Opens one more file under a provisional name.
  mutating func add(_ name: String) throws(OutputProblem) {
    let provisional = Provisional.name(of: place(of: name))
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW
    let descriptor = unsafe open(provisional, flags, 0o666)
    guard descriptor >= 0 else { throw .unwritable(provisional, .last) }
    files.append((name, descriptor))
  }

  /// Removes what was begun and not finished.
  deinit {
    for file in files { close(file.descriptor) }
    for name in files.map(\.name) + whole {
      unsafe unlink(Provisional.name(of: "\(path)/\(name)"))
    }
  }

  /// Writes one of the files, which ``publish()`` then gives its name.
  mutating func finish(_ name: String, _ bytes: [UInt8]) throws(OutputProblem) {
    guard let index = files.firstIndex(where: { $0.name == name }) else {
      preconditionFailure("'\(name)' was not opened")
    }
    let descriptor = files[index].descriptor
    do {
      try Terminal.writeAll(bytes, to: descriptor)
    } catch {
      throw .unwritable(place(of: name), error)
    }
    guard fsync(descriptor) == 0 || errno == EINVAL else {
      throw .unwritable(place(of: name), .last)
    }
    close(descriptor)
    files.remove(at: index)
    whole.append(name)
  }

  /// Gives the files their names, and removes those of an earlier report that this one has not.
  mutating func publish() throws(OutputProblem) {
    let written = Set(whole)
    while let name = whole.last {
      guard unsafe rename(Provisional.name(of: place(of: name)), place(of: name)) == 0 else {
        throw .unwritable(place(of: name), .last)
      }
      whole.removeLast()
    }
    // Beside files of others, one of these names may be theirs.
    if isShared { return }
    for name in ReportFiles.all.subtracting(written) { unsafe unlink(place(of: name)) }
  }

  private func place(of name: String) -> String { "\(path)/\(name)" }

  /// The first thing in a directory that no run of ours has put there.
  private static func firstForeign(in path: String) -> String? {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.sorted().first { !ReportFiles.all.contains(Provisional.stem(of: $0)) }
  }
}
