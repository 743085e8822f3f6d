import HTTPTypes
import JSONText

extension Bank {
    var transactionRoutes: [Route] {
        [
            route(.get, "/transactions", answer: listTransactions),
            route(.patch, "/transactions/{id}/category", answer: setCategory),
        ]
    }

    @Sendable private func listTransactions(_ call: Call, _ user: User) async throws -> Reply {
        let page = try PageRequest(call.query, of: .transactions)
        let word = call.query["category"]
        if let word, Category(rawValue: word) == nil {
            throw Failure.badRequest(
                "The category is not valid.",
                fields: [.init(name: "category", reason: "must be one of \(Category.words)")])
        }
        return try await store.transactions(page, category: word, containing: call.query["q"]).reply(\.json)
    }

    @Sendable private func setCategory(_ call: Call, _ user: User) async throws -> Reply {
        let object = try call.object()
        guard let sequence = Identifier.transaction.number(call.parameter("id")) else {
            throw Failure.notFound("There is no such transaction.")
        }
        guard let category = object["category"]?.stringValue.flatMap(Category.init(rawValue:)) else {
            throw Failure.invalid([.init(name: "category", reason: "must be one of \(Category.words)")])
        }
        guard let changed = try await store.setCategory(category, ofTransaction: sequence) else {
            throw Failure.notFound("There is no such transaction.")
        }
        return .data(changed.json)
    }
}
