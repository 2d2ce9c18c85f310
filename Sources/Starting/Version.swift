/// Which release of the program this is.
package enum Version {
  /// The number that manifests name.
  package static let current = "0.1.0"
}
