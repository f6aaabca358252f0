/** The typed client: both forms are those of the API, and programs can use the one of the package. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { CLIENT_FORMS, clientFile, clientText } from '../../scripts/api-client.ts'

it.each(CLIENT_FORMS)('the client for the %s is that of the API (npm run build:client writes it)', form =>
  expect(readFileSync(clientFile(form), 'utf8')).toBe(clientText(form)),
)
