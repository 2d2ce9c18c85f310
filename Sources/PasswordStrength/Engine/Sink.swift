/// The destination of matches.
enum Sink {
  /// The matches at the ends of the text: ``Edges``.
  case edges
  /// The matches between the ends: ``Middles``.
  case middles
  /// The list of all matches: ``MatchList``.
  case list
}
