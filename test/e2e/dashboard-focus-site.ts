/** A site of which one half is written by scripts, and a focused crawl of it with a browser: what the dashboard shows of both. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Collection } from '../../src/index.ts'
import { BROWSER } from './scripted-site.ts'

/** Runs if anything on a page is taken for markup. */
export const TRAP = '<img src=x onerror="window.caught=1">'

export interface ScriptedHarbor {
  readonly url: string
  /** Changes what boats are called. */
  edit(): void
  stop(): Promise<void>
}

const EACH = 8
const WORDS = {
  boats: 'boat sail harbor mast crew keel anchor wind rigging',
  soups: 'soup onion pan stove salt broth carrot spoon',
} as const
type Section = keyof typeof WORDS

const numbers = Array.from({ length: EACH }, (_, i) => i)
const escaped = (text: string) => text.replaceAll('<', '&lt;')

/** Finds what links lead to, too. */
const SEARCH =
  '<form action=/find role=search><label>Find <input name=q></label><button>Search</button></form>'

function pageAt(path: string, name: string): string | null {
  if (path === '/')
    return `<title>Harbor ${escaped(TRAP)}</title><h1>Harbor</h1>${SEARCH}${numbers
      .map(i => `<a href=/boats/${i}>boat ${i}</a> <a href=/soups/${i}>soup ${i}</a>`)
      .join(' ')}`
  if (path.startsWith('/find?')) return `<title>Found</title>${SEARCH}<a href=/soups/1>soup 1</a>`
  const [, section = '', number = ''] = path.split('/')
  const words = WORDS[section as Section]
  if (!words || !(Number(number) < EACH)) return null
  const text = `${words} and ${words
    .split(' ')
    .slice(Number(number) % 4)
    .join(' ')}, number ${number}`
  if (section === 'soups') return `<title>Soup ${number}</title><main><h1>Soup</h1><p>${text}</p></main>`
  // What its server sends says nothing.
  return `<title>Boat ${number}</title><body><div id=app>Loading…</div><script>
    app.innerHTML = '<h1 style="color:#0b6384">${name} ${number}</h1><p>${text}, which only a browser shows to those who come by. It has been here for a long time.</p>'
      + '<a href=/boats/${(Number(number) + 1) % EACH}>next</a> <a href=/boats/${(Number(number) + 3) % EACH}>another</a>'
  </script>`
}

export async function scriptedHarbor(): Promise<ScriptedHarbor> {
  let name = 'Boat'
  const server = createServer((request, response) => {
    const body = pageAt(request.url ?? '/', name)
    response.writeHead(body === null ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(body === null ? 'There is no such page.' : `<!doctype html><html lang=en>${body}`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    edit: () => void (name = 'Old schooner'),
    stop: () => new Promise(resolve => server.close(() => resolve())),
  }
}

export async function crawlFocused(folder: string, { url, edit }: ScriptedHarbor): Promise<void> {
  await using collection = await Collection.open(folder, { mode: 'write' })
  await collection.crawl({
    ...{ name: 'harbor', seeds: [url], threads: 1, patience: '1s' },
    request: { allowPrivate: true, delay: 0, retries: 0 },
    scope: { local: true, soft404: false },
    forms: { search: true, queries: 3 },
    topics: [{ name: 'boats', words: 'boats sailing harbor mast crew keel' }],
    render: { ...BROWSER, pages: 'auto', pictures: 'page' },
  })
  edit()
  await collection.revisit([`${url}boats/2`])
  await collection.model(url, { config: { request: { allowPrivate: true, delay: 0, retries: 0 } } })
}
