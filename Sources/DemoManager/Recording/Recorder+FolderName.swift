extension Recorder {
    /// A folder's name for the recordings of one API: its title, and what tells it from another of that title.
    ///
    /// - Parameters:
    ///   - title: the API's title; any text.
    ///   - identity: where its document is, for instance; nil for one of which there is no other.
    public static func folderName(title: String, identity: String?) -> String {
        let slug = RecordingName.slug(title)
        return identity.map { "\(slug)-\(RecordingName.hash(Array($0.utf8)).prefix(8))" } ?? slug
    }
}
