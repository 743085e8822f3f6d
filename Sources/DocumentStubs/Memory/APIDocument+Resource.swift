import APIDocument
import APIModel
import HTTPTypes

import struct APIDocument.Operation

extension APIDocument {
    /// Whether more than this operation is about what it is about: a list, a row that a list shows or that is written, a write
    /// that something reads back. Only then do its replies have to go with others; else what the document says is the whole answer.
    func isResource(_ operation: Operation) -> Bool {
        let path = operation.path
        let above = path.prefix(path.segments.count - 1)
        if operation.method == .get {
            return path.segments.last?.parameter == nil || isWritten(at: path.shape) || read(at: above.shape) != nil
        }
        if read(at: path.shape) != nil || read(at: path.shape + "/{}") != nil { return true }
        // A part of something, or something that is done to it.
        return path.segments.indices.dropFirst().contains { count in
            let above = path.prefix(count).shape
            return read(at: above) != nil || rowLinks.isWorded(above)
        }
    }
}
