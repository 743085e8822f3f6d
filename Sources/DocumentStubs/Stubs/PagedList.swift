import HTTPTypes
import WireFormats

/// A list of which replies show pages. The memory of writes takes its rows, and has a page cut anew out of those there are now: so
/// one place says which rows a request gets, whatever was written.
protocol PagedList: Sendable {
    /// All rows there are, whichever the request asks for.
    func rows() throws(SampleError) -> [JSONValue]

    /// The page that the request asks for, where the list has these rows.
    ///
    /// - Parameter before: the rows that it had: behind one that is gone, those go on that stood behind it.
    func page(
        of rows: [JSONValue], besides before: [JSONValue], _ headers: inout HTTPFields
    ) throws(SampleError) -> JSONValue
}
