import AppCore
import Foundation

/// Asks for secrets at the terminal before a command begins. What is typed is not shown, kept nowhere, and never an
/// argument.
enum SecretsPrompt {
    /// Asks for what the first way in needs that nothing is set for.
    ///
    /// - Throws: `StartFailure` if nobody sits at a terminal, or the input ends.
    static func ask(_ ways: [Authentication], having secrets: Secrets) throws(StartFailure) -> Secrets {
        let names = ways.first.map { Secrets.variables(for: $0.scheme) } ?? [.token]
        if secrets.credentials(for: ways) != nil { return secrets }
        guard isatty(0) == 1 else {
            throw StartFailure("--secrets -: standard input is no terminal. Name a file, or set the variables.")
        }
        var typed: [Secrets.Variable: String] = [:]
        for name in names {
            guard let text = line(for: name) else { throw StartFailure("--secrets -: nothing was typed.") }
            typed[name] = text
        }
        return secrets.adding(typed)
    }

    private static func line(for name: Secrets.Variable) -> String? {
        FileHandle.standardError.write(Data("\(name.question): ".utf8))
        guard name.isHidden, tcgetattr(0, &terminalBefore) == 0 else { return readLine().flatMap(Self.filled) }
        var silent = terminalBefore
        silent.c_lflag &= ~tcflag_t(ECHO)
        let signals = [SIGINT, SIGTERM, SIGHUP]
        let before = signals.map { signal($0, restoreAndEnd) }
        let stop = signal(SIGTSTP, SIG_IGN)
        tcsetattr(0, TCSAFLUSH, &silent)
        let text = readLine()
        tcsetattr(0, TCSAFLUSH, &terminalBefore)
        for (number, handler) in zip(signals, before) { signal(number, handler) }
        signal(SIGTSTP, stop)
        FileHandle.standardError.write(Data("\n".utf8))
        return text.flatMap(filled)
    }

    private static func filled(_ text: String) -> String? { text.isEmpty ? nil : text }
}

/// The terminal as it was. A signal handler can reach nothing but a global; only one prompt runs at a time.
private nonisolated(unsafe) var terminalBefore = termios()

/// Shows typed text again before the program ends by a signal: the shell must not be left silent.
private let restoreAndEnd: @convention(c) (Int32) -> Void = { number in
    tcsetattr(0, TCSANOW, &terminalBefore)
    signal(number, SIG_DFL)
    raise(number)
}

extension Secrets.Variable {
    /// What to type, in words.
    var question: String {
        switch self {
        case .token: "Token"
        case .username: "User name"
        case .password: "Password"
        case .apiKey: "API key"
        case .clientID: "Client id"
        case .clientSecret: "Client secret"
        }
    }

    /// Whether it is not shown while it is typed.
    var isHidden: Bool { self != .username && self != .clientID }
}
