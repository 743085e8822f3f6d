import Terminal

/// The areas of the screen.
struct Layout: Hashable {
    static let minimum = Size(columns: 40, rows: 10)
    /// From this width on the sidebar stays beside the main area, and the detail beside its list; below it the sidebar is
    /// there only while it has the focus.
    static let widthForSidebar = 100
    /// The same beside the journal, whose requests and exchange have precedence.
    static let widthForJournal = 150
    /// Below this width the sidebar with the focus fills the screen.
    static let widthForTwo = 64
    /// The minimum widths of a list and of the selected row's detail at its right.
    static let leastList = 44, leastDetail = 30
    /// The width that a list keeps before the detail gets more than its minimum.
    private static let usualList = 52
    static let leastSidebar = 14
    /// From this height of the screen on, a narrower area has the detail below its list.
    static let heightForDetail = 30
    /// From this height on a strip shows the last calls.
    static let heightForActivity = 30
    static let activityRows = 4

    let banner: Rect
    let sidebar: Pane?
    /// Nil while the sidebar fills the screen.
    let main: Pane?
    let detail: Pane?
    let activity: Pane?
    let footer: Rect
    /// True if a note is in the frame above the footer; otherwise it has its own rows.
    let hasNoteInside: Bool

    /// True for a window in which nothing can be shown.
    static func isTooSmall(_ size: Size) -> Bool { size.columns < minimum.columns || size.rows < minimum.rows }

    init(size: Size, state: AppState) {
        let (width, height) = (size.columns, size.rows)
        banner = Rect(x: 0, y: 0, width: width, height: min(1, height))
        footer = Rect(x: 0, y: max(0, height - 1), width: width, height: min(1, height))
        // Frames cost two rows and columns, which a small terminal needs for rows.
        let isFramed = Self.isFramed(size)
        var area = Rect(x: 0, y: 1, width: width, height: max(0, height - 2))
        // The journal shows the same calls.
        let hasStrip = state.showsActivity && !state.isZoomed && !(state.mainPanel is JournalScreen)
        if hasStrip, height >= Self.heightForActivity, isFramed {
            let rows = Self.activityRows + 2
            area.height -= rows
            activity = Pane(area: Rect(x: 0, y: area.maxY, width: width, height: rows))
            hasNoteInside = true
        } else {
            activity = nil
            // A note covers neither rows nor a line being typed: one line of it fits in the frame.
            let lines = state.noteLines.count
            hasNoteInside = isFramed && lines == 1 && state.popups.last?.isLine != true
            area.height -= min(hasNoteInside ? 0 : lines, max(0, area.height - 3))
        }
        let least = state.overlays.contains { $0 is JournalScreen } ? Self.widthForJournal : Self.widthForSidebar
        let isBeside = width >= least && !state.isZoomed && !state.sidebar.entries.isEmpty
        guard isBeside || state.hasSidebarFocus else {
            sidebar = nil
            (main, detail) = Self.split(area, isFramed: isFramed, state)
            return
        }
        guard width >= Self.widthForTwo else {
            sidebar = Pane(area: area, isFramed: isFramed)
            (main, detail) = (nil, nil)
            return
        }
        let own = max(Self.leastSidebar, min(Self.usualSidebar(state) + state.sidebarGrowth, width / 2))
        sidebar = Pane(area: Rect(x: area.x, y: area.y, width: own, height: area.height), isFramed: isFramed)
        (main, detail) = Self.split(
            Rect(x: own, y: area.y, width: width - own, height: area.height), isFramed: isFramed, state)
    }

    static func isFramed(_ size: Size) -> Bool { size.columns >= widthForTwo && size.rows >= 16 }

    /// The width of the sidebar that its titles need.
    static func usualSidebar(_ state: AppState) -> Int {
        // A list and its detail keep their minimum.
        let most = min(44, state.size.columns * 3 / 10, state.size.columns - leastList - leastDetail)
        return min(state.sidebar.titleWidth + 7, max(22, most))
    }

    /// The width of the detail beside a list, from the width of both together.
    static func usualDetail(in width: Int) -> Int { max(leastDetail, min(64, width * 2 / 5, width - usualList)) }

    private static func split(_ area: Rect, isFramed: Bool, _ state: AppState) -> (Pane, Pane?) {
        let hasDetail = !state.isZoomed && state.mainPanel?.hasDetail ?? false
        let isBeside = state.size.columns >= widthForSidebar && area.width >= leastList + leastDetail
        guard hasDetail, isBeside || isFramed && state.size.rows >= heightForDetail else {
            return (Pane(area: area, isFramed: isFramed), nil)
        }
        var (list, detail) = (area, area)
        if isBeside {
            detail.width = max(
                leastDetail, min(usualDetail(in: area.width) + state.detailGrowth, area.width - leastList))
            list.width -= detail.width
            detail.x = list.maxX
        } else {
            detail.height = area.height * 9 / 20
            list.height -= detail.height
            detail.y = list.maxY
        }
        return (Pane(area: list, isFramed: isFramed), Pane(area: detail, isFramed: isFramed))
    }
}
