extension Manifest.Blocklist {
  /// The name of a blocklist in the report.
  package enum Name: Hashable, Sendable, Encodable {
    /// The built-in list, compared exactly.
    case builtIn
    /// Any other list, or another comparison with the built-in one.
    case given(String)

    /// The name in tables and in the manifest.
    package var text: String {
      switch self {
      case .builtIn: "built-in"
      case .given(let name): name
      }
    }

    /// The list in running text: `built-in blocklist`, `blocklist refused`.
    package var words: String {
      switch self {
      case .builtIn: "built-in blocklist"
      case .given(let name): "blocklist \(name)"
      }
    }

    /// Encodes the text.
    package func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }
}
