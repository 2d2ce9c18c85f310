extension LineLayout {
  /// The layout with this ``description``; nil if there is none.
  package init?(description text: String) {
    let form: Form
    let name = text.split(separator: ", ", maxSplits: 1).first.map(String.init) ?? text
    switch LayoutRequest(name)?.choice {
    case .stated(let stated): form = stated
    case .table(.number(let column), user: nil): form = .table(column: column - 1)
    case .table(.number(let column), user: .number(let user)):
      form = .table(column: column - 1, user: user - 1)
    default: return nil
    }
    for separator in UInt8.min ... .max {
      for decodesHex in [false, true] {
        let layout = LineLayout(form, separator: separator, decodesHex: decodesHex)
        if layout.description == text {
          self = layout
          return
        }
      }
    }
    return nil
  }
}
