/**
 * Talking to servers: names to addresses (`dns.ts`), when a server may be contacted (`politeness.ts`), where a connection may
 * lead (`guard.ts`), one request and its answer (`http.ts`, `exchange.ts`), cookies.
 *
 * Nothing here throws because of what a network does: a dead host or a broken answer is a Breakdown. The address guard checks
 * the address that is dialed, at the moment it is dialed, so a name that resolves differently in between gains nothing.
 */
export * from './cookies.ts'
export * from './dns.ts'
export * from './exchange.ts'
export * from './file.ts'
export * from './guard.ts'
export * from './header-list.ts'
export * from './http.ts'
export * from './politeness.ts'
