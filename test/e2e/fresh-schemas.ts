import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { startTestPostgres, type TestPostgres } from '../../scripts/postgres.ts'

/** Starts PostgreSQL for the tests of a file. The function returned gives the address of a schema that nothing has used. */
export function freshSchemas(): () => string {
  let server: TestPostgres
  // Files may share a server (TIDEWATCH_TEST_POSTGRES).
  const file = randomBytes(4).toString('hex')
  let count = 0
  beforeAll(async () => {
    server = await startTestPostgres()
  })
  afterAll(() => server?.stop())
  return () => `${server.url}?schema=t${file}_${++count}`
}
