import Diagnostics

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A directory of files that is completely written and then replaces an earlier one.
///
///     var report = try StagedDirectory("out", of: ["audit.csv", "audit.json"], seal: "audit.json")
///     try report.write("audit.csv", table)
///     try report.write("audit.json", manifest)
///     try report.publish()     // without this, everything is removed
///
/// The files are written into a directory beside it, `out.partial-4711`, which then exchanges its
/// name with `out` in one step. So all files in `out` come from one run, even if a run is killed or
/// several run at once.
///
/// Some directories cannot be exchanged: those with other files in them, the working directory,
/// mount points, and those whose parent cannot be written. Then the files are staged in a directory
/// inside and moved one by one, under a lock. The *seal* is removed first and moved last: if it
/// exists, the files beside it are all of one run.
package struct StagedDirectory: ~Copyable {
  /// The final path, as the user gave it.
  package private(set) var path: String

  private let own: OwnNames
  private let seal: String
  /// Whether the directory also holds other files, which stay.
  private let isShared: Bool
  /// The final path; links are resolved if it exists.
  private var target: FilePath
  private let stage: Stage
  /// The mode that the directory will have.
  private var mode: mode_t
  private var written: [String] = []
  private var isPublished = false

  /// The longest wait for another run that is publishing, which takes some milliseconds.
  private static let patience = Duration.seconds(10)

  /// Begins a directory.
  ///
  /// - Parameters:
  ///   - path: The final path; missing parents are created.
  ///   - names: All names that this run or an earlier one may write.
  ///   - seal: The file that is written last; its presence guarantees the others.
  ///   - force: Whether to write into a directory that also holds other files.
  /// - Throws: ``FileProblem`` if the directory cannot be written or has other content.
  package init(
    _ path: String, of names: Set<String>, seal: String, force: Bool = false
  ) throws(FileProblem) {
    let own = OwnNames(names: names)
    let place = try Place(path, own)
    if !force, let foreign = place.foreign { throw .foreign(path: path, holding: foreign) }
    do throws(SystemError) {
      stage = try place.makeStage()
    } catch {
      throw .refused(path: path, error)
    }
    self.path = path
    self.own = own
    self.seal = seal
    isShared = place.foreign != nil
    target = place.target
    mode = place.mode ?? stage.usualMode
  }

  /// Removes the files if they were not published.
  deinit {
    if isPublished { return }
    own.remove(stage.directory, stage.name, in: stage.holder, heir: stage.directory)
  }

  /// Writes one of the files, or the seal.
  package mutating func write(_ name: String, _ bytes: [UInt8]) throws(FileProblem) {
    try write(name, pieces: [bytes])
  }

  /// Writes one of the files, given in pieces, each before the next is asked for.
  package mutating func write(
    _ name: String, pieces: some Sequence<[UInt8]>
  ) throws(FileProblem) {
    precondition(own.names.contains(name), "'\(name)' is none of the names that were announced")
    do throws(SystemError) {
      try stage.write(pieces, as: FilePath(name))
    } catch {
      throw .refused(path: "\(path)/\(name)", error)
    }
    written.append(name)
  }

  /// Publishes the files, and removes files of an earlier run that this one lacks.
  ///
  /// - Parameters:
  ///   - exchange: How the directory replaces an earlier one.
  ///   - choose: Called while no other run publishes beside this one, directly before the directory
  ///     takes its name; receives the path, and whether another one in the same parent is possible.
  ///     Returns the path to take.
  /// - Throws: ``FileProblem`` if the system does not allow it, or another run does not finish.
  package mutating func publish(
    _ exchange: Exchange = .atOnce,
    choosing choose: (_ path: String, _ isMovable: Bool) -> String = { path, _ in path }
  ) throws(FileProblem) {
    // An exchange in one step works without the lock, so the wait can be limited.
    if !stage.isInside { _ = stage.holder.lock(patience: Self.patience) }
    for name in written {
      do throws(SystemError) { try stage.sync(FilePath(name)) } catch {
        throw .refused(path: "\(path)/\(name)", error)
      }
    }
    do throws(SystemError) {
      try stage.directory.sync()
      let isPlaced = stage.isInside ? false : try takePlace(exchange, choose)
      if !isPlaced { try moveFiles(choose) }
      isPublished = true
    } catch {
      throw error.code == EBUSY ? .busy(path: path) : .refused(path: path, error)
    }
  }

  /// Exchanges the directory with the earlier one, if there is one.
  ///
  /// - Returns: Whether the system supports it.
  private mutating func takePlace(
    _ exchange: Exchange, _ choose: (String, Bool) -> String
  ) throws(SystemError) -> Bool {
    let holder = stage.holder.number
    // Another run may create or remove the directory meanwhile.
    for _ in 0..<100 {
      try take(choose(path, isMovable))
      let name = try FilePath(target.name)
      _ = fchmod(stage.directory.number, mode)
      do throws(SystemError) {
        try Exchange.move(stage.name, from: stage.holder, to: stage.holder, as: name)
        try? stage.holder.sync()
        return true
      } catch {
        if error.code != EEXIST { throw error }
      }
      guard
        let earlier = try? Descriptor(directory: name, in: holder, followingLinks: false)
      else {
        if stage.holder.kind(of: name) == nil { continue }
        throw SystemError(code: EEXIST)
      }
      _ = earlier.lock(patience: Self.patience)
      do throws(SystemError) {
        try exchange.exchange(stage.name, with: name, in: stage.holder)
      } catch {
        if error.code == ENOENT { continue }
        if [EPERM, EACCES, EBUSY, EXDEV].contains(error.code) { return false }
        throw error
      }
      try? stage.holder.sync()
      own.remove(earlier, stage.name, in: stage.holder, heir: stage.directory)
      return true
    }
    throw SystemError(code: EEXIST)
  }

  /// Whether another path with the same parent can be taken.
  private var isMovable: Bool {
    guard !stage.isInside, let path = try? FilePath(path) else { return false }
    return path.name == target.name && path.directory.resolved == target.directory.resolved
  }

  /// Takes another path with the same parent.
  private mutating func take(_ chosen: String) throws(SystemError) {
    if chosen == path { return }
    let name = try FilePath(chosen).name
    target = target.directory.appending(name)
    path = chosen
    mode = stage.usualMode
  }

  /// Moves the files one by one: removes the old seal, moves the others, then moves the new seal.
  private func moveFiles(_ choose: (String, Bool) -> String) throws(SystemError) {
    let directory = try lockedTarget()
    _ = choose(path, false)
    let paths = try written.map { (name) throws(SystemError) in try FilePath(name) }
    let sealPath = try FilePath(seal)
    for path in paths where directory.kind(of: path) == S_IFDIR { throw SystemError(code: EISDIR) }
    unsafe unlinkat(directory.number, sealPath.terminated, 0)
    for path in paths where path != sealPath { try move(path, to: directory) }
    // One of the names may be that of another program's file.
    if !isShared {
      for name in own.names.subtracting(written) {
        unsafe unlinkat(directory.number, try FilePath(name).terminated, 0)
      }
    }
    try directory.sync()
    if paths.contains(sealPath) { try move(sealPath, to: directory) }
    try? directory.sync()
    unsafe unlinkat(stage.holder.number, stage.name.terminated, AT_REMOVEDIR)
  }

  private func move(_ path: FilePath, to directory: borrowing Descriptor) throws(SystemError) {
    let (from, to) = (stage.directory.number, directory.number)
    do throws(SystemError) {
      _ = try retrying { unsafe renameat(from, path.terminated, to, path.terminated) }
    } catch {
      // The target is a mount point, so the stage beside it is on another file system.
      if error.code != EXDEV { throw error }
      let copy = try Stage(in: Descriptor(directory: FilePath("."), in: to), for: nil)
      defer { own.remove(copy.directory, copy.name, in: copy.holder, heir: copy.directory) }
      try copy.write([stage.bytes(of: path)], as: path)
      try copy.sync(path)
      let from = copy.directory.number
      _ = try retrying { unsafe renameat(from, path.terminated, to, path.terminated) }
      unsafe unlinkat(stage.directory.number, path.terminated, 0)
    }
  }

  /// The target, locked so that only one run at a time moves files into it.
  private func lockedTarget() throws(SystemError) -> Descriptor {
    while true {
      let directory = try Descriptor(directory: target)
      if directory.lock(patience: Self.patience) == .held { throw SystemError(code: EBUSY) }
      // Another run may have exchanged the directory while this one waited.
      if directory.isStill(target, in: AT_FDCWD) { return directory }
    }
  }
}
