/**
 * Talking to servers: names to addresses (`dns.ts`), when a server may be asked (`politeness.ts`), where a connection may
 * lead (`guard.ts`), one request and its answer (`http.ts`, `exchange.ts`), cookies.
 *
 * Nothing here throws for what a network may do: a dead host or a broken answer is a Breakdown. The address guard looks at
 * the address that is dialled, at the moment it is dialled, so a name that changes its mind in between gains nothing.
 */
export * from './cookies.ts'
export * from './dns.ts'
export * from './exchange.ts'
export * from './file.ts'
export * from './guard.ts'
export * from './header-list.ts'
export * from './http.ts'
export * from './politeness.ts'
