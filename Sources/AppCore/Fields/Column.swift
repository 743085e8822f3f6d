import WireFormats

/// One column of a collection.
public struct Column: Sendable, Hashable, Identifiable {
    /// On which side short text stands.
    public enum Alignment: Sendable, Hashable {
        /// Left, as text.
        case leading
        /// Right, as numbers.
        case trailing
    }

    /// What it shows of a row.
    public var field: Field
    /// Its heading.
    public var title: String
    /// Where its text stands.
    public var alignment: Alignment
    /// Its rank from 0: where room is short, columns of higher numbers go first.
    public var priority: Int
    /// The width, in cells, below which it is not worth showing.
    public var minimumWidth: Int
    /// The width, in cells, that shows usual values whole.
    public var idealWidth: Int
    /// Whether an amount is shown with the currency beside it in the row, which has no column then.
    public var hasCurrency = false

    /// A column.
    public init(
        field: Field, title: String, alignment: Alignment, priority: Int, minimumWidth: Int, idealWidth: Int
    ) {
        self.field = field
        self.title = title
        self.alignment = alignment
        self.priority = priority
        self.minimumWidth = minimumWidth
        self.idealWidth = idealWidth
    }

    /// The field's pointer.
    public var id: String { field.id }

    /// What it says of a row.
    public func text(of row: JSONValue) -> String {
        let owner = hasCurrency ? JSONPointer(tokens: field.pointer.tokens.dropLast()) : nil
        return field.display(row[field.pointer], beside: owner.flatMap { row[$0]?.objectValue })
    }
}
