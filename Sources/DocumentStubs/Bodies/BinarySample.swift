import Foundation

/// Small valid files of a media type: a picture, an archive, a document.
enum BinarySample {
    /// The file for a media type without parameters; nil for types that are text.
    static func bytes(_ essence: String) -> [UInt8]? {
        if let file = files[essence] { return file }
        let isText = essence.hasSuffix("+xml") || essence.hasSuffix("+json")
        let isMedia = ["image/", "audio/", "video/", "font/"].contains { essence.hasPrefix($0) } && !isText
        // Unknown media types get bytes that are not text.
        return isMedia || opaque.contains(essence) ? Array(0...UInt8.max) : nil
    }

    /// Types whose files are not text, besides pictures, sounds and videos.
    private static let opaque: Set<String> = [
        "application/octet-stream", "application/x-tar", "application/x-7z-compressed", "application/msword",
        "application/vnd.ms-excel", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "application/x-protobuf",
        "application/protobuf", "application/grpc", "application/msgpack", "application/x-msgpack", "application/cbor",
        "application/wasm", "application/vnd.apache.parquet", "application/x-sqlite3", "application/epub+zip",
    ]

    /// A square of 16 by 16 pixels in the picture formats, empty archives, and a PDF of one page.
    private static let files: [String: [UInt8]] = {
        let png = decoded(
            "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQAQMAAAAlPW0iAAAABlBMVEUqf57ywU7QiFMwAAAAFElEQVR42mNgQAL8H5gYGDARMgAAI20BDofI"
                + "/jkAAAAASUVORK5CYII=")
        let jpeg = decoded(
            "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1x"
                + "eXBkeFxlZ2P/wAALCAAQABABAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AAP/Z"
        )
        let gif = decoded(
            "R0lGODdhEAAQAIEAACp/nvLBTgAAAAAAACwAAAAAEAAQAEAIMAABCBxIsGDBAAgTIjQoUKFChhAjSjToMCHEigsnatzI8SDGix8ZYgwAsmLH"
                + "kwUDAgA7")
        let gzip = decoded("H4sIAAAAAAAAAwMAAAAAAAAAAAA=")
        let zip = [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18)
        let pdf = decoded(
            "JVBERi0xLjQKMSAwIG9iago8PCAvVHlwZSAvQ2F0YWxvZyAvUGFnZXMgMiAwIFIgPj4KZW5kb2JqCjIgMCBvYmoKPDwgL1R5cGUg"
                + "L1BhZ2VzIC9LaWRzIFszIDAgUl0gL0NvdW50IDEgPj4KZW5kb2JqCjMgMCBvYmoKPDwgL1R5cGUgL1BhZ2UgL1BhcmVudCAyIDAg"
                + "UiAvTWVkaWFCb3ggWzAgMCA1OTUgODQyXSAvQ29udGVudHMgNCAwIFIgL1Jlc291cmNlcyA8PCAvRm9udCA8PCAvRjEgNSAwIFIg"
                + "Pj4gPj4gPj4KZW5kb2JqCjQgMCBvYmoKPDwgL0xlbmd0aCAzNSA+PgpzdHJlYW0KQlQgL0YxIDE4IFRmIDcyIDcyMCBUZCAoRGVt"
                + "bykgVGogRVQKZW5kc3RyZWFtCmVuZG9iago1IDAgb2JqCjw8IC9UeXBlIC9Gb250IC9TdWJ0eXBlIC9UeXBlMSAvQmFzZUZvbnQg"
                + "L0hlbHZldGljYSA+PgplbmRvYmoKeHJlZgowIDYKMDAwMDAwMDAwMCA2NTUzNSBmIAowMDAwMDAwMDA5IDAwMDAwIG4gCjAwMDAw"
                + "MDAwNTggMDAwMDAgbiAKMDAwMDAwMDExNSAwMDAwMCBuIAowMDAwMDAwMjQxIDAwMDAwIG4gCjAwMDAwMDAzMjYgMDAwMDAgbiAK"
                + "dHJhaWxlcgo8PCAvU2l6ZSA2IC9Sb290IDEgMCBSID4+CnN0YXJ0eHJlZgozOTYKJSVFT0YK")
        return [
            "image/png": png, "image/jpeg": jpeg, "image/jpg": jpeg, "image/gif": gif,
            "image/webp": decoded("UklGRioAAABXRUJQVlA4TB0AAAAvD8ADAFDTtgEDPdgCrtf4ryJ/J8/+TwBOtPirGwA="),
            "application/gzip": gzip, "application/x-gzip": gzip, "application/zip": zip,
            "application/x-zip-compressed": zip, "application/pdf": pdf,
        ]
    }()

    private static func decoded(_ text: String) -> [UInt8] { Data(base64Encoded: text).map(Array.init) ?? [] }
}
