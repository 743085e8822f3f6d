import Dispatch
import Foundation
import JSONText

/// Looks at folders from time to time.
final class PollingWatch: Sendable {
    /// What tells a file from the one that stood there before: a new save has another time, a rename another number.
    private struct Stamp: Sendable, Hashable {
        let date: Date?
        let size: Int?
        let number: Int?
    }

    // Dispatch sources may be used from any thread; their type does not say so everywhere.
    nonisolated(unsafe) private let source: any DispatchSourceTimer

    /// Begins to look. `onChange` is called on a queue of its own.
    init(_ folders: [String], every interval: Duration, onChange: @escaping @Sendable () -> Void) {
        let last = Lock(Self.stamps(folders))
        let nanoseconds = max(1, Int(interval / .nanoseconds(1)))
        source = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "stub files"))
        source.schedule(
            deadline: .now() + .nanoseconds(nanoseconds), repeating: .nanoseconds(nanoseconds),
            leeway: .nanoseconds(nanoseconds / 5))
        source.setEventHandler {
            let now = Self.stamps(folders)
            let isChange = last.withLock { stamps in
                defer { stamps = now }
                return stamps != now
            }
            if isChange { onChange() }
        }
        source.resume()
    }

    deinit { source.cancel() }

    /// Ends it.
    func cancel() { source.cancel() }

    private static func stamps(_ folders: [String]) -> [String: Stamp] {
        var stamps: [String: Stamp] = [:]
        for folder in folders {
            let below = FileManager.default.enumerator(
                at: URL(fileURLWithPath: folder), includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
            while let entry = below?.nextObject() as? URL {
                guard !entry.lastPathComponent.hasSuffix("~") else { continue }
                do {
                    let attributes = try FileManager.default.attributesOfItem(atPath: entry.path)
                    stamps[entry.path] = Stamp(
                        date: attributes[.modificationDate] as? Date,
                        size: (attributes[.size] as? NSNumber)?.intValue,
                        number: (attributes[.systemFileNumber] as? NSNumber)?.intValue)
                } catch {
                    // It vanished while the folder was read: missing, it counts as a change.
                    continue
                }
            }
        }
        return stamps
    }
}
