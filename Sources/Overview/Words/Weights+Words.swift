package import Metrics

extension Weights {
  /// The meaning of repetition in the facts of a report.
  package var sentence: String {
    switch self {
    case .accounts: "are accounts (--weights accounts)"
    case .lists: "are lists, not accounts (--weights lists)"
    case .none: "have no known meaning (--weights states it)"
    }
  }

  /// The meaning of repetition, in a few words.
  package var phrase: String {
    switch self {
    case .accounts: "repeated by accounts"
    case .lists: "repeated by lists, not accounts"
    case .none: "repeated without a meaning"
    }
  }
}
