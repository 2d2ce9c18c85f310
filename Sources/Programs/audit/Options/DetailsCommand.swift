import Diagnostics

extension OutputOptions {
  /// The command that was typed, with `--verbose`, in shell words; empty if it cannot be printed whole.
  static func detailsCommand(_ arguments: [String] = Program.arguments) -> [String] {
    var words = arguments.map(\.shellWord)
    words.insert("--verbose", at: words.firstIndex(of: "--") ?? words.endIndex)
    let isWhole = words.allSatisfy { escaped($0) == $0 } && words.count <= mostWords
    return isWhole ? ["audit"] + words : []
  }

  /// A longer command is not repeated.
  private static let mostWords = 40
}
