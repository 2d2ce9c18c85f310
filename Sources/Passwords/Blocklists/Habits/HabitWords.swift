// Made by Datasets/Habits/make-vocabulary.py; change the tables there.

/// The closed vocabulary of habits: calendar words of eight languages, stretches of keyboards.
enum HabitWords {
  /// The version of the vocabulary; a change of a word is a new one.
  static let version = 1
  /// Identifies the words.
  static let digest =
    "sha256:4d6497984fda5f215cf1b8ad091a9c44816b4ac40fa98cc1e8d1428a0c6822e7"

  /// The seasons, folded.
  static let seasons = """
    automne autumn autunno ete fall fruehjahr fruehling fruhjahr fruhling herbst herfst hiver \
    inverno invierno jesien lato lente najaar otono outono primavera printemps sommer spring \
    summer verano verao voorjaar winter wiosna zima zomer
    """

  /// The months, folded.
  static let months = """
    abril agosto aout april aprile august augustus avril czerwiec december decembre dezember \
    dezembro dicembre diciembre enero febbraio febrero februar februari february fevereiro \
    fevrier gennaio giugno grudzien jaenner janeiro janner januar januari january janvier \
    juillet juin julho juli julio july june junho juni junio kwiecien lipiec listopad luglio \
    luty maart maerz maggio mai maio maj march mars marz marzec marzo may mayo november novembre \
    novembro noviembre october octobre octubre oktober ottobre outubro pazdziernik september \
    septembre septiembre setembro setiembre settembre sierpien styczen wrzesien
    """

  /// The weekdays, folded.
  static let weekdays = """
    czwartek dienstag dimanche dinsdag domenica domingo donderdag donnerstag freitag friday \
    giovedi jeudi jueves lundi lunedi lunes maandag mardi martedi martes mercoledi mercredi \
    miercoles mittwoch monday montag niedziela piatek poniedzialek quartafeira quintafeira \
    sabado sabato samedi samstag saturday segundafeira sextafeira sobota sonnabend sonntag sroda \
    sunday tercafeira thursday tuesday vendredi venerdi viernes vrijdag wednesday woensdag \
    wtorek zaterdag zondag
    """

  /// Stretches of keyboards, in lower case.
  static let keyboard = """
    1q2w 1qaz 2w1q asdf azert dfghj ertyu ertzu fdsa fdsq fghjk hgfds hjkl iuytr iuztr jhgfd \
    kjhgf lkjh mnbv nbvcx oiuyt oiuzt poiu q1w2 qazw qsdf qwer rewq rtyui rtzui sdfgh treza \
    tyuio tzuio uiop uytre uztre vbnm vcxw vcxy vcxz w2q1 werty wertz wxcv wzaq xcvbn ytrew \
    ytrez yxcv zaq1 zerty ztrew zxcv
    """

  /// Code points in hexadecimal, each with the letter that it folds to, if any.
  static let folds = """
    00E0a 00E1a 00E2a 00E3a 00E4a 00E5a 0105a 00C0a 00C1a 00C2a 00C3a 00C4a 00C5a 0104a 00E7c \
    0107c 010Dc 00C7c 0106c 010Cc 00E8e 00E9e 00EAe 00EBe 0119e 011Be 00C8e 00C9e 00CAe 00CBe \
    0118e 011Ae 00ECi 00EDi 00EEi 00EFi 00CCi 00CDi 00CEi 00CFi 0142l 0141l 00F1n 0144n 0148n \
    00D1n 0143n 0147n 00F2o 00F3o 00F4o 00F5o 00F6o 00F8o 0151o 00D2o 00D3o 00D4o 00D5o 00D6o \
    00D8o 0150o 00F9u 00FAu 00FBu 00FCu 00D9u 00DAu 00DBu 00DCu 00FDy 00FFy 00DDy 0178y 015Bs \
    0161s 015Fs 015As 0160s 015Es 017Az 017Ez 017Cz 0179z 017Dz 017Bz 0300 0301 0302 0303 0308 \
    030A 030B 030C 0327 0328
    """
}
