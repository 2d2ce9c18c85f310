import PasswordPolicies

/// Reads the lines of a PAM stack that judge passwords; several modules must all accept.
enum PAMReader {
  /// The modules that judge the text of a password.
  static let qualityModules = ["pam_pwquality", "pam_cracklib", "pam_passwdqc"]

  /// Modules that do not judge it.
  private static let silentModules: Set<String> = [
    "pam_permit", "pam_deny", "pam_pwhistory", "pam_gnome_keyring", "pam_ecryptfs",
    "pam_mkhomedir", "pam_env", "pam_systemd", "pam_systemd_home", "pam_kwallet5", "pam_selinux",
    "pam_warn", "pam_debug",
  ]

  static func read(_ text: SourceText, into draft: inout Draft) throws(Refusal) {
    var stack = Stack()
    for line in PAMLine.lines(of: text) { stack.read(line, &draft) }
    if stack.modules.isEmpty {
      throw Refusal("pam_pwquality", "no module that judges passwords is called here")
    }
    let parts = try stack.modules.map { module throws(Refusal) in try module.policy(&draft) }
    draft.add(try Alternative.conjunction(parts))
  }

  /// The calls of modules that were read so far.
  private struct Stack {
    var modules: [PAMModule] = []
    /// The controls by which a module could end the stack or jump before the next one is asked.
    private var exits: [(control: String, place: SourcePlace)] = []

    mutating func read(_ line: PAMLine, _ draft: inout Draft) {
      let tokens = line.tokens
      if tokens[0].text == "@include", tokens.count > 1 {
        draft.remark(
          .notJudged, tokens[1].text, line.place(tokens[1]), "another file, which is not read")
      }
      PAMReader.readSettings(of: line, &draft)
      guard let start = tokens.prefix(2).firstIndex(where: \.isPassword), tokens.count >= start + 3
      else { return }
      let (control, called) = (tokens[start + 1], tokens[start + 2])
      let module = PAMModule(
        name: called.moduleName, place: line.place(called),
        options: tokens[(start + 3)...].map { ($0.text, line.place($0)) })
      guard PAMReader.qualityModules.contains(module.name) else {
        if control.mayLeave { exits.append((control.text, line.place(control))) }
        PAMReader.remark(on: module, called.text, control: control.text, &draft)
        return
      }
      PAMReader.remark(on: control, module.place, &draft)
      for exit in exits {
        draft.remark(
          .cannot, exit.control, exit.place,
          "a module before \(module.name) that can end or jump; expected \(module.name) first")
      }
      // Each is named once.
      exits = []
      if control.mayLeave, control.isBracket { exits = [(control.text, line.place(control))] }
      modules.append(module)
    }
  }

  /// Reads what the call of a module says of earlier passwords and of locking accounts.
  private static func readSettings(of line: PAMLine, _ draft: inout Draft) {
    let types = line.tokens.prefix(2).map { $0.text.drop { $0 == "-" } }
    for (index, token) in line.tokens.enumerated().dropFirst() where !token.isBracket {
      for row in SettingForm.pam where row.module == token.moduleName {
        guard types.contains(row.type[...]) else { continue }
        let options = line.tokens[(index + 1)...].map(\.text)
        let written = options.last { $0.hasPrefix("\(row.option)=") }
        let value = written.map { String($0.dropFirst(row.option.utf8.count + 1)) }
        if value != nil || row.form.otherwise != nil {
          draft.take(.text(value ?? ""), as: row.form, row.module, line.place(token))
        }
      }
    }
  }

  private static func remark(
    on module: PAMModule, _ path: String, control: String, _ draft: inout Draft
  ) {
    let judges = module.options.contains { $0.text.hasPrefix("minlen=") || $0.text == "obscure" }
    if module.name == "pam_unix", judges {
      draft.remark(
        .notJudged, module.name, module.place, "'minlen' and 'obscure' of pam_unix")
    } else if module.name == "pam_unix" || silentModules.contains(module.name) {
      draft.remark(
        .notText, module.name, module.place, "a module that does not judge the password's text")
    } else if control == "include" || control == "substack" {
      draft.remark(.notJudged, path, module.place, "another file, which is not read")
    } else {
      draft.remark(
        .notJudged, module.name, module.place, "what \(module.name) does is not read")
    }
  }

