import HTTPTypes

/// What a client says to the gateway about a request. Read here and never sent on.
struct DemoMarks: Hashable, Sendable {
    /// The screen the call belongs to (`X-Demo-Screen`).
    private(set) var screen: String?
    /// Whose switches, sequences and remembered data count (`X-Demo-Session`).
    private(set) var session: String?
    /// Whether the server is to answer whatever the switches say (`X-Demo-Bypass`).
    private(set) var isBypassed = false
    /// Whether a refusal is to name the stubs that came closest (`X-Demo-Explain`).
    private(set) var wantsExplanation = false

    /// The longest text a mark may have, in bytes.
    private static let longest = 200

    /// Takes a field that is a mark; says whether it is one.
    mutating func take(_ name: HTTPField.Name, _ value: String) throws(HeadProblem) -> Bool {
        guard [.demoScreen, .demoBypass, .demoSession, .demoExplain].contains(name) else { return false }
        guard value.utf8.count <= Self.longest else {
            // What follows was not looked at: where this request ends is not known.
            throw .badRequest("\(name.rawName) takes at most \(Self.longest) bytes.")
        }
        switch name {
        case .demoScreen: screen = value.isEmpty ? nil : value
        case .demoSession: session = value.isEmpty ? nil : value
        case .demoBypass: isBypassed = Self.isYes(value)
        default: wantsExplanation = Self.isYes(value)
        }
        return true
    }

    private static func isYes(_ value: String) -> Bool { !["", "0", "false", "no"].contains(value.lowercased()) }
}

extension HTTPField.Name {
    static let demoScreen = known("X-Demo-Screen")
    static let demoBypass = known("X-Demo-Bypass")
    static let demoExplain = known("X-Demo-Explain")
    static let demoSession = known("X-Demo-Session")
    /// Why a request is not as the document has it; of replies.
    static let demoProblem = known("X-Demo-Problem")
    static let via = known("Via")
    static let forwardedFor = known("X-Forwarded-For")
    static let forwardedHost = known("X-Forwarded-Host")
    static let forwardedProtocol = known("X-Forwarded-Proto")

    /// A name written here; the fallback is never reached, and there is no other way without a trap.
    private static func known(_ name: String) -> HTTPField.Name { HTTPField.Name(name) ?? .cookie }
}
