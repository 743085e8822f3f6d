/// Harbor's backend: a small bank on the loopback interface, with a real database.
///
/// It answers what Harbor's document describes. Cards, insights and transfers answer 501: their backend is not ready,
/// on purpose.
public enum SampleBackend {
    /// The address the backend binds. It is a sample with a known password, so never more than this machine.
    public static let host = "127.0.0.1"

    /// The one user's sign-in. Constant, because everybody who tries the sample needs it.
    public static let credentials = Credentials(username: "maya", password: "harbor-sample")

    /// A user name and its password.
    public struct Credentials: Sendable, Hashable {
        /// The name to sign in with.
        public let username: String
        /// The password that belongs to it.
        public let password: String

        /// A user name and its password.
        public init(username: String, password: String) {
            self.username = username
            self.password = password
        }
    }

    /// Opens the database, seeds it on its first use, and starts answering.
    ///
    /// - Returns: the running backend; whoever holds it stops it.
    /// - Throws: ``SampleBackendError`` when the port is taken or the database cannot be used. Nothing is lost then.
    public static func start(
        _ configuration: Configuration = Configuration()
    ) async throws(SampleBackendError) -> RunningBackend {
        let store = try await BankStore.open(configuration.database)
        let bank = Bank(
            store: store,
            tokens: TokenStore(lifetime: configuration.tokenLifetime),
            credentials: credentials
        )
        return try await RunningBackend.start(answering: bank.routes, of: store, configuration)
    }
}
