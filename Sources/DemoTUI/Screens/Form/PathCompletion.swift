import Foundation
import WireFormats

/// The completion of a typed path, as in shells.
enum PathCompletion {
    /// The path with everything that all files have in common that begin like it; a folder ends with a slash.
    ///
    /// - Returns: no path if that is nothing more; then the names to choose from, none if the path is one of them.
    static func longer(than path: String) -> (path: String?, names: [String]) {
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        let beginning = path.dropFirst(folder.count)
        let place = folder.isEmpty ? "." : NSString(string: String(folder)).expandingTildeInPath
        // A folder that cannot be read completes nothing.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
        // Hidden files are meant by their dot alone.
        let fitting = names.filter { $0.hasPrefix(beginning) && $0.hasPrefix(".") == beginning.hasPrefix(".") }
        guard let first = fitting.first else { return (nil, []) }
        var name = fitting.reduce(first[...]) { shared, name in shared.prefix(zip(shared, name).prefix(while: ==).count)
        }
        if fitting.count == 1, FileManager.default.isFolder(atPath: place + "/" + first) { name += "/" }
        if name.count > beginning.count { return (String(folder + name), []) }
        return (nil, fitting.contains(String(beginning)) ? [] : fitting.sorted())
    }
}
