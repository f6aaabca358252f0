/** A robots.txt that is made to hurt: neither reading nor keeping it holds the crawl up, and no server is asked for it twice. */
import { expect, it } from 'vitest'
import { docs, named, withRobots } from '../world/index.ts'
import { stage, truthOf } from './stage.ts'

const group = (rules: readonly string[]) => ['User-agent: *', ...rules].join('\n')

it.each([
  ['long runs of spaces', group(Array(30).fill(`disallow: /a${' '.repeat(16_600)}x`))],
  [
    'tens of thousands of wildcards',
    group(Array.from({ length: 20_000 }, (_, n) => `disallow: /*aaab*${n}`)),
  ],
])('reads a robots.txt of %s at once', async (_, robots) => {
  const { world, crawl } = await stage([withRobots(robots, [], docs('a.test'))])
  const startedAt = performance.now()
  const ran = await crawl({ seeds: ['http://a.test/'] })
  expect(ran.stored).toEqual(truthOf(world, 'http://a.test/'))
  expect(performance.now() - startedAt).toBeLessThan(30_000)
})

it('keeps the rules of many hosts without asking for them again, although they do not fit into memory', async () => {
  const rules = Array.from({ length: 25_000 }, (_, n) => `Disallow: /*private${n}`)
  const names = Array.from({ length: 6 }, (_, n) => `h${n}.test`)
  const sites = names.map(name => withRobots(group(['Disallow: /guide', ...rules]), ['/guide'], docs(name)))
  const { world, crawl, recrawl } = await stage(sites.map((site, n) => named(names[n]!, site)))
  const config = { seeds: names.map(name => `http://${name}/`), scope: { depth: 2 } }
  await crawl(config)
  await recrawl(config)
  const asked = world.log.filter(entry => entry.path === '/robots.txt').map(entry => entry.host)
  expect(asked.sort()).toEqual(names)
  expect(world.violations()).toEqual([])
})

it('does not take the start of a line that was cut at 500 KiB for a rule', async () => {
  const head = 'User-agent: *\n'
  const last = 'Disallow: /'
  const filler = `#${'x'.repeat(500 * 1024 - head.length - last.length - 2)}\n`
  const robots = `${head}${filler}${last}private`
  const { world, crawl } = await stage([withRobots(robots, [], docs('a.test'))])
  const ran = await crawl({ seeds: ['http://a.test/'] })
  expect(ran.stored).toEqual(truthOf(world, 'http://a.test/'))
})
