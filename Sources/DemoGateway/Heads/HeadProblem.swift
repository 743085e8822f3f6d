/// An error of a request that the gateway answers itself. It ends the connection, because the end of the request is
/// unknown.
struct HeadProblem: Error, Hashable {
    let status: Int
    /// One sentence with the fault and, if it is not obvious, the remedy.
    let message: String

    init(_ status: Int, _ message: String) {
        self.status = status
        self.message = message
    }

    static func badRequest(_ message: String) -> HeadProblem { HeadProblem(400, message) }
}
