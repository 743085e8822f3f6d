import AppCore
import Foundation

extension EffectRunner {
    /// Writes a reply's body into a new file; what is there is never replaced.
    func save(_ bytes: [UInt8], path: String) {
        let file = URL(fileURLWithPath: (path as NSString).expandingTildeInPath)
        do {
            try Data(bytes).write(to: file, options: .withoutOverwriting)
            post(.noted(.info("Saved \(ContentKind.size(bytes.count)) to \(file.path).")))
        } catch CocoaError.fileWriteFileExists {
            post(.noted(.error("Not saved: there is a file \(file.path) already; w asks for another name.")))
        } catch {
            post(.noted(.error("Not saved: \(file.path) cannot be written.")))
        }
    }
}
