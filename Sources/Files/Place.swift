import Diagnostics

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The path where a directory will be published, and its current content.
struct Place {
  /// The path; links are resolved if it exists.
  let target: FilePath
  /// Whether the directory exists.
  let isThere: Bool
  /// The mode of the existing directory.
  let mode: mode_t?
  /// The first entry in it that no run of this program has written.
  let foreign: String?

  /// Examines a path, creates its parent directories, and removes the remains of killed runs.
  init(_ path: String, _ own: OwnNames) throws(FileProblem) {
    let kind: Occupant
    do throws(SystemError) {
      var target = try FilePath(path)
      try Self.makeDirectories(target.directory)
      if let holder = try? Descriptor(directory: target.directory) {
        own.mend(Provisional.stem(for: target.name), try FilePath(target.name), in: holder)
      }
      kind = try Occupant(of: target)
      isThere = kind == .directory
      guard isThere else {
        self.target = target
        (mode, foreign) = (nil, nil)
        if kind == .nothing { return }
        throw SystemError(code: ENOTDIR)
      }
      target = target.resolved
      if let holder = try? Descriptor(directory: target.directory) {
        own.mend(Provisional.stem(for: target.name), try FilePath(target.name), in: holder)
      }
      let directory = try Descriptor(directory: target)
      own.mend(OwnNames.stage, try FilePath("."), in: directory)
      mode = try directory.status().st_mode & 0o7777
      foreign = try own.firstForeign(in: directory)
      self.target = target
    } catch {
      if let kind = try? Occupant(of: path), ![.nothing, .directory].contains(kind) {
        throw .occupied(path: path, by: kind)
      }
      throw .refused(path: path, error)
    }
  }

  /// Creates the directory in which files are staged: beside the target if the target can be
  /// exchanged, otherwise inside it.
  func makeStage() throws(SystemError) -> Stage {
    if !isThere || foreign == nil && isExchangeable {
      do throws(SystemError) {
        return try Stage(in: Descriptor(directory: target.directory), for: target.name)
      } catch {
        if !isThere { throw error }
      }
    }
    return try Stage(in: Descriptor(directory: target), for: nil)
  }

  /// Whether the directory is on the same file system as its parent, is not the process's working
  /// directory, and may be emptied: another user's would stay behind under a name of ours.
  private var isExchangeable: Bool {
    guard let working = try? Descriptor(directory: FilePath(".")),
      let holder = try? Descriptor(directory: target.directory).status(),
      let own = try? Descriptor(directory: target), let directory = try? own.status(),
      unsafe faccessat(own.number, ".", W_OK | X_OK, AT_EACCESS) == 0
    else { return false }
    return holder.st_dev == directory.st_dev && !working.isStill(target, in: AT_FDCWD)
  }

  /// Creates a directory and its missing parents.
  private static func makeDirectories(_ path: FilePath) throws(SystemError) {
    if try Occupant(of: path) == .directory { return }
    if path.directory != path { try makeDirectories(path.directory) }
    do throws(SystemError) {
      _ = try retrying { unsafe mkdir(path.terminated, 0o777) }
    } catch {
      if error.code != EEXIST { throw error }
      if try Occupant(of: path) != .directory { throw SystemError(code: ENOTDIR) }
    }
  }
}
