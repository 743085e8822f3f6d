import WireFormats

/// Identifies a stub in a manager, as long as the stub exists.
///
/// Stubs of a file keep their id over a reload if they keep their position (or their `id`) in the file.
public struct StubID: Sendable, Hashable, CustomStringConvertible {
    let number: UInt64

    package init(number: UInt64) { self.number = number }

    /// `stub 12`.
    public var description: String { "stub \(number)" }
}

/// The source of a stub, the first criterion of the order in which stubs are tried.
package enum StubSource: String, Sendable, Hashable, CaseIterable {
    /// Source code.
    case code
    /// An admin interface, at run time.
    case admin
    /// A stub file.
    case file
    /// A recording of the real server.
    case recording
    /// An example of the API's document.
    case documentExample
    /// Generated from a schema.
    case generated

    /// True if the stub comes from the document.
    package var isDocuments: Bool { self == .documentExample || self == .generated }

    /// The rank; lower is tried first. A document's own stubs share a rank, so that their order decides: an example of
    /// `/tickets/{id}` does not answer `/tickets/count`.
    var rank: UInt8 {
        switch self {
        case .code, .admin: 0
        case .file, .recording: 1
        case .documentExample, .generated: 2
        }
    }
}

/// A reference to the stub, condition or seed that answered.
public struct StubRef: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// An ordinary stub.
        case stub(StubSource)
        /// A condition: by a stub if `id` is set, else built in.
        case condition(Condition)
        /// A reply seeded by a UI test.
        case seed
        /// The user's reply to a call that was held at a breakpoint.
        case heldCall
    }

    package let kind: Kind
    /// The stub's id; nil if no stub answered.
    package let id: StubID?
    /// The stub's name, else its pattern: `GET /me`.
    public let name: String
    /// Its place in a file or in code.
    package let origin: StubOrigin
    package let bodyFile: String?
    /// The index of the reply in the stub's sequence; nil if the stub has one reply.
    package let position: Int?
    /// True if it was a single-call condition, which is now used.
    var endsCondition = false

    /// The reference of a condition that no stub answers.
    static func builtIn(_ condition: Condition, of operation: OperationDescription?) -> StubRef {
        StubRef(
            kind: .condition(condition), id: nil, name: condition.name,
            origin: .made(by: condition.origin(of: operation)), bodyFile: nil, position: nil)
    }
}

extension Decision.Action {
    /// True if it was a single-call condition, which is now used.
    var endsCondition: Bool { if case .stub(_, let stub) = self { stub.endsCondition } else { false } }

    var endingCondition: Self {
        guard case .stub(let reply, var stub) = self else { return self }
        stub.endsCondition = true
        return .stub(reply, stub)
    }
}

extension StubState {
    /// A UUID, for tools that identify stubs by one: the mapping's own `id`, else one derived from the stub's number.
    package var uuid: String { stub.uuid ?? NumberUUID.text(id.number, kind: 1) }
}

extension ExchangeID {
    /// A UUID, for tools that identify requests by one.
    package var uuid: String { NumberUUID.text(number, kind: 2) }
}

/// Encodes numbers as UUIDs: version 8, whose bits are application-specific (RFC 9562 section 5.8).
private enum NumberUUID {
    /// - Parameter kind: distinguishes the sources of numbers.
    static func text(_ number: UInt64, kind: UInt8) -> String {
        let digits = String(number, radix: 16).padded(to: 15).suffix(15)
        return "de300000-000\(kind)-8000-8\(digits.prefix(3))-\(digits.dropFirst(3))"
    }
}

/// A stub of a manager with its state, as lists of stubs show it.
public struct StubState: Sendable, Identifiable {
    private let entry: StubEntry
    private let runtime: StubRuntime
    /// True if it is enabled.
    public let isEnabled: Bool

    init(_ entry: StubEntry, _ runtime: StubRuntime?, isEnabled: Bool) {
        (self.entry, self.runtime, self.isEnabled) = (entry, runtime ?? StubRuntime(), isEnabled)
    }

    /// The stub's id.
    public var id: StubID { entry.id }
    /// The stub.
    public var stub: Stub { entry.stub }
    /// The number of its replies.
    public var hits: Int { runtime.hits }
    /// The number of replies of its sequence since the last reset.
    package var served: Int { runtime.served }

    /// The index of the next reply of the sequence; nil if the stub has one reply or is used up.
    package var position: Int? {
        stub.sequence.count > 1 ? stub.place(after: served) : nil
    }
}

/// The origin of a stub, by which it can be opened and named.
package enum StubOrigin: Sendable, Hashable, CustomStringConvertible {
    /// In a file, at a JSON pointer (`/mappings/3`); `name` is the displayed path.
    case file(path: String, name: String, pointer: JSONPointer)
    /// In source code.
    case code(fileID: String, line: Int)
    /// Made by something else: a document, a generator, an admin request.
    case made(by: String)

    /// The path of the file; nil if there is none.
    package var path: String? {
        if case .file(let path, _, _) = self { path } else { nil }
    }

    /// The displayed name of the file; nil if there is none.
    package var fileName: String? {
        if case .file(_, let name, _) = self { name } else { nil }
    }

    /// A problem at this origin, with the line of source code.
    func problem(_ message: String) -> Problem {
        guard case .code(let fileID, let line) = self else { return Problem(message, file: description) }
        return Problem(message, file: fileID, position: TextPosition(line: line, column: 1))
    }

    /// `stubs/me.yaml#/mappings/3`, `AppTests/MeTests.swift:12` or the maker's name.
    package var description: String {
        switch self {
        case .file(_, let name, let pointer): pointer == .root ? name : "\(name)#\(pointer)"
        case .code(let fileID, let line): "\(fileID):\(line)"
        case .made(let maker): maker
        }
    }
}
