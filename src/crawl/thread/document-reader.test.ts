import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readDocument } from './document-reader.ts'

const FIXTURES = join(import.meta.dirname, '../../../test/fixtures')
const pdf = {
  bytes: readFileSync(join(FIXTURES, 'harbour.pdf')),
  type: 'application/pdf',
  charset: undefined,
}

it('a file that takes too long ends with a reason, and those after it are read', async () => {
  const [late, next] = await Promise.all([readDocument(pdf, 1), readDocument(pdf)])
  expect(late).toEqual({ kind: 'unreadable', reason: 'cannot be read within 1 s' })
  expect(next).toMatchObject({ kind: 'document', title: 'The harbour report' })
})
