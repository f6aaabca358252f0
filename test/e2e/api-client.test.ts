/** The typed client, which the dashboard uses and programs can. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { CLIENT_FILE, clientText } from '../../scripts/api-client.ts'

it('the client is that of the API (npm run build:client writes it)', () =>
  expect(readFileSync(CLIENT_FILE, 'utf8')).toBe(clientText()))
