import { errorMessage } from '../env/failure.ts'
import type { Env } from '../env/index.ts'
import type { Plugin, PluginContext } from './plugin.ts'
import type { Report } from './report-event.ts'

type Stage = 'request' | 'response' | 'queue'

/** Calls the plug-ins of one stage in order, each within its time limit; none can stop a visit. */
export class PluginRunner {
  readonly #plugins: readonly Plugin[]
  readonly #env: Env
  readonly #limitMs: number
  readonly #report: Report

  constructor(plugins: readonly Plugin[], env: Env, limitMs: number, report: Report) {
    this.#plugins = plugins
    this.#env = env
    this.#limitMs = limitMs
    this.#report = report
  }

  has(stage: Stage): boolean {
    return this.#plugins.some(plugin => plugin[stage] !== undefined)
  }

  get context(): PluginContext {
    return { log: this.#env.log, now: () => this.#env.clock.now() }
  }

  /** `check` throws if what a plug-in left behind is wrong; `undo` takes back what one did that failed. */
  async run(
    stage: Stage,
    call: (plugin: Plugin) => unknown,
    { check, undo }: { readonly check?: () => void; readonly undo?: () => void } = {},
  ): Promise<void> {
    for (const plugin of this.#plugins) {
      if (plugin[stage] === undefined) continue
      try {
        const returned = call(plugin)
        if (isThenable(returned)) await this.#within(returned)
        check?.()
      } catch (error) {
        undo?.()
        const why = errorMessage(error)
        this.#report('plugin-failed', plugin.name, `${stage} stage: ${why}`)
      }
    }
  }

  #within(work: PromiseLike<unknown>): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const cancel = this.#env.clock.timer(this.#limitMs, () =>
        reject(new Error(`took longer than ${this.#limitMs} ms`)),
      )
      const end = (settle: (value: unknown) => void) => (value: unknown) => {
        cancel()
        settle(value)
      }
      work.then(end(resolve), end(reject))
    })
  }
}

/** A promise of this or another library. */
const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof (value as PromiseLike<unknown> | null | undefined)?.then === 'function'
