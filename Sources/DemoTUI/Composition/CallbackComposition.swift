import APIDocument
import AppCore
import DemoGateway

extension CallbackControls {
    init(_ desk: CallbackDesk, in catalog: ScreenCatalog) {
        self.init(
            rows: desk.rows(in: catalog), url: { desk.url(of: $0.name, $0.operation) },
            send: { row, url throws(Failure) in
                do throws(CallbackDesk.Problem) {
                    return try await desk.sent(row.name, of: row.operation, to: url, isConfirmed: true)
                } catch {
                    throw Failure(sentence: error.message)
                }
            })
    }
}

extension CallbackDesk {
    /// The callbacks of the documents, once for each operation.
    fileprivate func rows(in catalog: ScreenCatalog) -> [CallbackRow] {
        var known: Set<CallbackRow> = []
        return declared.compactMap { callback in
            var row = CallbackRow(name: callback.name, operation: callback.operation)
            guard known.insert(row).inserted else { return nil }
            let path = callback.path?.segments ?? []
            let screens = catalog.screens.filter { screen in
                if let operation = callback.operation, screen.operations.contains(operation) { return true }
                guard !path.isEmpty, let own = screen.load?.path.segments else { return false }
                return own.starts(with: path) || path.starts(with: own)
            }
            row.screens = Set(screens.map(\.id))
            return row
        }
    }
}
