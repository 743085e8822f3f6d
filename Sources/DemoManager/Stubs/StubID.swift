/// Names one stub in one manager, for as long as the stub is there.
///
/// Stubs of a file keep their id over a reload as long as they keep their place (or their `id`) in the file.
public struct StubID: Sendable, Hashable, CustomStringConvertible {
    let number: UInt64

    /// `stub 12`.
    public var description: String { "stub \(number)" }
}

/// Who a stub came from: the first part of the order in which stubs are tried.
public enum StubSource: String, Sendable, Hashable, CaseIterable {
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

    /// Whether such stubs come with the document, and from nowhere else.
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

/// Who answered: a stub, a condition or a seed.
public struct StubRef: Sendable, Hashable {
    /// What kind of answer it is.
    public enum Kind: Sendable, Hashable {
        /// An ordinary stub.
        case stub(StubSource)
        /// A condition: its stub where `id` is set, else built in.
        case condition(Condition)
        /// A reply a UI test seeded.
        case seed
    }

    /// What kind of answer it is.
    public let kind: Kind
    /// The stub, where there is one.
    public let id: StubID?
    /// The stub's name, else what it matches: `GET /me`.
    public let name: String
    /// Where it was written.
    public let origin: StubOrigin
    /// The file the body came from, if it did.
    public let bodyFile: String?
    /// Which reply of the stub's sequence it was, from 0; nil where the stub has one reply.
    public let position: Int?

    /// A condition that no stub answers.
    static func builtIn(_ condition: Condition) -> StubRef {
        StubRef(
            kind: .condition(condition), id: nil, name: condition.name, origin: .made(by: "built in"), bodyFile: nil,
            position: nil)
    }
}
