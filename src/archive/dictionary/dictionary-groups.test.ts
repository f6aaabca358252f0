import { describe, expect, test } from 'vitest'
import { trainDictionary } from './dictionary.ts'
import { DictionaryGroups, type DictionaryTrainer } from './dictionary-groups.ts'
import type { SamplePlace } from './samples.ts'

const SAMPLES = Array.from({ length: 10 }, (_, i) => Buffer.from(`${'<p class="a">'.repeat(20)}${i}`))

/** A trainer that learns a new dictionary on every request; `wait` lets everything in progress finish. */
function stage(options: { learns?: boolean; kept?: string[] } = {}) {
  const log: string[] = []
  let made = 0
  const dictionary = () => trainDictionary(SAMPLES, 256, ++made / 1000).dictionary
  const school: DictionaryTrainer = {
    train: async (samples, current) => {
      log.push(`train ${samples.length}${current === 0 ? '' : ' again'}`)
      return options.learns === false ? null : dictionary()
    },
    teach: () => void log.push('teach'),
    forget: () => void log.push('forget'),
  }
  const kept = new Map((options.kept ?? []).map(name => [name, async () => dictionary()]))
  const families = new DictionaryGroups({ school, kept: Promise.resolve(kept), chance: () => 0.5 })
  const wait = () => new Promise(resolve => setImmediate(resolve))
  const store = (host: string, count: number, pageClass: string | null = null, isSample = true) => {
    for (let i = 0; i < count; i++)
      families.stored({ url: `http://${host}/${i}`, pageClass, place: place(i), isSample })
  }
  return { families, log, wait, store }
}

const place = (i: number): SamplePlace => ({ file: 'a', offset: i, length: 1 })

describe('a family', () => {
  test('is learned from its first 20 pages, and used by its own host only', async () => {
    const { families, log, wait, store } = stage()
    store('a.example', 19)
    await wait()
    expect(log).toEqual([])
    store('a.example', 1)
    expect(families.numberFor('http://a.example/x', null)).toBe(0)
    await wait()
    expect(log).toEqual(['train 20', 'teach'])
    const number = families.numberFor('http://a.example/x', null)
    expect(number).toBeGreaterThan(0)
    expect(families.of(number).family).toBe('a.example')
    expect(families.numberFor('http://b.example/x', null)).toBe(0)
  })

  test('is learned again after four times as many, from a bounded choice', async () => {
    const { families, log, wait, store } = stage()
    store('a.example', 20)
    await wait()
    const first = families.numberFor('http://a.example/', null)
    store('a.example', 60)
    await wait()
    expect(log).toEqual(['train 20', 'teach', 'train 64 again', 'forget', 'teach'])
    expect(families.numberFor('http://a.example/', null)).not.toBe(first)
    expect(families.of(first).family).toBe('a.example')
  })

  test('that is dropped for others while its dictionary is learned takes no seat', async () => {
    const { log, wait, store } = stage()
    store('a.example', 20)
    for (let i = 0; i < 500; i++) store(`h${i}.example`, 1)
    await wait()
    expect(log).toEqual(['train 20'])
    store('a.example', 20)
    await wait()
    expect(log).toEqual(['train 20', 'train 20', 'teach'])
  })

  test('has no dictionary when none is worth it, and no samples from what is no page', async () => {
    const { families, log, wait, store } = stage({ learns: false })
    store('a.example', 200, null, false)
    expect(log).toEqual([])
    store('a.example', 60)
    await wait()
    expect(log).toEqual(['train 20'])
    expect(families.numberFor('http://a.example/', null)).toBe(0)
  })

  test('takes up the dictionary of an earlier run after a few pages', async () => {
    const { families, log, wait, store } = stage({ kept: ['a.example'] })
    await wait()
    store('a.example', 7, null, false)
    expect(families.numberFor('http://a.example/', null)).toBe(0)
    store('a.example', 1, null, false)
    await wait()
    expect(log).toEqual(['teach'])
    expect(families.numberFor('http://a.example/', null)).toBeGreaterThan(0)
  })

  test('may be a class of pages, before its host', async () => {
    const { families, log, wait, store } = stage()
    store('a.example', 20, 'item')
    await wait()
    store('a.example', 1, 'item')
    await wait()
    expect(log.filter(line => line === 'teach')).toHaveLength(2)
    const number = families.numberFor('http://a.example/', 'item')
    expect(families.of(number).family).toBe('a.example item')
    expect(families.of(families.numberFor('http://a.example/', 'list')).family).toBe('a.example')
  })
})

describe('seats', () => {
  test('are eight, and change hands only after they were idle for long', async () => {
    const { families, wait, store } = stage()
    const has = (host: string) => families.numberFor(`http://${host}/`, null) > 0
    for (let i = 0; i < 9; i++) {
      store(`${i}.example`, 20)
      await wait()
    }
    expect(Array.from({ length: 9 }, (_, i) => has(`${i}.example`))).toEqual([...Array(8).fill(true), false])
    for (let i = 0; i < 30; i++) {
      store('8.example', 100)
      for (let host = 1; host < 8; host++) has(`${host}.example`)
      await wait()
    }
    expect(has('8.example')).toBe(true)
    expect(has('0.example')).toBe(false)
    expect(has('1.example')).toBe(true)
  })

  test('are not fought for in a crawl of very many hosts', async () => {
    const { log, wait, store } = stage()
    for (let round = 0; round < 60; round++)
      for (let host = 0; host < 600; host++) store(`${host}.example`, 1)
    await wait()
    expect(log.filter(line => line === 'teach').length).toBeLessThanOrEqual(8)
  })
})
