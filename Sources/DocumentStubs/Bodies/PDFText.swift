/// A document of one page in PDF 1.4, with one line of text on it.
enum PDFText {
    /// The file, with the ASCII characters of the line.
    static func bytes(_ line: String) -> [UInt8] {
        let shown = line.unicodeScalars.filter { (0x20..<0x7F).contains($0.value) }.map { scalar in
            ["(", ")", "\\"].contains(scalar) ? "\\\(scalar)" : String(scalar)
        }.joined()
        let stream = "BT /F1 18 Tf 72 720 Td (\(shown)) Tj ET"
        let objects = [
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R"
                + " /Resources << /Font << /F1 5 0 R >> >> >>",
            "<< /Length \(stream.utf8.count) >>\nstream\n\(stream)\nendstream",
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        ]
        var file = "%PDF-1.4\n"
        var table = "0000000000 65535 f \n"
        for (index, object) in objects.enumerated() {
            let place = String(file.utf8.count)
            table += String(repeating: "0", count: 10 - place.count) + place + " 00000 n \n"
            file += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let start = file.utf8.count
        file += "xref\n0 \(objects.count + 1)\n\(table)trailer\n<< /Size \(objects.count + 1) /Root 1 0 R >>\n"
        return Array((file + "startxref\n\(start)\n%%EOF\n").utf8)
    }
}
