import APIDocument
import HTTPTypes

extension APIDocument {
    /// The operations whose reply may have an access token: a `POST` such as `/auth/login` that needs no credentials.
    package var signInOperations: Set<String> {
        let found = operations.filter { operation in
            let isOpen = operation.security?.allSatisfy(\.isEmpty) ?? true
            return operation.method == .post && isOpen
                && NameClass.signIn.has(operation.path.segments.last?.literal ?? "")
        }
        return Set(found.map(\.id))
    }
}
