// Runs libFuzzer's driver on one target: `fuzz gzip CORPUS… -max_total_time=60`.
import CFuzzer
import Glibc

guard let target = FuzzTarget.chosen else {
  // `make fuzz` reads the names from here.
  print(FuzzTarget.all.map(\.name).joined(separator: "\n"))
  exit(CommandLine.argc > 1 ? 64 : 0)
}

// Creates shared values now, so that no input seems slow.
target.body([])

// libFuzzer sees the program's name and the arguments after the target's.
var arguments = unsafe Array(
  UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc) + 1))
unsafe arguments.remove(at: 1)
var count = CommandLine.argc - 1
// SAFETY: the array ends with the null pointer that C has there, and lives until the program ends.
let code = unsafe arguments.withUnsafeMutableBufferPointer { arguments in
  var start = arguments.baseAddress
  return unsafe LLVMFuzzerRunDriver(&count, &start) { bytes, count in
    // SAFETY: libFuzzer lends `count` bytes for the call; they are copied.
    FuzzTarget.chosen?.body(unsafe Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
  }
}
exit(code)
