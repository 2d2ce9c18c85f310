import Diagnostics
import Glibc

/// Collects the lists in a directory and below it.
struct DirectoryWalk {
  private(set) var inputs: [ListInput] = []
  private(set) var problems: [IntakeProblem] = []
  /// Whether the named directory is a report itself.
  private(set) var isReport = false
  /// The numbers of reports, and of other files of this program, that were skipped.
  private var (reports, files) = (0, 0)

  /// Collects the files in a directory, sorted by the bytes of their paths.
  ///
  /// Enters directories below the named one only if they are not links, so the walk ends.
  ///
  /// Skips reports, tallies and compiled blocklists, which an earlier run may have left there, and
  /// texts about the lists.
  mutating func visit(_ directory: [CChar]) {
    let named = directory
    var waiting = [directory]
    var found: [[CChar]] = []
    while let directory = waiting.popLast() {
      do {
        let entries = try entries(of: directory)
        if OwnFile.isReport(entries) {
          if directory == named { isReport = true }
          reports += 1
          continue
        }
        for path in entries {
          let status = try? FileStatus(of: path, followingLinks: false)
          if status?.kind == .directory { waiting.append(path) } else { found.append(path) }
        }
      } catch {
        problems.append(.unreadable(list: printable(directory), error))
      }
    }
    found.sort {
      $0.lexicographicallyPrecedes($1) { UInt8(bitPattern: $0) < UInt8(bitPattern: $1) }
    }
    for path in found { add(path) }
    if reports + files > 0 {
      problems.append(.ownFiles(directory: printable(named), reports: reports, files: files))
    }
  }

  private mutating func add(_ path: [CChar]) {
    do {
      let status = try FileStatus(of: path)
      switch status.kind {
      case .regular where OwnFile.isOne(path): files += 1
      case .regular where isDescription(printable(path)):
        problems.append(.skipped(path: printable(path), .description))
      case .regular: inputs.append(try ListInput(path: path, status))
      case .directory: problems.append(.skipped(path: printable(path), .linkToDirectory))
      case .link, .other: problems.append(.skipped(path: printable(path), .notAFile))
      }
    } catch {
      problems.append(.unreadable(list: printable(path), error))
    }
  }

  /// The paths of a directory's entries, without hidden ones, in no particular order.
  private func entries(of directory: [CChar]) throws(SystemError) -> [[CChar]] {
    guard let stream = unsafe opendir(directory) else { throw .last }
    defer { unsafe closedir(stream) }
    var prefix = Array(directory.dropLast())
    if prefix.last != slash { prefix.append(slash) }
    var paths: [[CChar]] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else {
        if errno != 0 { throw .last }
        return paths
      }
      // SAFETY: the kernel ends the name with a 0, and the entry is valid until the next `readdir`.
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 1) {
          unsafe Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1))
        }
      }
      if name.first != dot { paths.append(prefix + name) }
    }
  }
}

private let slash = CChar(bitPattern: UInt8(ascii: "/"))
private let dot = CChar(bitPattern: UInt8(ascii: "."))
