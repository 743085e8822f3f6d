import AppCore
import Terminal

extension Screen {
    /// The item screen of a row whose API has no GET for one row: the row's own fields.
    var rowItem: Screen {
        var item = Screen(id: id, title: oneTitle, kind: .item)
        item.group = group
        item.fields = fields
        item.update = update
        item.delete = delete
        item.children = children
        item.operations = operations
        return item
    }
}

extension Form {
    /// How the services make the body.
    var updateStyle: Update.Style {
        switch style {
        case .replace: .replace
        case .merge: .merge
        case .create: .create
        }
    }
}
