// The types of the library's own API: `import DemoManager` alone lets a program read a problem's message or set a
// request's method. Nothing else of these modules is handed on.
@_exported public import struct HTTPTypes.HTTPField
@_exported public import struct HTTPTypes.HTTPFields
@_exported public import struct HTTPTypes.HTTPRequest
@_exported public import struct HTTPTypes.HTTPResponse
@_exported public import struct JSONText.DeclaredValue
@_exported public import struct JSONText.JSONNumber
@_exported public import struct JSONText.JSONObject
@_exported public import struct JSONText.JSONPointer
@_exported public import enum JSONText.JSONValue
@_exported public import struct JSONText.Problem
@_exported public import struct JSONText.TextPosition
