/** `tidewatch serve`: the dashboard and the HTTP API. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { keptTokens, makeToken, Shelf, serve } from '../api/index.ts'
import { Failure, realEnv } from '../env/index.ts'
import { onInterrupt, untilInterrupted } from './interrupt.ts'
import { EXIT, type Output } from './output.ts'

export interface ServeFlags {
  readonly collection?: readonly string[]
  readonly host: string
  readonly port: number
  readonly name?: readonly string[]
  readonly proxy?: readonly string[]
  readonly home: string
  readonly newToken?: boolean
  readonly smtp?: string
  readonly from: string
}

const USUAL_COLLECTION = './tidewatch-data'
const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])

export async function serveCommand(
  places: readonly string[],
  options: ServeFlags,
  output: Output,
): Promise<number> {
  if (options.newToken) {
    output.result(await makeToken(resolve(options.home), realEnv.random))
    output.note('this token is shown once; it is good until its line in the file "tokens" is deleted')
    return EXIT.done
  }
  const tokens = await keptTokens(resolve(options.home))
  if (!LOOPBACK.has(options.host) && tokens.length === 0)
    throw new Failure(
      'usage',
      `others can reach ${options.host}: make a token first with "tidewatch serve --new-token"`,
    )
  const shelf = new Shelf({ home: options.home, env: realEnv, mail: mailOf(options) })
  for (const place of placesOf([...places, ...(options.collection ?? [])])) shelf.add(place)
  await shelf.addHome()
  const interrupt = onInterrupt(output)
  const { host: address, port, name: names = [], proxy: proxies = [] } = options
  const serving = await serve(shelf, { address, port, names, proxies, tokens })
  output.result(`${serving.url}#token=${serving.token}`)
  output.note('open that address in a browser; the part after # lets you start and stop things')
  await untilInterrupted(interrupt.signal)
  await serving.close()
  interrupt.release()
  return EXIT.done
}

/** The server may come from the environment, to keep its password out of the process list. */
function mailOf({ smtp = process.env.TIDEWATCH_SMTP, from }: ServeFlags) {
  return smtp === undefined ? null : { server: smtp, from }
}

/** The collections that were named, or the default one if it exists. */
function placesOf(places: readonly string[]): readonly string[] {
  for (const place of places)
    if (!/^postgres(ql)?:/.test(place) && !existsSync(join(place, 'tidewatch.db')))
      throw new Failure('usage', `there is no collection in ${place}: crawl something into it first`)
  if (places.length > 0) return places
  return existsSync(join(USUAL_COLLECTION, 'tidewatch.db')) ? [USUAL_COLLECTION] : []
}
