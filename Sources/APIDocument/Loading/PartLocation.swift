import Foundation

/// The location of a file of a document.
enum PartLocation: Hashable, Sendable {
    /// An absolute path without `.` and `..`.
    case file(String)
    /// An http or https URL without a fragment.
    case remote(URL)

    /// With a trailing slash.
    var folder: String {
        switch self {
        case .file(let path): PartLocation.folder(of: path)
        case .remote(let url): PartLocation.folder(of: url.path(percentEncoded: true))
        }
    }

    /// A path without empty, `.` and `..` steps; none climbs above the root.
    static func normalized(_ path: String) -> String {
        var steps: [Substring] = []
        for step in path.split(separator: "/") where step != "." {
            if step == ".." { _ = steps.popLast() } else { steps.append(step) }
        }
        return "/" + steps.joined(separator: "/")
    }

    private static func folder(of path: String) -> String {
        String(path[..<(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)])
    }
}
