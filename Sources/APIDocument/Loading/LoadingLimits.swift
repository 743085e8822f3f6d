/// How much of a document is read; what is beyond is named as a problem and left out.
public struct LoadingLimits: Sendable, Hashable {
    /// The bytes of one file.
    public var fileBytes: Int
    /// The bytes of all files together.
    public var totalBytes: Int
    /// The number of files.
    public var files: Int

    /// Limits no honest document meets: 100 MB a file, 200 MB and 1,000 files in all.
    public static let `default` = LoadingLimits()

    /// These limits.
    public init(fileBytes: Int = 100_000_000, totalBytes: Int = 200_000_000, files: Int = 1_000) {
        self.fileBytes = fileBytes
        self.totalBytes = totalBytes
        self.files = files
    }
}
