import WireFormats

/// Where a screen opens: the row it was opened from and what is known of its parameters.
public typealias Place = ParameterContext

extension ParameterContext {
    /// The place of a screen that opens from `row` of a screen that made `request`.
    public func opening(row: JSONValue?, from request: Request?) -> ParameterContext {
        let values = request?.values(in: self) ?? inherited
        return ParameterContext(row: row, inherited: values, answers: answers)
    }

    /// The place once a person has typed values.
    public func answering(_ values: [String: String]) -> ParameterContext {
        var place = self
        for (name, text) in values { place.asked[name] = .string(text) }
        return place
    }
}
