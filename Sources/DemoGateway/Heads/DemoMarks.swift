import HTTPTypes

/// The client's instructions to the gateway. They are never passed on.
struct DemoMarks: Hashable, Sendable {
    /// `X-Demo-Screen`: the screen of the call.
    private(set) var screen: String?
    /// `X-Demo-Session`: the session, with its own switches, sequences and remembered data.
    private(set) var session: String?
    /// `X-Demo-Bypass`: the server answers regardless of the switches.
    private(set) var isBypassed = false
    /// `X-Demo-Explain`: a refusal names the closest stubs.
    private(set) var wantsExplanation = false

    /// In bytes.
    private static let longest = 200

    /// Reads a field; false if it is not an instruction.
    mutating func take(_ name: HTTPField.Name, _ value: String) throws(HeadProblem) -> Bool {
        guard [.demoScreen, .demoBypass, .demoSession, .demoExplain].contains(name) else { return false }
        guard value.utf8.count <= Self.longest else {
            // The rest was not read, so the end of this request is unknown.
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
    /// The reason a request is invalid, in replies.
    static let demoProblem = known("X-Demo-Problem")
    static let via = known("Via")
    static let forwardedFor = known("X-Forwarded-For")
    static let forwardedHost = known("X-Forwarded-Host")
    static let forwardedProtocol = known("X-Forwarded-Proto")

    /// The fallback is never reached; there is no other way without a trap.
    private static func known(_ name: String) -> HTTPField.Name { HTTPField.Name(name) ?? .cookie }
}
