/// Why a request is answered by the gateway itself, with the status to say it with. It ends the connection: what follows can no
/// longer be told apart.
struct HeadProblem: Error, Hashable {
    let status: Int
    /// One sentence: what is wrong, and what to do where that is not plain.
    let message: String

    init(_ status: Int, _ message: String) {
        self.status = status
        self.message = message
    }

    static func badRequest(_ message: String) -> HeadProblem { HeadProblem(400, message) }
}
