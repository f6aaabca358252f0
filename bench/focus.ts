/**
 * Focused crawls: how many pages about a topic does a crawl of some hundred pages bring? `npm run bench:focus`
 *
 *   node bench/focus.ts --folder DIR [--start index.html] [--pages 400] --topic NAME=REGEXP[=WORDS] [--topic …] [--json] [--svg FILE]
 *   node bench/focus.ts --made [--pages 150] [--json] [--svg FILE]    a made site of twelve subjects (bench/focus/made-site.ts)
 *
 * The pages of a folder are served over HTTP on loopback; those whose path matches the expression are about the topic. Four crawls of the real
 * engine, each from the start page and with the same number of requests: breadth first; best first by words in anchors, as a plug-in of twenty
 * lines does it; focused by five example pages, which do not count; and focused by words, if any are given. Printed are the relevant
 * pages after each quarter of the requests; --svg draws the harvest rate after every page. Exits with 1 if a focused crawl brings less than 3
 * times as many as breadth first, or less than 1.5 times as many as best first. For the figures of the README:
 *   node bench/focus.ts --folder linux-doc-6.1/usr/share/doc/linux-doc-6.1/html \
 *     --topic "networking=/networking/=network protocol socket packet ethernet" --topic "filesystems=/filesystems/=file system inode mount" \
 *     --topic "sound=/sound/=sound audio codec mixer"
 */
import { writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { bestByAnchors } from './focus/anchors-plugin.ts'
import { crawlOf } from './focus/crawl-of.ts'
import { type Harvested, harvestSvg } from './focus/harvest-svg.ts'
import { MADE_TOPICS, madeSite } from './focus/made-site.ts'
import { examplesOf, serveFolder, type Topic, termsOfExamples, topicFrom } from './focus/served-folder.ts'

const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    start: { type: 'string', default: 'index.html' },
    pages: { type: 'string', default: '400' },
    topic: { type: 'string', multiple: true, default: [] },
    json: { type: 'boolean', default: false },
    svg: { type: 'string' },
    made: { type: 'boolean', default: false },
  },
})
if (!values.made && (values.folder === undefined || values.topic.length === 0)) {
  console.error('give --made, or --folder DIR, a folder of HTML pages, and --topic NAME=REGEXP[=WORDS]')
  process.exit(2)
}

const OVER_BREADTH = 3
const OVER_ANCHORS = 1.5
const QUARTERS = [1, 2, 3, 4]
const pages = Number(values.pages)
const folder = values.folder ?? (await madeSite())
const topics = values.made ? MADE_TOPICS : values.topic
const site = await serveFolder(folder)
const results: { topic: string; way: string; relevant: number[] }[] = []
const harvests: Harvested[] = []
let isMissed = false

for (const topic of topics.map(topicFrom)) {
  const examples = await examplesOf(site, topic)
  const isCounted = (path: string) =>
    topic.paths.test(path) && !examples.some(example => example.endsWith(path))
  const run = async (way: string, options: Parameters<typeof crawlOf>[1]) => {
    const asked = await crawlOf(site, { ...options, start: values.start, pages })
    const relevant = QUARTERS.map(quarter => asked.slice(0, (pages * quarter) / 4).filter(isCounted).length)
    results.push({ topic: topic.name, way, relevant })
    let count = 0
    const found = asked.slice(0, pages).map(path => (isCounted(path) ? ++count : count))
    harvests.push({ topic: topic.name, way, found })
    if (!values.json)
      console.log(
        `${topic.name.padEnd(14)} ${way.padEnd(20)} ${relevant.map(n => String(n).padStart(5)).join('')}`,
      )
    return relevant.at(-1)!
  }
  const breadth = await run('breadth first', {})
  const words = topic.words?.split(' ') ?? (await termsOfExamples(examples))
  const anchors = await run('best by anchors', { plugins: [bestByAnchors(words)] })
  for (const { way, given } of waysOf(topic, examples)) {
    const focused = await run(way, { topics: [given] })
    if (focused < OVER_BREADTH * breadth || focused < OVER_ANCHORS * anchors) isMissed = true
  }
}
await site.stop()
if (values.made) await rm(folder, { recursive: true })
if (values.svg !== undefined) writeFileSync(values.svg, harvestSvg(harvests))
if (values.json) console.log(JSON.stringify(results))
if (isMissed) {
  console.error(`NOT REACHED  wanted ${OVER_BREADTH} x breadth first and ${OVER_ANCHORS} x best first`)
  process.exitCode = 1
}

function waysOf({ words }: Topic, examples: readonly string[]) {
  return [
    { way: 'focused by examples', given: { examples: [...examples] } },
    ...(words === null ? [] : [{ way: 'focused by words', given: { words } }]),
  ]
}
