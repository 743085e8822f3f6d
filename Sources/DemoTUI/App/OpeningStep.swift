import APIDocument
import Terminal

/// How far the opening of a document is, in words for people.
struct OpeningStep: Hashable, Sendable {
    let text: String

    /// The loader's progress.
    init(_ progress: LoadingProgress) {
        let size = progress.bytesRead > 0 ? " (\(Self.size(progress.bytesRead)))" : ""
        switch progress.phase {
        case .reading: text = "Reading \(progress.file)"
        case .parsing: text = "Parsing \(progress.file)\(size)"
        case .understanding:
            text = progress.filesRead > 1 ? "Joining \(progress.filesRead) files\(size)" : "Reading operations\(size)"
        }
    }

    private init(_ text: String) { self.text = text }

    /// The document is read, the screens are made.
    static func screens(operations: Int) -> OpeningStep {
        OpeningStep("Making screens of \(TextLayout.grouped(operations)) operations")
    }

    /// The screens are there, the stubs are made.
    static func demoData(operations: Int) -> OpeningStep {
        OpeningStep("Making demo data for \(TextLayout.grouped(operations)) operations")
    }

    /// A number of bytes for people.
    private static func size(_ bytes: Int) -> String {
        guard bytes >= 100_000 else { return "\(max(1, bytes / 1_000)) kB" }
        let tenths = (bytes + 50_000) / 100_000
        return "\(tenths / 10).\(tenths % 10) MB"
    }
}

extension AppState {
    /// Paints what is waited for while there are no screens yet.
    func draw(_ step: OpeningStep?, on canvas: inout Canvas, in area: Rect) {
        let lines: [(String, Style)] = [
            ("Opening \(title.name)", .plain), (step?.text ?? "", .dim), ("", .plain), ("Esc or q stops.", .dim),
        ]
        for (offset, line) in lines.enumerated() where offset < area.height - 1 {
            canvas.write(line.0, at: Point(x: 2, y: area.y + 1 + offset), width: size.columns - 4, style: line.1)
        }
    }
}
