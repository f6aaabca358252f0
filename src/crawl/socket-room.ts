import { maxOpenFiles } from '../env/index.ts'
import type { CrawlSettings } from './settings.ts'

/** Measured: a crawl with one thread has 35 files open besides connections (database, archive, pipes), and 10 more for each thread. */
const OWN_FILES = 48
const FILES_PER_THREAD = 12
const MIN_SOCKETS = 4

export interface SocketRoom {
  /** Connections that may be open, used or not. */
  readonly sockets: number
  /** Requests that may be under way. */
  readonly connections: number
}

/**
 * What the limit on open files leaves for connections. Half of it is for requests; the other half is for connections that are kept for the
 * next request or about to close, and for look-ups of names.
 */
export function socketRoom({ limits, threads }: CrawlSettings, maxFiles = maxOpenFiles()): SocketRoom {
  const sockets = Math.max(MIN_SOCKETS, maxFiles - OWN_FILES - FILES_PER_THREAD * threads)
  return { sockets, connections: Math.min(limits.connections, Math.floor(sockets / 2)) }
}
