import APIDocument
import DemoManager
import JSONText

/// Which rows a request means that is about a list as a whole, as a DELETE of it is: all, those that its query chooses, or those
/// whose ids it names.
struct NamedRows {
    /// The rows of the list, as they were before anything was written.
    let rows: [JSONValue]
    /// Their ids, where the request names them.
    private let ids: Set<String>?
    private let filter: RowFilter

    /// Nil where nobody knows which rows are meant.
    ///
    /// - Parameter filter: what the query says of rows.
    init?(_ request: ReceivedRequest, filter: RowFilter, of rows: [JSONValue]) {
        let query = request.queryItems.filter { !$0.value.isEmpty }
        let named = query.filter { ["id", "ids"].contains(HumanName.key($0.name)) }
        var ids = named.isEmpty ? nil : Set(named.flatMap { $0.value.split(separator: ",").map(String.init) })
        guard query.isEmpty || ids != nil || filter.leavesOutRows else { return nil }
        if !request.body.isEmpty, let body = JSONValue.read(Array(request.body)) {
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
        self.filter = filter
    }

    /// Whether a row is meant.
    ///
    /// - Parameter row: the row as it is now, where that is known.
    func means(_ id: String, _ row: JSONValue?) -> Bool {
        guard let ids else { return row.map(filter.fits) ?? !filter.leavesOutRows }
        return ids.contains(id)
    }
}
