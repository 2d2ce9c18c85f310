import Bytes
import Diagnostics
import Glibc

/// Makes the provisional names of unfinished files; removes such files of killed runs.
///
///     out/audit.csv.partial-4711     // 4711 is the number of the process
///
/// A process locks its unfinished files, so a file without a lock is abandoned. If the file system
/// has no locks, a file is abandoned if the process in its name no longer exists.
enum Provisional {
  private static let mark = ".partial-"
  /// A name with the mark and a number after it must not exceed 255 bytes.
  private static let longest = 220

  /// The provisional names of a file, in the order in which they are tried: another program may
  /// have taken the first one, by accident or to plant a link.
  static func names(of name: String) -> some Sequence<String> {
    let first = stem(for: name) + mark + "\(getpid())"
    return (0..<100).lazy.map { $0 == 0 ? first : "\(first)-\($0)" }
  }

  /// The prefix of a file's provisional names: its name, or the start and a checksum of a long
  /// name.
  static func stem(for name: String) -> String {
    let bytes = name.fileNameBytes
    guard bytes.count > longest else { return name }
    return String(fileName: bytes.prefix(longest - 20)) + "~" + String(fnv1a(bytes), radix: 16)
  }

  /// The bytes with which all provisional names with a stem begin.
  static func start(of stem: String) -> [UInt8] { stem.fileNameBytes + mark.utf8 }

  /// The parts of a provisional name; nil for other names.
  ///
  ///     parts(of: "audit.csv.partial-4711-2")   // ("audit.csv", 4711)
  static func parts(of name: String) -> (stem: String, process: pid_t)? {
    let bytes = name.fileNameBytes
    let mark = Array(mark.utf8)
    guard bytes.count > mark.count,
      let start = (0...(bytes.count - mark.count)).last(where: {
        bytes[$0...].starts(with: mark)
      }), start > 0
    else { return nil }
    let numbers = bytes[(start + mark.count)...].split(
      separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard (1...2).contains(numbers.count),
      numbers.allSatisfy({ $0.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) }),
      let process = pid_t(String(decoding: numbers[0], as: UTF8.self)), process > 0
    else { return nil }
    return (String(fileName: bytes[..<start]), process)
  }

  /// Whether a file with a provisional name is abandoned: no process writes to it any more.
  static func isAbandoned(_ file: borrowing Descriptor, by process: pid_t) -> Bool {
    switch file.tryLock() {
    case .done: true
    case .held: false
    case .impossible: kill(process, 0) != 0 && errno == ESRCH
    }
  }

  /// Removes the unfinished files that killed runs left for a target.
  static func removeLeftovers(of target: FilePlace) {
    let stem = stem(for: target.name.text)
    let directory = target.directory.number
    for name in (try? target.directory.names(beginning: start(of: stem))) ?? [] {
      guard let parts = parts(of: name), parts.stem == stem, let path = try? FilePath(name),
        // Some file systems lock only writable files. Does not follow planted links.
        let file = try? Descriptor(path, in: directory, O_RDWR | O_NOFOLLOW | O_NONBLOCK),
        let status = try? file.status(), status.st_mode & S_IFMT == S_IFREG,
        isAbandoned(file, by: parts.process)
      else { continue }
      unsafe unlinkat(directory, path.terminated, 0)
    }
  }
}
