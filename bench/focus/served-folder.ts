/** A folder of pages as a site, and which of its pages are about a topic. */
import { once } from 'node:events'
import { glob, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, normalize, sep } from 'node:path'

export interface ServedFolder {
  readonly folder: string
  readonly origin: string
  /** Paths of pages in the order they were asked for; emptied by whoever begins a crawl. */
  asked: string[]
  stop(): Promise<void>
}

export interface Topic {
  readonly name: string
  readonly paths: RegExp
  readonly words: string | null
}

const EXAMPLES = 5

export async function serveFolder(folder: string): Promise<ServedFolder> {
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname)
    const file = join(folder, normalize(path.endsWith('/') ? `${path}index.html` : path))
    const bytes =
      file.startsWith(folder + sep) && /\.html?$/.test(file) ? await readFile(file).catch(() => null) : null
    if (bytes !== null) site.asked.push(path)
    response.writeHead(bytes === null ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(bytes ?? '')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const site: ServedFolder = {
    folder,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    async stop() {
      server.closeAllConnections()
      server.close()
    },
  }
  return site
}

export function topicFrom(text: string): Topic {
  const [name = '', paths = '', words] = text.split('=')
  return { name, paths: new RegExp(paths), words: words ?? null }
}

/** Some pages of the topic, evenly spread over its paths. */
export async function examplesOf({ folder }: ServedFolder, { paths, name }: Topic): Promise<string[]> {
  const files: string[] = []
  for await (const file of glob('**/*.html', { cwd: folder })) if (paths.test(`/${file}`)) files.push(file)
  if (files.length < 2 * EXAMPLES) throw new Error(`fewer than ${2 * EXAMPLES} pages are about ${name}`)
  files.sort()
  const step = files.length / EXAMPLES
  return Array.from({ length: EXAMPLES }, (_, i) => join(folder, files[Math.floor((i + 0.5) * step)]!))
}

/** The words that most of the examples have in their titles and headings, for those who cannot read examples. */
export async function termsOfExamples(examples: readonly string[]): Promise<string[]> {
  const counts = new Map<string, number>()
  for (const file of examples) {
    const html = await readFile(file, 'utf8')
    const told = [...html.matchAll(/<(title|h\d)[^>]*>(.*?)<\/\1>/gis)].map(([, , text]) =>
      text!.replaceAll(/<[^>]*>/g, ' '),
    )
    for (const word of new Set(
      told
        .join(' ')
        .toLowerCase()
        .match(/[a-z]{3,}/g) ?? [],
    ))
      counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const sorted = [...counts].sort(([, a], [, b]) => b - a)
  return sorted.slice(0, 30).map(([word]) => word)
}