  private static func remark(on control: PAMLine.Token, _ place: SourcePlace, _ draft: inout Draft)
  {
    if control.isBracket {
      if !control.assigns("default", ["die", "bad"]) {
        draft.remark(
          .cannot, "[\(control.text)]", place,
          "whether the module's refusal counts depends on the lines after it; expected 'required', "
            + "'requisite' or 'default=die'")
      }
    } else if control.text == "optional" || control.text == "sufficient" {
      draft.remark(
        .cannot, control.text, place,
        "with '\(control.text)' the module's refusal need not count; expected 'required' or "
          + "'requisite'")
    }
  }
}

/// The call of a module that judges passwords.
struct PAMModule {
  let name: String
  let place: SourcePlace
  /// Its options with their places.
  let options: [(text: String, place: SourcePlace)]

  func policy(_ draft: inout Draft) throws(Refusal) -> [Alternative] {
    if name == "pam_passwdqc" { return try PasswdqcReader.policy(options, &draft) }
    var settings = PwqualitySettings()
    if name == "pam_cracklib" {
      settings.system = name
      for (key, number) in [
        ("difok", 5), ("minlen", 9), ("dcredit", 1), ("ucredit", 1), ("lcredit", 1), ("ocredit", 1),
        ("usercheck", 0),
      ] {
        settings.set(key, number)
      }
    } else {
      draft.remark(
        .notJudged, "pwquality.conf", place,
        "what /etc/security/pwquality.conf sets beside this line; defaults stand for it, so that the "
          + "policy is too strict if that file has a smaller minlen or positive credits. To judge "
          + "both, append the line's options to a copy of that file")
    }
    for (option, place) in options { take(option, place, &settings, &draft) }
    settings.takeDifference(at: place, &draft)
    return try settings.policy(&draft)
  }

  private func take(
    _ option: String, _ place: SourcePlace, _ settings: inout PwqualitySettings,
    _ draft: inout Draft
  ) {
    let scalars = Array(option.unicodeScalars)[...]
    let key = scalars.prefix { $0 != "=" }
    let (name, value) = (key.text, scalars[key.endIndex...].dropFirst().text)
    let isCracklib = self.name == "pam_cracklib"
    if Self.manners.contains(name) || Self.askings.contains(where: name.hasPrefix) {
      draft.remark(.notText, name, place, "how the module asks")
    } else if name == "reject_username" {
      if isCracklib {
        settings.set("usercheck", 1, at: place)
      } else {
        draft.remark(.notText, name, place, "ignored by pam_pwquality")
      }
    } else if !isCracklib {
      _ = settings.set(name, value, place, otherwise: "pam_pwquality ignores it", &draft)
    } else if Self.cracklibNumbers.contains(name) {
      // As by `atoi`: what follows the number is ignored.
      let number = cNumber(value, whole: false) ?? 0
      settings.set(name, name == "minlen" ? max(number, 5) : number, at: place)
    } else if name == "gecoscheck" || name == "enforce_for_root" {
      settings.set(name, 1, at: place)
    } else if name == "dictpath" {
      settings.mention(name, at: place)
    } else {
      draft.unknown(name, place, "is no option of pam_cracklib, which ignores it")
    }
  }

  private static let manners: Set<String> = ["type", "debug", "difignore"]
  private static let askings = ["use_authtok", "use_first_pass", "try_first_pass", "authtok_type"]
  private static let cracklibNumbers = Set(PwqualityReader.numbers).subtracting([
    "dictcheck", "usercheck", "usersubstr", "enforcing", "gecoscheck",
  ])
}
