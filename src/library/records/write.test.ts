import { describe, expect, it } from 'vitest'
import { columnsOf, type FieldNames, type PageRecordRow, recordJson, rowOf, sinkFor } from './write.ts'

const source = (rows: readonly PageRecordRow[]) =>
  async function* () {
    yield* rows
  }
const row = (record: Record<string, unknown>, url = 'https://a.test/') => rowOf(url, 'item', 0, record)

async function csv(...rows: PageRecordRow[]): Promise<string[]> {
  return csvOf(new Map(), ...rows)
}

async function csvOf(named: FieldNames, ...rows: PageRecordRow[]): Promise<string[]> {
  const columns = (await columnsOf(source(rows), named)).get('item')!
  let text = ''
  const file = { write: async (piece: Uint8Array | string) => void (text += String(piece)) }
  const sink = await sinkFor('csv', file, columns)
  for (const each of rows) await sink.add(each)
  await sink.end()
  return text.trim().split('\r\n')
}

describe('records as tables', () => {
  it('have a column for every field that some page has', async () => {
    expect(await csv(row({ name: 'x', price: 1 }), row({ price: 2, tags: ['a', 'b'] }))).toEqual([
      'url,fetchedAt,name,price,tags',
      'https://a.test/,1970-01-01T00:00:00.000Z,x,1,',
      'https://a.test/,1970-01-01T00:00:00.000Z,,2,"[""a"",""b""]"',
    ])
  })

  it('have the fields of the model in its order, whichever page comes first and whether any page has them', async () => {
    const named = new Map([['item', ['name', 'weight', 'url', 'price', 'offer']]])
    expect(
      await csvOf(named, row({ price: 1, name: 'x', extra: 'e' }), row({ weight: 2, url: 'u' })),
    ).toEqual([
      'url,fetchedAt,name,weight,url-field,price,offer,extra',
      'https://a.test/,1970-01-01T00:00:00.000Z,x,,,1,,e',
      'https://a.test/,1970-01-01T00:00:00.000Z,,2,u,,,',
    ])
    expect(await csvOf(named)).toEqual(['url,fetchedAt,name,weight,url-field,price,offer'])
    const columns = (await columnsOf(source([row({ price: 1 })]), named)).get('item')!
    expect([columns.get('price'), columns.get('offer')]).toEqual(['number', 'text'])
  })

  it('have number columns only where all values are numbers', async () => {
    const columns = await columnsOf(source([row({ a: 1, b: 1 }), row({ a: 2, b: 'x' })]))
    expect([...columns.get('item')!]).toEqual([
      ['a', 'number'],
      ['b', 'text'],
    ])
  })

  it('never let a field of a page replace one of our columns or become a formula', async () => {
    expect(recordJson(row({ url: 'https://evil.test/', class: 'x' }))).toEqual({
      url: 'https://a.test/',
      class: 'item',
      fetchedAt: '1970-01-01T00:00:00.000Z',
      'url-field': 'https://evil.test/',
      'class-field': 'x',
    })
    expect((await csv(row({ '=A1': '=1+1' })))[1]).toContain("'=1+1")
  })
})
