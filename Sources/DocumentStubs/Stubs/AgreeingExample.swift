import APIDocument
import DemoManager
import WireFormats

import struct APIDocument.Operation

/// Chooses among several examples of one answer the one that goes with what was sent: an event's ticket for who sent an event.
struct AgreeingExample {
    private let document: APIDocument
    private let operation: Operation

    init(_ operation: Operation, in document: APIDocument) {
        self.operation = operation
        self.document = document
    }

    /// The example in which most of what was sent stands; of equals the first. Members with a choice of values count before all
    /// others. Nil where there is nothing to choose.
    func answer(of answers: [Answer], to request: ReceivedRequest) -> Answer? {
        guard answers.count > 1, answers.allSatisfy(\.isExample),
            let sent = JSONValue.read(Array(request.body))?.objectValue
        else { return nil }
        let media = operation.requestBody?.content.json
        let declared = media?.schema.map { document.resolveChoices($0).properties } ?? []
        let choices = Set(
            declared.filter { property in
                let schema = document.resolveChoices(property.schema)
                return schema.enumValues != nil || schema.const != nil || schema.type == .boolean
            }.map(\.name))
        let ranked = answers.map { answer in
            let body = answer.value
            let asked = media?.examples.first { $0.name != nil && $0.name == answer.example }?.value
            let same = sent.members.filter { body?[$0.key] == $0.value || asked?[$0.key] == $0.value }.map(\.key)
            return (answer, (same.filter(choices.contains).count, same.count))
        }
        return ranked.max { $0.1 < $1.1 }?.0
    }
}
