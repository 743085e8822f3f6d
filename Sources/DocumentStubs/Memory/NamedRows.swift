import APIDocument
import APIModel
import DemoManager
import WireFormats

/// The rows that a request about a whole list means, as a DELETE of it does: all, those that its query chooses, or those whose
/// ids it names.
struct NamedRows {
    /// The ids that the request names; nil if it names none.
    private let ids: Set<String>?
    private let filter: RowFilter

    /// Nil if a part of the query or the body has no known meaning: then no row is meant.
    ///
    /// - Parameter filter: the condition that items of a query set.
    init?(_ request: ReceivedRequest, filter: ([(name: String, value: String)]) -> RowFilter) {
        let query = request.queryItems.filter { !$0.value.isEmpty }
        func isID(_ item: (name: String, value: String)) -> Bool { NameClass.rowIDs.has(item.name) }
        let named = query.filter(isID)
        var ids = named.isEmpty ? nil : Set(named.flatMap { $0.value.split(separator: ",").map(String.init) })
        guard query.allSatisfy({ isID($0) || filter([$0]).leavesOutRows }) else { return nil }
        if !request.body.isEmpty {
            guard let body = JSONValue.read(Array(request.body)) else { return nil }
            let lists = body.arrayValue.map { [$0] } ?? body.objectValue?.members.compactMap(\.value.arrayValue) ?? []
            let texts = lists.first?.compactMap(\.scalarText)
            if let texts, lists.count == 1, texts.count == lists[0].count {
                ids = Set(texts)
            } else if body.objectValue?.isEmpty != true {
                return nil
            }
        }
        self.ids = ids
        self.filter = filter(query.filter { !isID($0) })
    }

    /// True if a row is meant.
    ///
    /// - Parameter row: the row as it is now; nil if its members are unknown.
    func means(_ id: String, _ row: JSONValue?) -> Bool {
        guard let ids else { return row.map(filter.fits) ?? !filter.leavesOutRows }
        return ids.contains(id)
    }
}
