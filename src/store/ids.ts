declare const numbers: unique symbol

/** Row ids, branded by table so that one cannot be passed for another. */
export type PageId = number & { readonly [numbers]: 'page' }
export type HostId = number & { readonly [numbers]: 'host' }
export type ServerId = number & { readonly [numbers]: 'server' }

/** Casts a number that is known to be a row id: read from a database, a cursor or a test. */
export const pageId = (number: number) => number as PageId
export const hostId = (number: number) => number as HostId
export const serverId = (number: number) => number as ServerId

/** Row ids start with their shard: 12 bits of shard and 40 bits of running number, which a double holds exactly. */
const PER_SHARD = 2 ** 40

export const firstId = (shard: number): number => shard * PER_SHARD + 1
export const lastId = (shard: number): number => (shard + 1) * PER_SHARD - 1
export const shardOfId = (id: number): number => Math.floor(id / PER_SHARD)

/** The most shards a collection may have. */
export const MAX_SHARDS = 4096
