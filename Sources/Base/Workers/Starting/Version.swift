/// The release of the program.
package enum Version {
  /// The version number in manifests.
  package static let current = "0.2.0"
}
