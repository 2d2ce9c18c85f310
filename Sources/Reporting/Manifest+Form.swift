extension Manifest {
  /// The form of a list's bytes or of its lines: plain, or one with a name.
  package enum Form: Hashable, Sendable, Encodable {
    /// The bytes are the text; a line is the password.
    case plain
    /// Another form: `gzip`, `tar.gz`, `user:password`.
    case named(String)

    /// The name in the manifest.
    package var name: String {
      switch self {
      case .plain: "plain"
      case .named(let name): name
      }
    }

    /// Takes the name from a record.
    package init(recorded name: String) {
      self = name == Self.plain.name ? .plain : .named(name)
    }

    /// Encodes the name.
    package func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(name)
    }
  }
}
