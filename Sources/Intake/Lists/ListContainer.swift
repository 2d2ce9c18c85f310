/// The container of a list's text.
package struct ListContainer: Hashable, Sendable, CustomStringConvertible {
  /// The bytes are the text.
  package static let plain = ListContainer(compression: nil)
  /// One gzip member or more.
  package static let gzip = ListContainer(compression: .gzip)

  /// The compression of the whole file.
  package var compression: PackedFormat?
  /// The archive format, if the file contains several texts.
  package var archive: PackedFormat?

  /// Makes a container.
  package init(compression: PackedFormat?, archive: PackedFormat? = nil) {
    self.compression = compression
    self.archive = archive
  }

  /// `plain`, `gzip`, `zip`, `tar.gz`.
  package var description: String {
    switch (archive, compression) {
    case (nil, nil): "plain"
    case (nil, let format?), (let format?, nil): format.rawValue
    case (let archive?, let format?): "\(archive.rawValue).\(format.ending)"
    }
  }
}
