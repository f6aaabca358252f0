declare const numbers: unique symbol

/** Numbers of rows, each of its own table: one is never taken for the other. */
export type PageId = number & { readonly [numbers]: 'page' }
export type HostId = number & { readonly [numbers]: 'host' }
export type ServerId = number & { readonly [numbers]: 'server' }

/** For a number that was a row's before it was written down: in a database, in a cursor, in a test. */
export const pageId = (number: number) => number as PageId
export const hostId = (number: number) => number as HostId
export const serverId = (number: number) => number as ServerId

/** Row numbers that begin with their shard: 12 bits of shard, 40 bits of running number, safe in a double. */
const PER_SHARD = 2 ** 40

export const firstId = (shard: number): number => shard * PER_SHARD + 1
export const lastId = (shard: number): number => (shard + 1) * PER_SHARD - 1
export const shardOfId = (id: number): number => Math.floor(id / PER_SHARD)

/** Most shards a collection may have. */
export const MAX_SHARDS = 4096
