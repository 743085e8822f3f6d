import HTTPTypes

/// The bank: every operation of Harbor's document, over its store and its tokens.
struct Bank: Sendable {
    /// Users, transactions and messages.
    let store: BankStore
    /// Who is signed in.
    let tokens: TokenStore
    /// The one sign-in it knows.
    let credentials: SampleBackend.Credentials

    /// Every operation.
    var routes: [Route] {
        signInRoutes + userRoutes + transactionRoutes + messageRoutes + plannedRoutes
    }

    /// What is described but not ready, on purpose. A token is asked for all the same.
    private var plannedRoutes: [Route] {
        [
            route(.get, "/cards") { _, _ in throw Failure.notReady("Cards") },
            route(.get, "/insights") { _, _ in throw Failure.notReady("Insights") },
            route(.post, "/transfers") { _, _ in throw Failure.notReady("Transfers") },
        ]
    }
}
