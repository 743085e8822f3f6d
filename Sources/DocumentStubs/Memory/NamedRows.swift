import APIDocument
import APIModel
import DemoManager
import WireFormats

/// Which rows a request means that is about a list as a whole, as a DELETE of it is: all, those that its query chooses, or those
/// whose ids it names.
struct NamedRows {
    /// The rows of the list, as they were before anything was written.
    let rows: [JSONValue]
    /// Their ids, where the request names them.
    private let ids: Set<String>?
    private let filter: RowFilter

    /// Nil where nobody knows which rows are meant: something of the query or the body says what nobody understands.
    ///
    /// - Parameter filter: what items of a query say of rows.
    init?(
        _ request: ReceivedRequest, of rows: [JSONValue], filter: ([(name: String, value: String)]) -> RowFilter
    ) {
        let query = request.queryItems.filter { !$0.value.isEmpty }
        func isID(_ item: (name: String, value: String)) -> Bool { ["id", "ids"].contains(HumanName.key(item.name)) }
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
        self.rows = rows
        self.ids = ids
        self.filter = filter(query.filter { !isID($0) })
    }

    /// Whether a row is meant.
    ///
    /// - Parameter row: the row as it is now, where that is known.
    func means(_ id: String, _ row: JSONValue?) -> Bool {
        guard let ids else { return row.map(filter.fits) ?? !filter.leavesOutRows }
        return ids.contains(id)
    }
}
