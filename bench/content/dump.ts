/**
 * Blocks of labelled pages as numbers, for training: `node bench/content/dump.ts DIR OUT`
 *
 * DIR is the development part of the Web Content eXtraction Benchmark (html/NNNN.html.gz, ground-truth/NNNN.json). Writes OUT.json
 * (pages with the texts of their blocks) and OUT.bin (rows of 32-bit floats: features, then the share of the block that belongs to the content).
 */
import { closeSync, openSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { contentBlocks } from '../../src/document/content/content-blocks.ts'
import { contentFeatures } from '../../src/document/content/content-features.ts'
import { decodeBody, parseTree } from '../../src/html/index.ts'
import { Truth } from './truth.ts'

const [folder, out] = process.argv.slice(2)
const pages: unknown[] = []
const file = openSync(`${out}.bin`, 'w')
let width = 0
for (const name of readdirSync(join(folder!, 'html')).sort()) {
  const id = name.replace('.html.gz', '')
  const html = decodeBody(gunzipSync(readFileSync(join(folder!, 'html', name))), undefined, 'html').text
  const { url, ground_truth, _internal } = JSON.parse(
    readFileSync(join(folder!, 'ground-truth', `${id}.json`), 'utf8'),
  )
  const tree = parseTree(html)
  const blocks = contentBlocks(tree)
  const table = contentFeatures(tree, blocks)
  const truth = new Truth(ground_truth.main_content ?? '')
  if (blocks.length > 0) width = table.width
  const rows = new Float32Array((width + 1) * blocks.length)
  for (const [i, block] of blocks.entries()) {
    rows.set(table.rows.subarray(i * width, (i + 1) * width), i * (width + 1))
    rows[i * (width + 1) + width] = truth.shareIn(block.text)
  }
  writeSync(file, Buffer.from(rows.buffer))
  pages.push({
    id,
    host: URL.parse(url)?.hostname ?? id,
    kind: _internal.page_type.primary,
    blocks: blocks.map(({ text }) => text),
    words: blocks.map(({ words }) => words),
    content: ground_truth.main_content ?? '',
  })
}
closeSync(file)
writeFileSync(`${out}.json`, JSON.stringify({ width, pages }))
