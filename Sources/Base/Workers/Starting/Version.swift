/// The release of the program.
package enum Version {
  /// The version number in manifests.
  package static let current = "1.0.0"
}
