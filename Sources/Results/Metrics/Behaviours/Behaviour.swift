/// An assumption on what those choose whose password a policy refuses.
///
/// The first and the last bound everything that they can do: whatever they choose, so many guesses
/// find no less than ``extraneous`` says and no more than ``convergent``.
///
/// - Source: S. Johnson, J. Ferreira, A. Mendes and J. Cordry, *Skeptic*, AsiaCCS 2020, as its program
///   Pyrrho does it, but exactly: new passwords occur once, and none is lost by rounding.
package enum Behaviour: String, Hashable, Sendable, CaseIterable {
  /// They choose as the others do.
  case proportional
  /// They all choose the commonest permitted password: the worst case.
  case convergent
  /// They choose each permitted password of the list equally often.
  case uniform
  /// Each chooses something new and unique: the best case.
  case extraneous

  /// The assumption in a sentence, after "if the refused".
  package var words: String {
    switch self {
    case .proportional: "choose as the others do"
    case .convergent: "all choose the commonest permitted password"
    case .uniform: "choose each permitted password of the list equally often"
    case .extraneous: "each choose something new"
    }
  }
}

/// An assumption with its name: one behaviour, or a mixture of the four.
package enum BehaviourModel: Hashable, Sendable {
  /// All the refused do the same.
  case pure(Behaviour)
  /// They differ in what they do.
  case mixture(Mixture)

  /// The name in the column `model`.
  package var name: String {
    switch self {
    case .pure(let behaviour): behaviour.rawValue
    case .mixture: "mixture"
    }
  }
}

/// The models that are asked for: some of the four, and perhaps a mixture.
package struct BehaviourSelection: Hashable, Sendable {
  /// The models, in the order of ``Behaviour``, the mixture last.
  package let models: [BehaviourModel]

  /// Selects behaviours, and a mixture.
  package init(_ behaviours: Set<Behaviour>, _ mixture: Mixture? = nil) {
    models =
      Behaviour.allCases.filter(behaviours.contains).map(BehaviourModel.pure)
      + (mixture.map { [.mixture($0)] } ?? [])
  }

  /// The models by name, with the shares of a mixture.
  package var stated: String {
    models.map { model in
      switch model {
      case .pure: model.name
      case .mixture(let mixture): "\(model.name) \(mixture.text)"
      }
    }.joined(separator: "; ")
  }

  /// Reads `all`, or names with commas between them; nil for any other text.
  ///
  ///     BehaviourSelection.behaviours("uniform,extraneous")   // both
  package static func behaviours(_ text: String) -> Set<Behaviour>? {
    if text == "all" { return Set(Behaviour.allCases) }
    let names = text.split(separator: ",", omittingEmptySubsequences: false)
    let found = names.compactMap { Behaviour(rawValue: String($0)) }
    return found.count == names.count ? Set(found) : nil
  }
}
