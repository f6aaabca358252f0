/** The collections of a server: those named when it was started, and those that people create in the browser. */
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { type Env, Failure } from '../env/index.ts'
import type { ConfigInput } from '../library/index.ts'
import { Notifier, Outbox } from '../library/notify/index.ts'
import { CrawlRun } from './crawl-run.ts'
import { type Run, ShelvedCollection, type ShelvedOptions } from './shelved.ts'

export interface ShelfOptions {
  /** Folder for collections created in the browser, and for the server's own data. */
  readonly home: string
  readonly env: Env
  /** Mail server for notifications. */
  readonly mail?: { readonly server: string; readonly from: string } | null
}

/** Replacements for a collection's defaults. */
export interface AddOptions {
  readonly id?: string
  readonly env?: Env
  readonly run?: Run
  readonly truth?: ShelvedOptions['truth']
  readonly speed?: number
}

/** Names that are valid in addresses and as folders on all systems. */
const NAME = /^[a-z0-9][a-z0-9-]{0,62}$/
/** Other folders in the home folder of a server. */
const RUNS = 'runs'
const EXPORTS = 'exports'
const isCollectionName = (name: string) => NAME.test(name) && name !== RUNS && name !== EXPORTS

export class Shelf {
  readonly home: string
  readonly env: Env
  readonly outbox: Outbox
  readonly notifier: Notifier
  readonly #collections = new Map<string, ShelvedCollection>()

  constructor({ home, env, mail = null }: ShelfOptions) {
    this.home = resolve(home)
    this.env = env
    this.outbox = new Outbox(this.home)
    this.notifier = new Notifier({ outbox: this.outbox, collection: id => this.get(id), env, mail })
    this.notifier.start()
  }

  /** Adds a collection under a unique name; adding the same location again returns the same collection. */
  add(where: string, options: AddOptions = {}): ShelvedCollection {
    const place = /^postgres(ql)?:/.test(where) ? where : resolve(where)
    const known = this.all.find(each => each.where === place)
    if (known) return known
    const shelved = new ShelvedCollection({
      id: this.#freeName(options.id ?? wordFor(place)),
      where: place,
      env: options.env ?? this.env,
      run:
        options.run ?? new CrawlRun({ where: place, folder: join(this.home, RUNS), clock: this.env.clock }),
      exports: join(this.home, EXPORTS),
      ...(options.truth && { truth: options.truth }),
      ...(options.speed && { speed: options.speed }),
    })
    this.#collections.set(shelved.id, shelved)
    return shelved
  }

  get all(): readonly ShelvedCollection[] {
    return [...this.#collections.values()]
  }

  get(id: string): ShelvedCollection | undefined {
    return this.#collections.get(id)
  }

  /** Creates a collection in the home folder; nothing is fetched until it is started. */
  async create(name: string, config: ConfigInput): Promise<ShelvedCollection> {
    if (!NAME.test(name))
      throw new Failure('usage', `"${name}" cannot be a name: use a-z, 0-9 and "-", at most 63 of them`)
    if (!isCollectionName(name)) throw new Failure('usage', `"${name}" is the name of a folder of the server`)
    if (this.#collections.has(name)) throw new Failure('usage', `there is a collection "${name}" already`)
    const folder = join(this.home, name)
    const isNew = !existsSync(folder)
    const shelved = this.add(folder, { id: name })
    try {
      await shelved.writing(collection => collection.configure({ ...config, name }))
      return shelved
    } catch (error) {
      // The name is free again for a corrected config.
      this.#collections.delete(shelved.id)
      await shelved.close()
      if (isNew) await rm(folder, { recursive: true, force: true })
      throw error
    }
  }

  /** Adds the collections that were created in the browser earlier. */
  async addHome(): Promise<void> {
    await mkdir(this.home, { recursive: true, mode: 0o700 })
    for (const entry of await readdir(this.home, { withFileTypes: true }))
      if (entry.isDirectory() && isCollectionName(entry.name))
        this.add(join(this.home, entry.name), { id: entry.name })
  }

  async close(): Promise<void> {
    await this.notifier.stop()
    await Promise.all(this.all.map(each => each.close()))
  }

  #freeName(wanted: string): string {
    if (!this.#collections.has(wanted)) return wanted
    for (let number = 2; ; number++)
      if (!this.#collections.has(`${wanted}-${number}`)) return `${wanted}-${number}`
  }
}

/** Turns the last part of a folder or database address into a name for addresses of the API. */
function wordFor(where: string): string {
  const last = basename(where.replace(/[?#].*$/, ''))
  const word = last
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return NAME.test(word) ? word : 'collection'
}
