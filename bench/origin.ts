/**
 * A static origin of real pages on loopback, as cheap as possible, so that a bench measures the crawler and not the
 * server:
 *   node bench/origin.ts --folder DIR [--folder DIR] [--pages 20000]
 * prints one JSON line {url, pages, averageBytes} and serves until it is killed.
 *
 * Of all HTML files of at most 2 MiB below the folders, the largest `pages` are chosen, leaving out as many of the very largest as it
 * takes for the average to be at most 30,000 bytes. They are served as they are, under /f0/, /f1/, …; `/` links to
 * generated index pages of a hundred links each, so that everything chosen is reachable. Nothing else is served: links
 * to pages that were not chosen answer 404. `pages` in the result counts the index pages too.
 */
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Chosen, choosePages } from './origin/choice.ts'
import { serveWithNginx } from './origin/nginx.ts'
import { serveWithNode } from './origin/node-server.ts'

export interface Origin {
  readonly url: string
  readonly pages: number
  readonly averageBytes: number
  readonly server: 'nginx' | 'node'
  stop(): Promise<void>
}

export interface OriginOptions {
  readonly folders: readonly string[]
  readonly pages?: number
  /** For comparing: never nginx. */
  readonly plainNode?: boolean
}

const LINKS_PER_INDEX = 100

export async function startOrigin(options: OriginOptions): Promise<Origin> {
  const chosen = await choosePages(options.folders, options.pages ?? 20_000)
  const root = await mkdtemp(join(tmpdir(), 'origin-'))
  const indexes = await writeIndexes(root, chosen)
  await linkPages(root, chosen)
  const nginx = options.plainNode ? undefined : await serveWithNginx(root)
  const server = nginx ?? (await serveWithNode(root))
  const bytes = chosen.reduce((sum, page) => sum + page.sizeBytes, 0)
  return {
    url: `http://127.0.0.1:${server.port}/`,
    pages: chosen.length + indexes,
    averageBytes: Math.round(bytes / chosen.length),
    server: nginx ? 'nginx' : 'node',
    async stop() {
      await server.stop()
      await rm(root, { recursive: true, force: true })
    },
  }
}

/** Writes `/` and `/index/N.html`; returns how many pages that makes. */
async function writeIndexes(root: string, chosen: readonly Chosen[]): Promise<number> {
  await mkdir(join(root, 'index'))
  const count = Math.ceil(chosen.length / LINKS_PER_INDEX)
  for (let n = 0; n < count; n++) {
    const part = chosen.slice(n * LINKS_PER_INDEX, (n + 1) * LINKS_PER_INDEX)
    await writeFile(join(root, 'index', `${n}.html`), indexPage(part.map(page => `/${page.path}`)))
  }
  await writeFile(
    join(root, 'index.html'),
    indexPage(Array.from({ length: count }, (_, n) => `/index/${n}.html`)),
  )
  return count + 1
}

function indexPage(paths: readonly string[]): string {
  const links = paths
    .map(path => path.split('/').map(encodeURIComponent).join('/'))
    .map(href => `<li><a href="${href.replaceAll('&', '&amp;')}">${href}</a></li>`)
  return `<!DOCTYPE html><html><head><meta charset="utf-8"><title>Index</title></head><body><ul>\n${links.join('\n')}\n</ul></body></html>\n`
}

async function linkPages(root: string, chosen: readonly Chosen[]): Promise<void> {
  for (const folder of new Set(chosen.map(page => dirname(page.path))))
    await mkdir(join(root, folder), { recursive: true })
  for (const page of chosen) await symlink(page.file, join(root, page.path))
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      folder: { type: 'string', multiple: true },
      pages: { type: 'string' },
      node: { type: 'boolean' },
    },
  })
  const origin = await startOrigin({
    folders: values.folder ?? [],
    ...(values.pages === undefined ? {} : { pages: Number(values.pages) }),
    ...(values.node ? { plainNode: true } : {}),
  }).catch(error => {
    console.error(error.message)
    process.exit(2)
  })
  console.log(JSON.stringify({ ...origin, stop: undefined }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => origin.stop())
}
