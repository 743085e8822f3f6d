import APIDocument

/// Which ways to sign in each operation takes, as its `security` says.
public struct SecurityRules: Sendable {
    private let alternatives: [String: [[String]]]
    private let isDescribed: Bool

    /// The scheme's name where a document describes none and a server asks for a token all the same.
    public static let undescribed = ""

    /// Reads the rules of a document.
    public init(_ document: APIDocument) {
        alternatives = Dictionary(
            document.operations.map { operation in
                (operation.id, (operation.security ?? []).map { $0.filter { document.securitySchemes[$0] != nil } })
            }, uniquingKeysWith: { first, _ in first })
        isDescribed = alternatives.values.contains { !$0.isEmpty }
    }

    /// The alternatives of an operation, each of them schemes that go together; nil for an operation nobody described.
    ///
    /// An empty list, and an empty alternative among others, mean that no credentials are needed.
    public func alternatives(of operation: String?) -> [[String]]? {
        guard isDescribed else { return [[Self.undescribed]] }
        return operation.flatMap { alternatives[$0] }
    }
}
