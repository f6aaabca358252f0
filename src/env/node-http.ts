/**
 * Node's HTTP. An `import` of `node:http` reads all of its exports, and one of them, `WebSocket`, loads the HTTP client that is built into
 * Node: 25 ms and 10 MB for something that is never used.
 */
export const { createServer, request } = process.getBuiltinModule('node:http')
