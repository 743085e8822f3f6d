import APIDocument
import DocumentStubs
import JSONText

extension ContractReport {
    /// Where demo mode has no reply that keeps to the document, and what of those it makes nobody checked: notes, since the document
    /// may well be right.
    func sampleNotes() -> [CheckProblem] {
        let stubs = DocumentStubs(document)
        let unmade = stubs.unmadeReplies()
        let pointers = unmade.map { document.pointer(of: $0.place) }
        let positions = document.source.positions(of: pointers.compactMap(\.self))
        let notes = zip(unmade, pointers).map { reply, pointer in
            CheckProblem(
                kind: .document, severity: .note, file: document.source.name,
                position: pointer.flatMap { positions[$0] }, pointer: reply.pointer, filePointer: pointer?.description,
                operation: reply.operation,
                message: "no reply of \(reply.operation), \(reply.status), can be made that keeps to \(reply.place): "
                    + "\(reply.reason); give it an example")
        }
        return notes + self.notes(of: stubs.omissions())
    }
}
