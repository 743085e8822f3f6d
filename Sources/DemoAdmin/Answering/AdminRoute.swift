import HTTPTypes

/// One operation of the admin API: where it is and how it answers.
struct AdminRoute: Sendable {
    /// The HTTP method.
    let method: HTTPRequest.Method
    /// The path below `/__admin`; `{id}` stands for one segment, handed over as the call's parameter.
    let path: String
    /// Answers one request; throws ``AdminRefusal`` for what it does not honour.
    let answer: @Sendable (AdminCall) async throws -> AdminReply

    init(
        _ method: HTTPRequest.Method, _ path: String,
        _ answer: @escaping @Sendable (AdminCall) async throws(AdminRefusal) -> AdminReply
    ) {
        self.method = method
        self.path = path
        self.answer = answer
    }

    /// One operation: method, path and answer.
    var place: Place { Place(method: method, path: path) }

    /// A method at a path below `/__admin`, in which `{id}` stands for one segment.
    struct Place: Sendable, Hashable {
        let method: HTTPRequest.Method
        let path: String

        /// True if a request's path is this one.
        func isAt(_ called: String) -> Bool {
            let (own, other) = (("__admin/" + path).split(separator: "/"), called.split(separator: "/"))
            return own.count == other.count && zip(own, other).allSatisfy { $0 == "{id}" || $0 == $1 }
        }
    }
}
