package import Diagnostics
import Glibc

/// What a command may replace where it writes a file, the one rule of all commands.
///
/// It replaces nothing, unless the user says `--force`, and then an earlier file of the kind that it
/// writes.
///
///     let replacing = Replacing(isForced: force, "tally", if: TallyStore.isTally)
///     try replacing.check("leaked.tally")                         // before the work begins
///     try file.publish(replacing: replacing.replaceable)          // when it is done
package struct Replacing: Sendable {
  private let isForced: Bool
  /// The kind of file, and whether a path leads to one; nil for text, which nothing tells from other
  /// text.
  private let kind: (name: String, isOne: @Sendable (String) -> Bool)?

  /// States what is written: a file of a kind that its bytes tell.
  package init(
    isForced: Bool, _ kind: String, if isOne: @escaping @Sendable (String) -> Bool
  ) {
    self.isForced = isForced
    self.kind = (kind, isOne)
  }

  /// States that text is written, such as passwords.
  package init(isForced: Bool) {
    self.isForced = isForced
    kind = nil
  }

  /// Checks that a file may be written to a path, before the work begins.
  ///
  /// - Parameters:
  ///   - path: The path; devices take text.
  ///   - inputs: The files that the command reads: a file is none of them, whatever links or spellings
  ///     lead there.
  /// - Throws: ``Problem``.
  package func check(_ path: String, besides inputs: [String] = []) throws(Problem) {
    if let place = Self.identity(of: path),
      inputs.contains(where: { Self.identity(of: $0) == place })
    {
      throw .outputIsInput(path)
    }
    let occupant: FileKind
    do throws(SystemError) { occupant = try FileKind(of: path) } catch {
      throw .unwritable(path, error)
    }
    switch occupant {
    case .nothing: return
    case .directory: throw .unwritable(path, SystemError(code: EISDIR))
    case .device where kind == nil: return
    case .file, .device:
      if let kind, !kind.isOne(path) { throw .otherKind(path, kind.name) }
      if !isForced { throw .existingFile(path) }
    case .danglingLink:
      if !isForced { throw .danglingLink(path) }
    }
  }

  /// Opens the place of a file that may be written, before the work begins.
  ///
  /// - Throws: ``Problem``, as ``check(_:besides:)``.
  package func place(
    _ path: String, besides inputs: [String] = []
  ) throws(Problem) -> FilePlace {
    try check(path, besides: inputs)
    do throws(SystemError) { return try FilePlace(path) } catch {
      throw .unwritable(path, error)
    }
  }

  /// The files that give way to the complete one.
  package var replaceable: Replaceable {
    guard isForced else { return .nothing }
    return kind.map { .files($0.isOne) } ?? .anything
  }

  /// The reason why a file did not get its name.
  package func problem(_ path: String, _ fault: SystemError) -> Problem {
    guard fault.isOccupied else { return .unwritable(path, fault) }
    if let kind, !kind.isOne(path) { return .otherKind(path, kind.name) }
    return .existingFile(path)
  }

  /// The device and number of the file to which a path leads; nil if there is none.
  private static func identity(of path: String) -> [UInt64]? {
    var status = stat()
    // SAFETY: the pointers are valid during the call.
    guard let place = try? FilePath(path), unsafe stat(place.terminated, &status) == 0,
      status.st_mode & S_IFMT == S_IFREG
    else { return nil }
    return [UInt64(status.st_dev), UInt64(status.st_ino)]
  }
}
