import Diagnostics
import Glibc

/// The words after the program's name, with every byte preserved.
///
/// `CommandLine.arguments` repairs ill-formed UTF-8, so a file with such a name could not be
/// opened.
package enum Arguments {
  /// The arguments as text that preserves the bytes of file names; see
  /// ``Swift/String/init(fileName:)``.
  package static var all: [String] {
    let count = Int(CommandLine.argc)
    // SAFETY: the system puts `argc` pointers there, each to bytes that end in a 0; they are never
    // changed.
    let pointers = unsafe UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: count)
    return unsafe pointers.dropFirst().map { pointer in
      guard let pointer = unsafe pointer else { return "" }
      let bytes = unsafe UnsafeRawBufferPointer(start: pointer, count: strlen(pointer))
      return unsafe String(fileName: bytes)
    }
  }

  /// The whole command in shell syntax, ready to be typed again.
  package static var command: String {
    ([CommandLine.arguments.first ?? "audit"] + all).map(\.shellWord).joined(separator: " ")
  }
}
