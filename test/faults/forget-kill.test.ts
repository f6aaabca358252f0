/** `kill -9` while pages are erased: they are there or gone, never half of them, and the next run completes what was begun. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { realClock } from '../../src/env/index.ts'
import { Collection, type ConfigInput } from '../../src/index.ts'
import { collect } from '../../src/store/conformance/fixture.ts'
import { start, temporaryFolder } from '../e2e/shell.ts'
import { answering } from '../e2e/small-server.ts'

const PAGES = 240
const SECRET = 'quillfeather'
/** Moments after the start of the command; by the last ones it is done. */
const MOMENTS_MS = [350, 450, 550, 650, 750, 900, 1_100]

const words = (name: string) =>
  Array.from({ length: 60 }, (_, i) => createHash('md5').update(`${name}${i}`).digest('hex')).join(' ')

/** Pages of people, each the same as a page of the rest, so that bytes are shared and have to be moved. */
async function site() {
  const paths = Array.from({ length: PAGES }, (_, i) => (i % 2 === 0 ? `/person/${i}` : `/rest/${i}`))
  const html = (path: string) => {
    if (path === '/') return paths.map(to => `<a href="${to}">${to}</a>`).join(' ')
    const number = Number(path.split('/').at(-1))
    const isShared = number % 4 < 2
    const name = isShared ? `pair ${number - (number % 2)}` : path
    const own = path.startsWith('/person') && !isShared ? SECRET : ''
    return `<title>Page</title><p>${own} ${words(name)}</p>`
  }
  const url = await answering((request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(html(request.url ?? '')),
  )
  return { html, url, people: paths.filter(path => path.startsWith('/person')), paths }
}

it('pages that are being erased survive no kill halfway, and the others survive all', async () => {
  const { html, url, people, paths } = await site()
  const folder = await temporaryFolder()
  const config: ConfigInput = {
    ...{ seeds: [url('/')], threads: 1, archive: { compression: 'none' }, scope: { soft404: false } },
    ...{ request: { delay: 0, allowPrivate: true }, duplicates: { urls: 'off' } },
  }
  await using collection = await Collection.open(folder, { mode: 'write' })
  await collection.crawl(config)
  await collection.close()

  const urls = people.map(path => url(path))
  for (const momentMs of MOMENTS_MS) {
    const { child, ended } = start(['forget', ...urls, '--yes', '-c', folder])
    await realClock.sleep(momentMs)
    child.kill('SIGKILL')
    await ended
    await using seen = await Collection.open(folder)
    const gone = await Promise.all(urls.map(async each => (await seen.page(each))?.status === 'excluded'))
    expect(new Set(gone).size).toBe(1)
  }
  expect((await start(['forget', ...urls, '--yes', '-c', folder]).ended).code).toBe(0)

  await using after = await Collection.open(folder, { mode: 'write' })
  for (const path of paths.filter(each => each.startsWith('/rest')))
    expect(await (await after.page(url(path)))!.html()).toBe(html(path))
  expect((await collect(after.doctor({ full: true }))).filter(({ level }) => level === 'problem')).toEqual([])
  const archive = join(folder, 'archive')
  for (const name of await readdir(archive)) {
    const text = await readFile(join(archive, name), 'latin1')
    expect(text).not.toContain(SECRET)
    // Links on other pages are theirs.
    expect(text).not.toMatch(/(?:URI: |"url": ?"|GET )[^\r"]*\/person\//)
  }
})
