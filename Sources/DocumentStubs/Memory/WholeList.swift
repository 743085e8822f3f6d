import WireFormats

/// A list with pages that something was written to.
struct WholeList {
    /// The list's own path, as the request has it.
    let path: String
    /// What cuts it into pages.
    let pages: any PagedList
    /// All its rows, as they were before.
    let rows: [JSONValue]
}
