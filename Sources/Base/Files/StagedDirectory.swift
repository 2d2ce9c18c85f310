package import Diagnostics
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
///
/// The directory is opened once, at the beginning, when its path may be a link. Who changes a link
/// later leads no file elsewhere. If the directory was moved or removed and its name is free, a new
/// one of that name gets the files; if something else has the name, the moved one gets them.
package struct StagedDirectory: ~Copyable {
  /// The final path, as the user gave it; where the files are if it no longer leads there.
  package private(set) var path: String
  /// The warning that the path did not lead to the files at the end; nil if it did.
  package private(set) var elsewhere: Problem?

  private var place: FilePlace
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
  /// - Throws: ``Problem`` if the directory cannot be written or has other content.
  package init(
    _ path: String, of names: Set<String>, last: String, force: Bool = false
  ) throws(Problem) {
    let own = OwnNames(names: names)
    let place = try refusing(path) { () throws(SystemError) in
      try FilePlace(ofDirectory: path, followingLinks: true)
    }
    let stage = try refusing(path) { () throws(SystemError) in
      try Stage(at: place, own, followsLink: true)
    }
    let foreign: String?
    do throws(SystemError) { foreign = try own.firstForeign(in: stage.holder) } catch {
      throw .unwritable(path, error)
    }
    if !force, let foreign { throw .foreignDirectory(path, holding: foreign) }
    self.path = path
    self.place = place
    self.own = own
    self.last = last
    isShared = foreign != nil
    self.stage = stage
  }

  /// Begins anew if the directory was moved or removed, or what was begun in it.
  ///
  /// Another directory that has got its name meanwhile may hold no files of others.
  private mutating func beginAgainIfLost() throws(Problem) {
    if place.isTaken, stage.isThere { return }
    let foreign: String?
    do throws(SystemError) {
      if place.isTaken {
        let holder = try Descriptor(directory: .here, in: stage.holder.number)
        stage = try Stage(OwnNames.stage, in: holder, own)
        return
      }
      if place.isGone { place = try FilePlace(ofDirectory: path, followingLinks: false) }
      stage = try Stage(at: place, own, followsLink: false)
      foreign = try own.firstForeign(in: stage.holder)
    } catch {
      throw .unwritable(path, error)
    }
    if let foreign { throw .foreignDirectory(path, holding: foreign) }
  }

  /// Writes one of the files.
  package mutating func write(_ name: String, _ bytes: [UInt8]) throws(Problem) {
    try write(name, pieces: [bytes])
  }

  /// Writes one of the files, given in pieces, each before the next is asked for.
  package mutating func write(
    _ name: String, pieces: some Sequence<[UInt8]>
  ) throws(Problem) {
    precondition(own.names.contains(name), "'\(name)' is none of the names that were announced")
    // During a long run, the user may have moved or removed the directory.
    if written.isEmpty { try beginAgainIfLost() }
    do throws(SystemError) {
      try stage.write(pieces, as: FilePath(name))
    } catch {
      throw .unwritable("\(path)/\(name)", error)
    }
    written.append(name)
  }

  /// Publishes the files, and removes files of an earlier run that this one lacks.
  ///
  /// - Parameter choose: Called while no other run publishes into the directory, directly before
  ///   the files are moved there; receives the path, and one by which its files can be read, and
  ///   returns the former or that of another directory beside it.
  /// - Throws: ``Problem`` if the system does not allow it, or another run does not finish.
  package mutating func publish(
    choosing choose: (_ path: String, _ heldPath: String) -> String = { path, _ in path }
  ) throws(Problem) {
    do throws(SystemError) {
      try stage.directory.sync()
      var other: FilePath?
      while true {
        let directory = try locked(other)
        let chosen = choose(path, directory.heldPath?.text ?? path)
        if chosen == path { return try moveFiles(to: directory) }
        path = chosen
        other = try FilePath(FilePath(chosen).name)
      }
    } catch {
      throw error.code == EBUSY ? .busyDirectory(path) : .unwritable(path, error)
    }
  }

  /// Moves the files one by one, the last one after its predecessor is gone and all others are
  /// there.
  private mutating func moveFiles(to directory: borrowing Descriptor) throws(SystemError) {
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
    if try !directory.isStill(FilePath(path), in: AT_FDCWD, followingLinks: true) {
      let place = directory.heldPath?.resolved.text ?? path
      elsewhere = .filesElsewhere(path, place: place)
      path = place
    }
  }

  /// The directory, or another beside it, locked so that only one run at a time moves files into it.
  private func locked(_ other: FilePath?) throws(SystemError) -> Descriptor {
    let holder = other == nil ? stage.holder.number : place.directory.number
    let name = other ?? .here
    while true {
      if other != nil { _ = try place.directory.makeDirectory(name) }
      let directory = try Descriptor(directory: name, in: holder, followingLinks: false)
      if directory.lock(patience: Self.patience) == .held { throw SystemError(code: EBUSY) }
      // Another program may have moved the directory while this one waited.
      if directory.isStill(name, in: holder) { return directory }
    }
  }
}

/// Opens what a path leads to; an error names what is in the way.
private func refusing<Value: ~Copyable>(
  _ path: String, _ open: () throws(SystemError) -> Value
) throws(Problem) -> Value {
  do throws(SystemError) { return try open() } catch {
    if let kind = try? FileKind(of: path), ![.nothing, .directory].contains(kind) {
      throw .occupiedDirectory(path, by: kind)
    }
    throw .unwritable(path, error)
  }
}
