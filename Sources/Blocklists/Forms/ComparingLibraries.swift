import CUTF8Proc
import Hashing

/// The C libraries that normalise and hash passwords before they are looked up.
package enum ComparingLibraries {
  /// Their names and versions, such as `utf8proc 2.8.0`, in alphabetical order.
  package static var versions: [String] {
    // SAFETY: the function returns a constant text that ends in a zero byte.
    let utf8proc = unsafe String(cString: utf8proc_version())
    return ["utf8proc \(utf8proc)", "xxHash \(xxHashVersion)"]
  }
}
