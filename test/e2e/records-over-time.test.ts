/** Records of a site whose template loses a field: the table keeps its columns, and one report says what is lost. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder, tidewatch } from './shell.ts'
import { answering } from './small-server.ts'

const ITEMS = 40
const SPECIFICATION = `home,link,//li/a,item,list
item,string,//h1,Name
item,string,//b,Weight
item,number,//i,Price
item,string,//u,Offer
`

it('a table has the columns of the specification in their order, also when a field is lost, which is reported once', async () => {
  let isNew = false
  const at = await answering(({ url = '/' }, response) => {
    response.setHeader('content-type', 'text/html')
    const id = Number(/^\/item\/(\d+)$/.exec(url)?.[1] ?? Number.NaN)
    const links = Array.from({ length: ITEMS }, (_, i) => `<li><a href="/item/${i}">${i}</a>`)
    if (url === '/') return void response.end(`<ul>${links.join('')}</ul>`)
    if (!(id < ITEMS)) return void response.writeHead(404).end()
    // The first item has no weight.
    const weight = id === 0 || isNew ? '' : `<b>${id} kg</b>`
    response.end(
      `<h1>Boat ${id}</h1><p>Number ${id * 7}${isNew ? ' anew' : ''}</p>${weight}<i>${id + 0.5}</i>`,
    )
  })
  const folder = await temporaryFolder()
  const model = join(folder, 'boats.csv')
  await writeFile(model, SPECIFICATION)
  const where = ['-c', join(folder, 'data')]
  const fetching = ['--delay', '0', '--allow-private', ...where]
  const header = async () =>
    (await readFile(join(folder, 'data', 'records', 'item.csv'), 'utf8')).split('\r\n')[0]
  expect((await tidewatch('crawl', at('/'), '--model', model, ...fetching)).code).toBe(0)
  expect(await header()).toBe('url,fetchedAt,Name,Weight,Price,Offer')
  isNew = true
  expect((await tidewatch('recrawl', '--all', ...fetching)).code).toBe(0)
  expect(await header()).toBe('url,fetchedAt,Name,Weight,Price,Offer')
  const { stdout } = await tidewatch('extract', '--class', 'item', '--format', 'csv', ...where)
  expect(stdout.split('\r\n')[0]).toBe('url,fetchedAt,Name,Weight,Price,Offer')
  const said = (await tidewatch('errors', ...where)).stdout.split('\n')
  expect(said.filter(line => line.includes('wrapper-drift')).map(line => line.slice(21))).toEqual([
    'wrapper-drift  item: Weight, Offer went empty and cannot be found again',
  ])
})
