/// The rows of a CSV table, the header first; cells lose their quotes.
func csvRows(_ table: String) -> [[String]] {
  table.split(separator: "\n").map { line in
    var (cells, cell, isQuoted): ([String], String, Bool) = ([], "", false)
    for character in line {
      switch character {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted:
        cells.append(cell)
        cell = ""
      default: cell.append(character)
      }
    }
    return cells + [cell]
  }
}
