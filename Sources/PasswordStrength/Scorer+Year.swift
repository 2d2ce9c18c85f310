#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Scorer {
  /// The current year, in the system's time zone: the default reference year.
  public static var currentYear: Int {
    // SAFETY: the pointers live for the calls, and the name of the time zone is not read.
    var now = time(nil)
    var date = unsafe tm()
    _ = unsafe localtime_r(&now, &date)
    return 1900 + Int(unsafe date.tm_year)
  }
}
