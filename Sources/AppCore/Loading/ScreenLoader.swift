import APIDocument
import WireFormats

/// The reason that a screen's call failed or was not sent.
package enum LoadFailure: Error, Sendable, Equatable {
    /// The call failed, or another call that provides its parameters.
    case failed(APIError)
    /// Parameters without a source; the user has to type them.
    case missing([Field])
}

/// Makes the calls of a screen: fills parameters, also from other operations, and sends them.
package struct ScreenLoader: Sendable {
    /// The operations whose responses fill others' parameters (`getMe#/data/userId`). They need no screen.
    let sources: [String: Request]
    let client: APIClient

    /// Creates a loader for a document's screens.
    /// - Parameter names: the ids in the catalog that differ from the document's.
    package init(
        catalog: ScreenCatalog, document: APIDocument, client: APIClient, names: ScreenNames = ScreenNames()
    ) {
        self.client = client
        let builder = RequestBuilder(document)
        let known = Set(document.operations.map(\.id))
        var sources: [String: Request] = [:]
        var wanted = catalog.screens.flatMap(\.requests).flatMap(\.sources)
        while let id = wanted.popLast() {
            guard sources[id] == nil, let operation = document.operation(id) else { continue }
            var request = builder.request(of: operation, ScreenWishes(operation, knowing: known), base: nil)
            request.operation = names.operation(request.operation)
            sources[id] = request
            wanted += request.sources
        }
        self.sources = sources
    }

    /// Loaded content, and the place with all parameters, so that the next call asks for none again.
    package struct Loaded<Content: Sendable>: Sendable {
        package let content: Content
        package let place: Place
    }

    /// Reads the item of a screen.
    ///
    /// - Parameter lastEventID: the id of the event after which a stream resumes.
    package func item(
        of screen: Screen, at place: Place, behind lastEventID: String? = nil, in context: CallContext
    ) async throws(LoadFailure) -> Loaded<Item> {
        var (endpoint, place) = try await endpoint(for: screen.load, of: screen, at: place, in: context)
        do {
            if let lastEventID { try endpoint.setHeader("Last-Event-ID", to: lastEventID) }
            let item = try await client.item(
                endpoint, unwrapping: screen.item, in: context.performing(endpoint.operation))
            return Loaded(content: item, place: place)
        } catch {
            throw .failed(error)
        }
    }

    /// Reads a page of a screen's rows; nil for the first.
    package func page(
        _ token: PageToken?, of screen: Screen, filters: [String: String], at place: Place, in context: CallContext
    ) async throws(LoadFailure) -> Loaded<Page> {
        let (endpoint, place) = try await endpoint(
            for: screen.load, of: screen, at: place, filters: filters, in: context)
        do {
            let page = try await client.page(
                token, of: screen, at: endpoint, in: context.performing(endpoint.operation))
            return Loaded(content: page, place: place)
        } catch {
            throw .failed(error)
        }
    }

    /// Sends an update, a new entry or a deletion.
    ///
    /// - Parameter refetching: true to read the item, or the sources of its list's parameters, first: the screen read
    ///   them in another session. `place` is then where the screen opened.
    package func send(
        _ update: Update, of screen: Screen, at place: Place, refetching: Bool = false, in context: CallContext
    ) async throws(LoadFailure) -> UpdateOutcome {
        var update = update
        var place = place
        if refetching, let load = screen.load {
            if screen.showsRows {
                let known = try await answered(place, for: load, in: context, depth: 0)
                let questions = load.questions(in: known)
                guard questions.isEmpty else { throw .missing(questions) }
                place = known.opening(row: nil, from: load)
            } else {
                let loaded = try await item(of: screen, at: place, in: context)
                let value = loaded.content.value
                update.base = value[update.form?.base ?? .root] ?? value
                update.etag = loaded.content.etag
                place = loaded.place.opening(row: loaded.content.value, from: load)
            }
        }
        place = try await completed(place, for: screen.load, in: context)
        let (endpoint, _) = try await endpoint(for: update.request, of: screen, at: place, in: context)
        do {
            return try await client.send(update, to: endpoint, in: context.performing(endpoint.operation))
        } catch {
            throw .failed(error)
        }
    }

    // MARK: Parameters

    private func endpoint(
        for request: Request?, of screen: Screen, at place: Place, filters: [String: String] = [:],
        in context: CallContext
    ) async throws(LoadFailure) -> (Endpoint, Place) {
        guard let request else {
            throw .failed(APIError(.notSent(reason: "\(screen.title) has nothing to load.")))
        }
        let place = try await answered(place, for: request, in: context, depth: 0)
        return (try endpoint(request, at: place, filters: filters), place)
    }

    /// The place with the parameter values of the screen's own load, which a change inherits even if the load failed or
    /// is in progress.
    private func completed(_ place: Place, for load: Request?, in context: CallContext) async throws(LoadFailure)
        -> Place
    {
        guard let load, load.sources.contains(where: { place.answers[$0] == nil }) else { return place }
        var place = try await answered(place, for: load, in: context, depth: 0)
        let values = load.values(in: place)
        for parameter in load.parameters {
            if let value = values[parameter.name] { place.inherited[parameter.name] = value }
        }
        return place
    }

    private func endpoint(_ request: Request, at place: Place, filters: [String: String] = [:]) throws(LoadFailure)
        -> Endpoint
    {
        let questions = request.questions(in: place)
        guard questions.isEmpty else { throw .missing(questions) }
        do {
            return try request.endpoint(request.values(in: place), filters: filters)
        } catch {
            throw .failed(APIError(.notSent(reason: error.userMessage), code: "noValue", message: error.userMessage))
        }
    }

    /// The most operations in a chain of parameter sources.
    private static let longestChain = 4

    /// The place with the responses from which `request` takes parameters; present ones are not loaded again.
    private func answered(_ place: Place, for request: Request, in context: CallContext, depth: Int)
        async throws(LoadFailure) -> Place
    {
        var place = place
        for id in request.sources where place.answers[id] == nil {
            guard depth < Self.longestChain, let source = sources[id] else { continue }
            place = try await answered(place, for: source, in: context, depth: depth + 1)
            let endpoint = try endpoint(source, at: place)
            do {
                place.answers[id] = try await client.item(
                    endpoint, unwrapping: .root, in: context.performing(endpoint.operation)
                ).document
            } catch {
                throw .failed(error)
            }
        }
        return place
    }
}

extension CallContext {
    /// The same call with another operation.
    func performing(_ operation: String?) -> CallContext {
        var context = self
        context.operation = operation
        return context
    }
}

extension JSONValue {
    /// A scalar as in a URL or a cell; other values as compact JSON.
    package var plainText: String {
        isNull ? "" : scalarText ?? text()
    }
}
