import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { get } from '../fetching.ts'
import { HOSTILE_NAMES, hostile, startWorld } from '../index.ts'

async function setup() {
  const world = await startWorld({ sites: [hostile('h.test')] })
  onTestFinished(() => world.stop())
  return world
}

/** The first bytes of an answer, or what ended the connection before any came. */
async function firstBytes(port: number, address: string, path: string): Promise<string> {
  const socket = connect(port, address)
  onTestFinished(() => void socket.destroy())
  socket.write(`GET ${path} HTTP/1.1\r\nHost: h.test\r\n\r\n`)
  const data = once(socket, 'data').then(([chunk]) => String(chunk))
  const end = once(socket, 'close').then(() => 'closed')
  return Promise.race([data.catch(error => error.code), end.catch(error => error.code)])
}

test('every fault is linked from the home page', async () => {
  const world = await setup()
  const links = world.truth.of('http://h.test/')!.links.map(link => new URL(link.url).pathname)
  expect(links).toEqual(['/', '/ok', ...HOSTILE_NAMES.map(name => `/${name}`)])
})

test('faults on the wire look as their names say', async () => {
  const world = await setup()
  const first = (name: string) => firstBytes(world.port, world.address('h.test'), `/${name}`)
  expect(await first('garbage')).toContain('this is not HTTP')
  expect(await first('close-at-once')).toBe('closed')
  expect(await first('reset')).toBe('ECONNRESET')
  expect(await first('ten-gigabytes')).toContain('Content-Length: 10737418240')
  expect(await first('bad-chunk-size')).toContain('zz')
  expect(await first('slow-drip')).toContain('200 OK')
  await expect(get(world, 'http://h.test/close-in-body')).rejects.toThrow()
})

test('the world stops although some answers never end', async () => {
  const world = await startWorld({ sites: [hostile('h.test')] })
  const hanging = ['hang-before-headers', 'slow-drip', 'endless-body'].map(name =>
    firstBytes(world.port, world.address('h.test'), `/${name}`),
  )
  await Promise.all(hanging.slice(1))
  await world.stop()
  await world.stop()
  expect(await hanging[0]).toMatch(/closed|ECONNRESET/)
})
