/// Why a request is answered by the gateway itself, with the status to say it with.
struct HeadProblem: Error, Hashable {
    let status: Int
    /// One sentence: what is wrong, and what to do where that is not plain.
    let message: String
    /// Whether what follows on the connection can no longer be told apart.
    var endsConnection = true

    init(_ status: Int, _ message: String, endsConnection: Bool = true) {
        self.status = status
        self.message = message
        self.endsConnection = endsConnection
    }

    static func badRequest(_ message: String) -> HeadProblem { HeadProblem(400, message) }
}
