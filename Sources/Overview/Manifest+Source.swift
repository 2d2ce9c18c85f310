extension Manifest.Policy {
  /// Where a policy came from.
  package enum Source: Hashable, Sendable, Encodable {
    /// A file.
    case file(String)
    /// The entry of a site in a file of Apple's form.
    case site(String, file: String)
    /// A preset, by its identifier.
    case preset(String)
    /// The text of a policy on the command line.
    case typed

    /// The source in the manifest: the file (with the site in brackets), `preset:` and the identifier,
    /// or `<rules>`.
    package var text: String {
      switch self {
      case .file(let file): file
      case .site(let site, let file): "\(file)[\(site)]"
      case .preset(let id): "preset:\(id)"
      case .typed: "<rules>"
      }
    }

    /// Encodes the text.
    package func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }
}
