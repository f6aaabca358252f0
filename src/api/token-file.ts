import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode, type Random } from '../env/index.ts'
import { tokenHash } from './access-guard.ts'

const FILE = 'tokens'
const CHARS = 40

/** Reads the hashes of the tokens made for a server's home, one per line. The tokens themselves cannot be recovered from the file. */
export async function keptTokens(home: string): Promise<string[]> {
  const text = await readFile(join(home, FILE), 'utf8').catch(error => {
    if (errorCode(error) === 'ENOENT') return ''
    throw error
  })
  return text.split('\n').filter(line => /^[0-9a-f]{64}$/.test(line))
}

/** Makes a token that is valid until its line is deleted. It is returned once and never stored. */
export async function makeToken(home: string, random: Random): Promise<string> {
  const token = random.token(CHARS)
  await mkdir(home, { recursive: true, mode: 0o700 })
  const lines = [...(await keptTokens(home)), tokenHash(token), '']
  await writeFile(join(home, FILE), lines.join('\n'), { mode: 0o600 })
  return token
}
