/** One crawler of somebody else, run on the same origin as ours. */
export interface Peer {
  readonly name: string
  /** Makes it ready (installs into the cache folder); a sentence when it cannot be had. */
  prepare(cacheFolder: string): Promise<Prepared | string>
}

export interface Prepared {
  readonly version: string
  run(task: Task): Promise<Ran>
}

export interface Task {
  readonly url: string
  /** The window: a peer that is not done by then is stopped, and its rate is that of the window. */
  readonly seconds: number
  /** An empty folder to write pages into. */
  readonly outFolder: string
}

export interface Ran {
  /** HTML pages fetched with status 200 and written out. */
  readonly pages: number
  readonly seconds: number
  /** User and system time of all its processes, start-up included. */
  readonly cpuSeconds: number
}

export type PeerResult =
  | ({ readonly name: string; readonly version: string; readonly pagesPerSecond: number } & Ran)
  | { readonly name: string; readonly missing: string }
