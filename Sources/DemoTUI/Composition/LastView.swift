import AppCore
import Foundation
import Recordings
import WireFormats

/// The view of one document at the end of a run: the open screen and the arrangement of the screens. It contains
/// neither switches nor data.
struct LastView: Codable, Hashable, Sendable {
    /// The id of the open screen.
    var screen: String?
    /// The index of the selected row in that screen's list; 0 in a filtered one.
    var row: Int?
    /// The ids of the screens before it, the last one first.
    var recent: [String] = []
    /// The chosen columns by the id of their screen, as JSON Pointers.
    var columns: [String: [String]] = [:]
    /// The titles of the sidebar's closed groups.
    var closedGroups: [String] = []
    /// Cells by which the sidebar is wider than its titles need.
    var sidebarGrowth = 0
    /// Cells by which the pane beside a list is wider than the default.
    var detailGrowth: Int?
    var showsActivity = true
}

/// The file with the name of the theme chosen in the screens, for every document.
struct ThemeFile: Hashable, Sendable {
    let path: String

    /// The name; nil if none was chosen, or if the file cannot be read.
    func read() -> String? { (try? PrivateFile.read(path)).map { String(decoding: $0, as: UTF8.self) } }

    /// - Parameter name: Nil for the default theme, which needs no file.
    func write(_ name: String?) throws(Problem) {
        do {
            guard let name else {
                if access(path, F_OK) == 0 { try FileManager.default.removeItem(atPath: path) }
                return
            }
            try PrivateFile.write(Array(name.utf8), to: path)
        } catch {
            throw Problem("the theme cannot be kept (\(error)); --no-restore keeps none", file: path)
        }
    }
}

/// The file of a document's last view.
struct LastViewFile: Hashable, Sendable {
    let path: String

    /// The last view; nil for a first run. A file that is damaged, or that others may read, counts as none: the end of
    /// this run replaces it.
    func read() -> LastView? { try? JSONDecoder().decode(LastView.self, from: Data(PrivateFile.read(path))) }

    /// - Throws: A problem with the reason why the file cannot be written.
    func write(_ view: LastView) throws(Problem) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            try PrivateFile.write([UInt8](encoder.encode(view)), to: path)
        } catch {
            throw Problem("the last view cannot be kept (\(error)); --no-restore keeps none", file: path)
        }
    }
}

extension AppState {
    /// The number of screens that are kept as recent.
    private static let mostRecent = 9

    var lastView: LastView {
        LastView(
            screen: currentScreen, row: currentScreen.flatMap { stacks[$0]?.first?.resumableRow }, recent: recent,
            columns: columns.mapValues { $0.map(\.description) },
            closedGroups: sidebar.closedGroups, sidebarGrowth: sidebarGrowth,
            detailGrowth: detailGrowth, showsActivity: showsActivity)
    }

    /// Arranges the screens as they were left, without those that the document no longer has.
    mutating func restore(_ view: LastView) {
        recent = view.recent.filter { catalog[$0] != nil }
        startScreen = startScreen ?? view.screen.flatMap { catalog[$0]?.id }
        for (screen, pointers) in view.columns where catalog[screen] != nil {
            let chosen = pointers.compactMap { try? JSONPointer($0) }
            if !chosen.isEmpty { columns[screen] = chosen }
        }
        sidebar.close(view.closedGroups)
        sidebarGrowth = view.sidebarGrowth
        detailGrowth = view.detailGrowth ?? 0
        showsActivity = view.showsActivity
    }

    /// Remembers that a screen was left.
    mutating func remember(_ screen: String) {
        recent.removeAll { $0 == screen }
        recent.insert(screen, at: 0)
        recent = Array(recent.prefix(Self.mostRecent))
    }
}
