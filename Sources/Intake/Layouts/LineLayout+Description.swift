extension LineLayout {
  /// The layout with this ``description``; nil if there is none.
  package init?(description text: String) {
    let form: Form
    switch LayoutRequest(String(text.prefix { $0 != "," }))?.choice {
    case .stated(let stated): form = stated
    case .table(.number(let column)): form = .table(column: column - 1)
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
