import { Failure } from '../env/index.ts'
import type { Handlers } from './plain-visit.ts'

type Handler = Handlers[string]

/** Finds the handler for a page. */
export class HandlerRouter {
  readonly #handlers: Handlers
  readonly #byAddress: readonly {
    readonly fits: RegExp
    readonly of: 'path' | 'address'
    readonly handler: Handler
  }[]

  constructor(handlers: Handlers) {
    for (const [name, handler] of Object.entries(handlers))
      if (typeof handler !== 'function')
        throw new Failure('usage', `what is to handle ${JSON.stringify(name)} is not a function`)
    this.#handlers = handlers
    this.#byAddress = Object.entries(handlers)
      .filter(([name]) => isAddress(name))
      .map(([name, handler]) => ({
        fits: globbed(name),
        of: name.startsWith('/') ? ('path' as const) : ('address' as const),
        handler,
      }))
  }

  get isEmpty(): boolean {
    return Object.keys(this.#handlers).length === 0
  }

  handlerOf(url: string, pageClass: string | null): Handler | undefined {
    const own = pageClass === null ? undefined : this.#named(pageClass)
    if (own) return own
    const path = url.slice(url.indexOf('/', url.indexOf('//') + 2))
    const found = this.#byAddress.find(({ fits, of }) => fits.test(of === 'path' ? path : url))
    return found?.handler ?? this.#named('default')
  }

  #named(name: string): Handler | undefined {
    return Object.hasOwn(this.#handlers, name) ? this.#handlers[name] : undefined
  }
}

const isAddress = (name: string) => name.startsWith('/') || name.includes('://')

/** Lazy stars take time in proportion to the address for each star at most; the program wrote them, and addresses are short. */
const globbed = (name: string) => {
  const parts = name.split('*').map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*?')}$`, 's')
}
