import WireFormats

/// Names one stub in one manager, for as long as the stub is there.
///
/// Stubs of a file keep their id over a reload as long as they keep their place (or their `id`) in the file.
public struct StubID: Sendable, Hashable, CustomStringConvertible {
    let number: UInt64

    package init(number: UInt64) { self.number = number }

    /// `stub 12`.
    public var description: String { "stub \(number)" }
}

/// The source of a stub: the first part of the order in which stubs are tried.
package enum StubSource: String, Sendable, Hashable, CaseIterable {
    /// Written in source code.
    case code
    /// Added while running, through an admin interface.
    case admin
    /// Read from a stub file.
    case file
    /// Recorded from the real server.
    case recording
    /// An example of the API's document.
    case documentExample
    /// Made from a schema.
    case generated

    /// True if such stubs come with the document, and from nowhere else.
    package var isDocuments: Bool { self == .documentExample || self == .generated }

    /// Lower is tried first. Among a document's own stubs their order decides, which follows their paths: an example of
    /// `/tickets/{id}` does not answer `/tickets/count`.
    var rank: UInt8 {
        switch self {
        case .code, .admin: 0
        case .file, .recording: 1
        case .documentExample, .generated: 2
        }
    }
}

/// The answering stub, condition or seed.
public struct StubRef: Sendable, Hashable {
    /// The kind of answer.
    package enum Kind: Sendable, Hashable {
        /// An ordinary stub.
        case stub(StubSource)
        /// A condition: its stub where `id` is set, else built in.
        case condition(Condition)
        /// A reply a UI test seeded.
        case seed
        /// A person's answer to a call that a breakpoint held.
        case heldCall
    }

    /// The kind of answer.
    package let kind: Kind
    /// The stub, where there is one.
    package let id: StubID?
    /// The stub's name, else what it matches: `GET /me`.
    public let name: String
    /// Its place in a file or in code.
    package let origin: StubOrigin
    /// The file the body came from, if it did.
    package let bodyFile: String?
    /// Which reply of the stub's sequence it was, from 0; nil where the stub has one reply.
    package let position: Int?
    /// True if it was a condition for one call, which is over.
    var endsCondition = false

    /// A condition that no stub answers.
    static func builtIn(_ condition: Condition, of operation: OperationDescription?) -> StubRef {
        StubRef(
            kind: .condition(condition), id: nil, name: condition.name,
            origin: .made(by: condition.origin(of: operation)), bodyFile: nil, position: nil)
    }
}

extension Decision.Action {
    /// True if it was a condition for one call, which is over.
    var endsCondition: Bool { if case .stub(_, let stub) = self { stub.endsCondition } else { false } }

    var endingCondition: Self {
        guard case .stub(let reply, var stub) = self else { return self }
        stub.endsCondition = true
        return .stub(reply, stub)
    }
}

extension StubState {
    /// A UUID for tools that name stubs by one: the mapping's own `id`, else one made of the stub's number.
    package var uuid: String { stub.uuid ?? NumberUUID.text(id.number, kind: 1) }
}

extension ExchangeID {
    /// A UUID for tools that name requests by one.
    package var uuid: String { NumberUUID.text(number, kind: 2) }
}

/// Writes numbers as UUIDs: version 8, whose bits are the maker's own (RFC 9562 section 5.8).
private enum NumberUUID {
    /// - Parameter kind: keeps the numbers of different sources apart.
    static func text(_ number: UInt64, kind: UInt8) -> String {
        let digits = String(number, radix: 16).padded(to: 15).suffix(15)
        return "de300000-000\(kind)-8000-8\(digits.prefix(3))-\(digits.dropFirst(3))"
    }
}

/// A stub of a manager with what happened to it: what a list of stubs shows.
public struct StubState: Sendable, Identifiable {
    /// Its name in the manager.
    public let id: StubID
    /// The stub.
    public let stub: Stub
    /// True if it takes part now.
    public let isEnabled: Bool
    /// How often it answered.
    public let hits: Int
    /// How many replies of its sequence were given since the last reset.
    package let served: Int

    /// The reply of the sequence that comes next, from 0; nil where the stub has one reply or is used up.
    package var position: Int? {
        stub.sequence.count > 1 ? stub.place(after: served) : nil
    }
}

/// The place of a stub, to open and name it.
package enum StubOrigin: Sendable, Hashable, CustomStringConvertible {
    /// In a file, at a JSON pointer (`/mappings/3`); `name` is the path as shown to people.
    case file(path: String, name: String, pointer: JSONPointer)
    /// In source code.
    case code(fileID: String, line: Int)
    /// Made by something else: a document, a generator, an admin call.
    case made(by: String)

    /// The file to open, if the stub has one.
    package var path: String? {
        if case .file(let path, _, _) = self { path } else { nil }
    }

    /// The file's name as shown to people.
    package var fileName: String? {
        if case .file(_, let name, _) = self { name } else { nil }
    }

    /// A problem of what stands there, with its line where it is source code.
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
