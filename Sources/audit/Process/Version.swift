/// Which release of the program this is.
enum Version {
  /// The number that `--version` prints and manifests name.
  static let current = "0.1.0"
}
