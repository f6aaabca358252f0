/** What programs that scrape need: selected links, handlers by address, and selectors in plug-ins and on pages. */
import { expect, it } from 'vitest'
import { Collection, type ConfigInput, definePlugin } from '../../src/index.ts'
import { collect } from '../../src/store/conformance/fixture.ts'
import { temporaryFolder } from './shell.ts'
import { answering } from './small-server.ts'

const PAGES: Readonly<Record<string, string>> = {
  '/': `<base href="/list/"><nav><a href=/terms>terms</a></nav><div class=lamps><a href="one?utm_source=x">one</a><p><a href=two#top>two</a></p></div>
    <a class=next href="/page/2">more</a><link rel=canonical href=/><img src=/one.png>`,
  '/page/2': `<div class=lamps><a href=/list/three>three</a></div><nav><a href=/list/one>one</a><a href=/imprint>imprint</a></nav>`,
  '/list/one': '<h1>One</h1><b class=price>€ 1</b><a href=/terms>terms</a>',
  '/list/two': '<h1>Two</h1><b class=price>€ 2</b>',
  '/list/three': '<h1>Three</h1><i>no price</i>',
}

async function site() {
  const asked: string[] = []
  const url = await answering((request, response) => {
    const path = request.url!
    asked.push(path)
    const page = PAGES[path]
    response.setHeader('content-type', 'text/html')
    response
      .writeHead(page === undefined ? 404 : 200)
      .end(`<title>${path}</title><main><p>Words of ${path}</p>${page}</main>`)
  })
  const collection = await Collection.open(await temporaryFolder(), { mode: 'write' })
  const config = (scope: ConfigInput['scope']): ConfigInput => ({
    seeds: [url('/')],
    scope: { soft404: false, ...scope },
    request: { delay: 0, allowPrivate: true },
    threads: 1,
  })
  return { url, asked, collection, config }
}

it('says why seeds could not be crawled, and that there is nothing to crawl', async () => {
  const { url, collection, config } = await site()
  const refused = await collection.crawl({ seeds: [url('/')], request: { delay: 0 }, patience: 0 })
  expect(refused).toMatchObject({ pages: 0, errors: 0 })
  expect(refused.problems).toEqual([
    expect.stringMatching(
      /^http:\/\/127\.0\.0\.1:\d+\/ could not be crawled: 127\.0\.0\.1 is not a public address/,
    ),
  ])
  expect((await collection.crawl({ ...config({}), scope: { types: ['text/plain'] } })).problems).toEqual([
    `${url('/')} could not be crawled: type text/html, which scope.types does not name`,
  ])
  await collection.close()
  await using empty = await Collection.open(await temporaryFolder(), { mode: 'write' })
  await expect(empty.crawl({})).rejects.toThrow(/there is nothing to crawl in .*: give seeds/)
})

it('follows only links in the parts that are named, wherever they lead', async () => {
  const { url, asked, collection, config } = await site()
  await collection.crawl(config({ follow: ['.lamps', 'a.next'] }))
  const pages = ['/', '/list/one', '/list/three', '/list/two', '/page/2']
  expect(asked.filter(path => path !== '/robots.txt').toSorted()).toEqual(pages)
  const links = await (await collection.page(url('/list/one')))!.links()
  expect(links.map(({ url }) => new URL(url).pathname)).toEqual(['/terms'])
  // Once all links are followed, the rest comes too.
  await collection.recrawl(config({}), { which: 'all' })
  await collection.crawl(config({}))
  expect(asked).toContain('/terms')
  await collection.close()
})

it('calls handlers by address, and reads pages by selectors there and in plug-ins', async () => {
  const { url, collection, config } = await site()
  const told: string[] = []
  const prices = definePlugin({
    name: 'prices',
    response(visit) {
      const price = visit.select('.price')[0]
      if (price) visit.fields.price = price.text
    },
    queue: ({ visit }, context) => {
      for (const { address } of visit?.select('.lamps a') ?? []) if (address) context.add(address)
    },
  })
  await collection.crawl(config({ follow: 'a.next' }), {
    plugins: [prices],
    on: {
      async '/list/*'(visit) {
        const page = await visit.page()
        const [heading] = await page.select('//h1')
        told.push(`${heading?.text} ${(await page.fields())?.price}`)
      },
      [url('/page/*')]: visit => void told.push(`list ${new URL(visit.url).pathname}`),
      default: visit => void told.push(`other ${new URL(visit.url).pathname}`),
    },
  })
  expect(told.toSorted()).toEqual(['One € 1', 'Three undefined', 'Two € 2', 'list /page/2', 'other /'])
  const broken = definePlugin({ name: 'broken', response: visit => void visit.select('p..x') })
  await collection.recrawl(config({ follow: 'a.next' }), { which: 'all', plugins: [broken] })
  const said = (await collect(collection.events())).find(({ subject }) => subject === 'broken')
  expect(said?.message).toBe('response stage: "p..x" is not a selector: a class is missing (at character 3)')
  const page = (await collection.page(url('/')))!
  await expect(page.select('a[')).rejects.toThrow(
    '"a[" is not a selector: the name of an attribute is missing',
  )
  await expect(collection.crawl(config({ follow: ['a', 'a['] }))).rejects.toThrow(
    'scope.follow[1]: the name of an attribute is missing (at character 3 of "a[")',
  )
  await collection.close()
})
