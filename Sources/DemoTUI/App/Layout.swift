import Terminal

/// Where the parts of the screen stand at a size. One place decides; drawing and paging both ask it.
struct Layout: Hashable {
    /// The smallest size that is drawn; below it a short message stands instead.
    static let minimum = Size(columns: 40, rows: 10)
    /// From this width on the sidebar stands beside the main area; below it the focused one fills the screen.
    static let widthForSidebar = 64

    let banner: Rect
    let sidebar: Rect?
    let title: Rect
    let main: Rect
    let footer: Rect
    let isTooSmall: Bool

    init(size: Size, state: AppState) {
        let width = size.columns
        let height = size.rows
        isTooSmall = width < Self.minimum.columns || height < Self.minimum.rows
        banner = Rect(x: 0, y: 0, width: width, height: min(1, height))
        footer = Rect(x: 0, y: max(0, height - 1), width: width, height: min(1, height))
        let rows = max(0, height - 2)
        // A wide window has room for longer titles.
        let wanted = min(max(26, min(38, width * 3 / 10)), state.sidebar.titleWidth + 4)
        if width >= Self.widthForSidebar {
            sidebar = Rect(x: 0, y: 1, width: wanted, height: rows)
            title = Rect(x: wanted + 1, y: 1, width: max(0, width - wanted - 1), height: min(1, rows))
            main = Rect(x: wanted + 1, y: 2, width: max(0, width - wanted - 1), height: max(0, rows - 1))
        } else {
            let showsSidebar = state.hasSidebarFocus
            sidebar = showsSidebar ? Rect(x: 0, y: 1, width: width, height: rows) : nil
            title = Rect(x: 0, y: 1, width: width, height: min(1, rows))
            main = Rect(x: 0, y: 2, width: width, height: max(0, rows - 1))
        }
    }
}
