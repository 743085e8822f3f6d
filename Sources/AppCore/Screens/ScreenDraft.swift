import APIDocument
import JSONText

/// A screen while it is put together, with the operation it is made of.
struct ScreenDraft {
    let operation: Operation
    let wishes: ScreenWishes
    var screen: Screen
    /// The schema of its item or of one row, resolved.
    var schema: Schema
    /// The item its rows lead to, where that stands elsewhere.
    var link: RowLinks.Link?

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
