/** What an open overview asks of the server: news all the time, and the rest every few seconds. Each comes from an address of its own. */
import { realClock } from '../../src/env/index.ts'

export interface Dashboard {
  readonly base: string
  readonly token: string
}

const EVERY_MS = 5_000
const ASKED = ['now', 'topics', 'types']

/** Until it is closed; returns how often it was refused. */
export async function openPage(
  { base, token }: Dashboard,
  collection: string,
  number: number,
  signal: AbortSignal,
): Promise<number> {
  const headers = {
    authorization: `Bearer ${token}`,
    'x-forwarded-for': `10.0.${number >> 8}.${number & 255}`,
  }
  const at = `${base}api/collections/${collection}`
  const news = fetch(`${at}/live`, { headers, signal })
    .then(async answer => {
      for await (const _ of answer.body!);
    })
    .catch(() => {})
  let refused = 0
  // Nobody opens a hundred pages in the same moment.
  await realClock.sleep((number * 37) % EVERY_MS, signal).catch(() => {})
  while (!signal.aborted) {
    for (const address of [`${base}api/collections`, ...ASKED.map(word => `${at}/${word}`)])
      await fetch(address, { headers, signal }).then(
        async answer => {
          await answer.arrayBuffer()
          if (!answer.ok) refused++
        },
        () => {},
      )
    await realClock.sleep(EVERY_MS, signal).catch(() => {})
  }
  await news
  return refused
}
