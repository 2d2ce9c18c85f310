package enum Fact: Hashable, Sendable {
  case length, longestRun, longestSequence, longestClassRun, score
  package var words: String {
    switch self {
    case .length: "the length"
    case .longestRun: "the longest run"
    case .longestSequence: "the longest sequence"
    case .longestClassRun: "the longest class run"
    case .score: "the strength score"
    }
  }
}

extension Profile {
  @inline(__always) package subscript(_ fact: Fact) -> Int {
    switch fact {
    case .length: codePointCount
    case .longestRun: longestRun
    case .longestSequence: longestSequence
    case .longestClassRun: longestClassRun
    case .score: score ?? 0
    }
  }
}

extension FactDemand {
  package subscript(_ fact: Fact) -> Int {
    get {
      switch fact {
      case .length: .max
      case .longestRun: longestRun
      case .longestSequence: longestSequence
      case .longestClassRun: longestClassRun
      case .score: score ? 5 : 0
      }
    }
    set {
      switch fact {
      case .length: break
      case .longestRun: longestRun = newValue
      case .longestSequence: longestSequence = newValue
      case .longestClassRun: longestClassRun = newValue
      case .score: score = newValue > 0
      }
    }
  }
}
