/** Row numbers that begin with their shard: 12 bits of shard, 40 bits of running number, safe in a double. */
const PER_SHARD = 2 ** 40

export const firstId = (shard: number): number => shard * PER_SHARD + 1
export const lastId = (shard: number): number => (shard + 1) * PER_SHARD - 1
export const shardOfId = (id: number): number => Math.floor(id / PER_SHARD)

/** Most shards a collection may have. */
export const MOST_SHARDS = 4096
