/** Where a command writes may be full or gone: results that are lost are a failure, notes that are lost are none. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder, tidewatch } from './shell.ts'
import { answering } from './small-server.ts'

const COMMAND = join(import.meta.dirname, '..', '..', 'bin', 'tidewatch')

/** Runs the command with a redirection of the shell; returns its exit code and what it said. */
const redirected = (words: readonly string[], to: string) =>
  new Promise<{ readonly code: number; readonly stderr: string }>(resolve =>
    execFile('sh', ['-c', `exec "$0" "$@" ${to}`, COMMAND, ...words], (error, _, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stderr }),
    ),
  )

/** A device on which nothing fits. */
const FULL = '/dev/full'

it.skipIf(!existsSync(FULL))('says that results are not complete, and goes on without notes', async () => {
  const at = await answering(({ url }, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<title>${url}</title><a href="${url}1">further</a>`)
  })
  const folder = await temporaryFolder()
  const where = ['-c', join(folder, 'data')]
  const more = (pages: number) => ['crawl', at('/'), '--delay', '0', '--allow-private', '--pages', `${pages}`]
  expect((await tidewatch(...more(3), ...where)).code).toBe(0)
  for (const words of [['pages'], ['pages', '--json'], ['export', 'jsonl'], ['show', at('/')]]) {
    const { code, stderr } = await redirected([...words, ...where], `> ${FULL}`)
    expect([words, code, stderr]).toEqual([
      words,
      1,
      expect.stringMatching(/^tidewatch: standard output is not complete: the disk is full; /),
    ])
  }
  const stored = async () =>
    (await tidewatch('pages', '--status', 'completed', '--json', ...where)).rows.length
  expect((await redirected([...more(5), ...where, '--log', 'debug'], `2> ${FULL}`)).code).toBe(0)
  expect(await stored()).toBe(5)
  expect((await redirected([...more(7), ...where, '--progress', 'json'], `2> ${FULL}`)).code).toBe(0)
  expect(await stored()).toBe(7)
})
