import Diagnostics
import Glibc

/// A directory of files that are completely written before they replace those of an earlier run.
///
///     var report = try StagedDirectory("out", of: ["audit.csv", "audit.json"], last: "audit.json")
///     try report.write("audit.csv", table)
///     try report.write("audit.json", manifest)
///     try report.publish()     // without this, everything is removed
///
/// The files are written into a directory inside, `out/staged.partial-4711`, and moved one by one,
/// under a lock. One of them is *last*: its predecessor is removed first, and it is moved when all
/// others are there. So if it exists, the files beside it are all of one run, even if a run is
/// killed or several run at once; without it, the directory is incomplete.
package struct StagedDirectory: ~Copyable {
  /// The final path, as the user gave it.
  package private(set) var path: String

  private let own: OwnNames
  private let last: String
  /// Whether the directory also holds other files, which stay.
  private let isShared: Bool
  private var stage: Stage
  private var written: [String] = []

  /// The longest wait for another run that is publishing, which takes some milliseconds.
  private static let patience = Duration.seconds(10)

  /// Begins a directory.
  ///
  /// - Parameters:
  ///   - path: The final path; the directory and its parents are created if they are missing.
  ///   - names: All names that this run or an earlier one may write.
  ///   - last: The file that is moved last; its presence guarantees the others.
  ///   - force: Whether to write into a directory that also holds other files.
  /// - Throws: ``FileProblem`` if the directory cannot be written or has other content.
  package init(
    _ path: String, of names: Set<String>, last: String, force: Bool = false
  ) throws(FileProblem) {
    let own = OwnNames(names: names)
    let stage = try Self.stage(in: path, own)
    let foreign: String?
    do throws(SystemError) { foreign = try own.firstForeign(in: stage.holder) } catch {
      throw .refused(path: path, error)
    }
    if !force, let foreign { throw .foreign(path: path, holding: foreign) }
    self.path = path
    self.own = own
    self.last = last
    isShared = foreign != nil
    self.stage = stage
  }

  private static func stage(in path: String, _ own: OwnNames) throws(FileProblem) -> Stage {
    do throws(SystemError) { return try Stage(inside: FilePath(path), own) } catch {
      if let kind = try? FileKind(of: path), ![.nothing, .directory].contains(kind) {
        throw .occupied(path: path, by: kind)
      }
      throw .refused(path: path, error)
    }
  }

  /// Writes one of the files.
  package mutating func write(_ name: String, _ bytes: [UInt8]) throws(FileProblem) {
    try write(name, pieces: [bytes])
  }

  /// Writes one of the files, given in pieces, each before the next is asked for.
  package mutating func write(
    _ name: String, pieces: some Sequence<[UInt8]>
  ) throws(FileProblem) {
    precondition(own.names.contains(name), "'\(name)' is none of the names that were announced")
    // During a long run, the user may have moved or removed the directory.
    if written.isEmpty, !stage.isInside(path) { stage = try Self.stage(in: path, own) }
    do throws(SystemError) {
      try stage.write(pieces, as: FilePath(name))
    } catch {
      throw .refused(path: "\(path)/\(name)", error)
    }
    written.append(name)
  }

  /// Publishes the files, and removes files of an earlier run that this one lacks.
  ///
  /// - Parameter choose: Called while no other run publishes into the directory, directly before
  ///   the files are moved there; receives the path, and returns it or that of another directory.
  /// - Throws: ``FileProblem`` if the system does not allow it, or another run does not finish.
  package mutating func publish(
    choosing choose: (_ path: String) -> String = { $0 }
  ) throws(FileProblem) {
    do throws(SystemError) {
      try stage.directory.sync()
      while true {
        let directory = try Self.locked(FilePath(path))
        let chosen = choose(path)
        if chosen == path { return try moveFiles(to: directory) }
        try Stage.makeDirectories(FilePath(chosen))
        path = chosen
      }
    } catch {
      throw error.code == EBUSY ? .busy(path: path) : .refused(path: path, error)
    }
  }

  /// Moves the files one by one, the last one after its predecessor is gone and all others are
  /// there.
  private func moveFiles(to directory: borrowing Descriptor) throws(SystemError) {
    let paths = try written.map { (name) throws(SystemError) in try FilePath(name) }
    let last = try FilePath(last)
    for path in paths where directory.kind(of: path) == S_IFDIR { throw SystemError(code: EISDIR) }
    try directory.remove(last)
    for path in paths where path != last { try stage.move(path, to: directory) }
    // One of the names may be that of another program's file.
    if !isShared {
      for name in own.names.subtracting(written) { try directory.remove(FilePath(name)) }
    }
    try directory.sync()
    if paths.contains(last) { try stage.move(last, to: directory) }
    try? directory.sync()
    stage.remove()
  }

  /// A directory, locked so that only one run at a time moves files into it.
  private static func locked(_ path: FilePath) throws(SystemError) -> Descriptor {
    while true {
      let directory = try Descriptor(directory: path)
      if directory.lock(patience: patience) == .held { throw SystemError(code: EBUSY) }
      // Another program may have moved the directory while this one waited.
      if directory.isStill(path, in: AT_FDCWD, followingLinks: true) { return directory }
    }
  }
}
