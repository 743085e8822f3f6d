import APIDocument
import APIModel
import WireFormats

/// A screen while it is put together, with the operation it is made of.
struct ScreenDraft {
    let operation: Operation
    let wishes: ScreenWishes
    var screen: Screen
    /// The schema of its item or of one row, resolved.
    var schema: Schema
    /// The item its rows lead to, where that stands elsewhere.
    var link: RowLinks.Link?

    /// Whether what is opened from it, or from a row of it, has a value for every parameter of that path.
    func fillsAll(of path: PathTemplate) -> Bool {
        let own = operation.path
        let isOfRow = screen.showsRows && path.segments.dropFirst(own.segments.count).first?.parameter != nil
        return own.parameterNames.count + (isOfRow ? 1 : 0) == path.parameterNames.count
    }

    /// How a path stands to this screen's.
    enum Relation {
        /// It is the same, but for parameter names.
        case same
        /// It names one row of this collection.
        case row
        /// It is a part of one row.
        case belowRow
        /// It is a part of this item.
        case belowItem
        /// It only starts alike.
        case other
    }

    /// How `path`, which starts with this screen's, stands to it.
    func relation(of path: PathTemplate) -> Relation {
        let rest = path.segments.dropFirst(operation.path.segments.count)
        guard let first = rest.first else { return .same }
        if screen.showsRows, first.parameter != nil {
            if rest.count == 1 { return .row }
            return rest.dropFirst().allSatisfy { $0.literal != nil } ? .belowRow : .other
        }
        return screen.kind == .item && rest.allSatisfy { $0.literal != nil } ? .belowItem : .other
    }
}
