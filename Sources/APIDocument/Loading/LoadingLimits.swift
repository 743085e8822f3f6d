/// Limits of loading a document. The excess is left out and reported as a problem.
public struct LoadingLimits: Sendable, Hashable {
    public var fileBytes: Int
    public var totalBytes: Int
    public var files: Int

    /// Far above real documents: 100 MB a file, 200 MB and 1,000 files in all.
    public static let `default` = LoadingLimits()

    public init(fileBytes: Int = 100_000_000, totalBytes: Int = 200_000_000, files: Int = 1_000) {
        self.fileBytes = fileBytes
        self.totalBytes = totalBytes
        self.files = files
    }
}
