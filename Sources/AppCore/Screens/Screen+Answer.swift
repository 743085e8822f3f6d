import APIDocument
import APIModel
import WireFormats

extension Screen {
    /// The list that shows what a call answers that is sent from a form, as a search that is a `POST`: rows without a request of their
    /// own, which open as far as the list has them. Nil where the answer has no rows.
    static func answerList(
        of operation: Operation, id: String, title: String, in document: APIDocument
    ) -> Screen? {
        guard let model = document.list(of: operation) else { return nil }
        var list = Screen(id: id, title: title, kind: .collection)
        list.rows = model.rows
        list.operations = [operation.id]
        list.declared = OnDemand { FieldReader(document: document, direction: .response).fields(of: model.row) }
        return list
    }

    /// The rows in what was answered to a form; nil where it has none. Where more follow, nothing leads to them from here.
    public func page(answered response: APIResponse) -> Page? {
        guard let rows = response.json?[self.rows]?.arrayValue else { return nil }
        var page = CollectionEndpoint(Endpoint(path: "/"), rows: self.rows).page(nil, rows: rows, in: response)
        if page.next != nil { (page.next, page.isCutOff) = (nil, true) }
        return page
    }
}
