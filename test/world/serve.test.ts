import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

async function serve(...args: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'serve.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(child.stdout, 'data')
  return {
    child,
    ...(JSON.parse(String(line)) as { port: number; hosts: Record<string, string>; seeds: string[] }),
  }
}

async function status(target: string, host: string): Promise<number> {
  const [address, port] = target.split(':')
  const asking = request({ host: address, port: Number(port), path: '/', headers: { host } }).end()
  const [response] = await once(asking, 'response')
  response.resume()
  await once(response, 'end')
  return response.statusCode
}

test('a world in a process of its own says where its hosts are and writes its log', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'world-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const log = join(folder, 'log.jsonl')
  const { child, hosts, seeds } = await serve('--kind', 'farm', '--hosts', '3', '--static', '--log', log)
  expect(seeds).toEqual(['http://h0.farm.test/', 'http://h1.farm.test/', 'http://h2.farm.test/'])
  for (const [host, target] of Object.entries(hosts)) expect(await status(target, host)).toBe(200)
  child.kill('SIGTERM')
  await once(child, 'exit')
  const entries = (await readFile(log, 'utf8'))
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(entries.map(entry => [entry.host, entry.status])).toEqual(
    Object.keys(hosts).map(host => [host, 200]),
  )
})
