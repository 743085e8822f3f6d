import AppCore
import JSONText

extension FormScreen {
    /// Whether the body can be edited as JSON.
    var editorAvailability: Availability {
        switch form.body?.encoding {
        case nil: .disabled("There is no body to edit: only parameters are sent.")
        case .text: .disabled("The body is text, not JSON; type it here.")
        case .file: .disabled("The body is a file, not JSON; name its path here.")
        case .json, .form, .multipart: .enabled
        }
    }

    /// Opens the body as JSON; what could not be taken over before is opened again as it was left.
    func editJSON() -> [Effect] {
        let value = tree.value ?? .object(JSONObject())
        return [.editText(id, draft ?? value.text(.pretty) + "\n")]
    }

    /// Takes over what the editor left: what inputs can show goes into them, the rest is kept and sent.
    mutating func take(_ edited: EditedText) -> [Effect] {
        switch edited {
        case .failed(let sentence): return [.note(.error(sentence))]
        case .unchanged: return [.note(.info(draft == nil ? "Nothing was changed." : "The JSON is as it was."))]
        case .text(let text):
            do throws(JSONError) {
                let value = try JSONValue(parsing: text)
                tree.replaceBody(with: value)
            } catch {
                draft = text
                outcome = .failed(
                    "The JSON has an error in line \(error.position.line), column \(error.position.column): "
                        + "\(error.message).",
                    wayOut: ["Press F9 to correct it: your text is kept. The fields are as they were before."])
                return []
            }
            draft = nil
            outcome = nil
            isWarned = false
            layOut()
            focus(first: 0)
            complaints = tree.faults
            complaints.merge(violations.placed) { own, _ in own }
            return [.note(.info("Taken over from the editor. ^S sends it."))]
        }
    }
}
