import HTTPTypes

/// A stub's part in a scenario: the state it needs and the state it leads to. WireMock's meaning.
public struct ScenarioRule: Sendable, Hashable {
    /// The scenario's name, shared by its stubs.
    package var name: String
    /// The state it needs; nil fits any.
    package var requiredState: String?
    /// The state after it answered; nil leaves it.
    package var newState: String?
    /// The clients that share the state.
    package var scope: ScenarioScope

    /// A part in the scenario `name`. All scenarios begin in the state `Started`.
    public init(name: String, requiredState: String? = nil, newState: String? = nil) {
        self.init(name: name, requiredState: requiredState, newState: newState, scope: .everyone)
    }

    /// A part in a scenario of some clients.
    package init(name: String, requiredState: String? = nil, newState: String? = nil, scope: ScenarioScope) {
        self.name = name
        self.requiredState = requiredState
        self.newState = newState
        self.scope = scope
    }

    /// The state every scenario begins in.
    package static let initialState = "Started"

    /// Which state an attempt of `call` reads and moves.
    func key(_ request: HTTPRequest, _ call: Call) -> ScenarioKey {
        switch scope {
        case .everyone: ScenarioKey(name: name, owner: nil)
        case .screen: ScenarioKey(name: name, owner: "screen \(call.screen ?? "none")")
        case .header(let header):
            ScenarioKey(name: name, owner: "\(header.rawName) \(request.headerFields[header] ?? "none")")
        }
    }
}

/// The clients that share a scenario's state.
package enum ScenarioScope: Sendable, Hashable {
    /// All requests.
    case everyone
    /// The requests of one screen.
    case screen
    /// The requests with one value of this header.
    case header(HTTPField.Name)
}

/// One state of a scenario, as it is kept.
struct ScenarioKey: Sendable, Hashable, CustomStringConvertible {
    let name: String
    /// The owner of the state; nil is everyone.
    let owner: String?

    /// `cart`, `cart (screen profile)`.
    var description: String { owner.map { "\(name) (\($0))" } ?? name }
}
