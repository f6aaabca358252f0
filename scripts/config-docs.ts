/** Prints the JSON Schema; with `--write` brings docs/config.schema.json and the table in docs/config.md up to date. */
import { readFileSync, writeFileSync } from 'node:fs'
import { schemaText, withKeyTable } from '../src/config/reference.ts'

const docs = new URL('../docs/', import.meta.url)

if (process.argv.includes('--write')) {
  const page = new URL('config.md', docs)
  writeFileSync(new URL('config.schema.json', docs), schemaText())
  writeFileSync(page, withKeyTable(readFileSync(page, 'utf8')))
} else {
  process.stdout.write(schemaText())
}
