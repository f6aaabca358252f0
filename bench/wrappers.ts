/**
 * Wrappers that write themselves, against the SWDE dataset:
 *
 *     node bench/wrappers.ts --folder SWDE [--verticals nbaplayer,university] [--sites NAME,NAME] [--sample 15] [--pages 100] [--details]
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { parseTree } from '../src/html/index.ts'
import { extractFrom, induceWrapper } from '../src/site/index.ts'
import { scoreAttributes } from './wrappers/score.ts'
import { pageName, plain, readSites, type SwdeSite } from './wrappers/swde.ts'

const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    verticals: { type: 'string', default: 'nbaplayer,university' },
    sites: { type: 'string', default: '' },
    sample: { type: 'string', default: '15' },
    pages: { type: 'string', default: '100' },
    details: { type: 'boolean', default: false },
  },
})

const source = (path: string) => ({
  url: `http://swde.test/${pageName(path)}`,
  html: readFileSync(path, 'utf8'),
  status: 200,
})

function spread<T>(items: readonly T[], count: number): T[] {
  if (count <= 0 || count >= items.length) return [...items]
  return Array.from({ length: count }, (_, i) => items[Math.floor((i * items.length) / count)]!)
}

function judge(site: SwdeSite) {
  const sample = spread(site.pages, Number(values.sample))
  const rest = spread(
    site.pages.filter(page => !sample.includes(page)),
    Number(values.pages),
  )
  const pages = sample.map(source)
  const before = process.cpuUsage()
  const wrapper = induceWrapper(pages)
  const { user, system } = process.cpuUsage(before)
  const judged = rest.map(path => ({
    record: extractFrom(wrapper, parseTree(readFileSync(path, 'utf8'))),
    truth: Object.fromEntries(
      site.truth.map(({ name, values: known }) => [name, known.get(pageName(path)) ?? []]),
    ),
  }))
  const attributes = site.truth
    .filter(({ values: known }) => [...known.values()].some(own => own.length > 0))
    .map(one => one.name)
  return {
    wrapper,
    judged,
    cpu: (user + system) / 1e6,
    scores: scoreAttributes(wrapper, attributes, judged, plain),
  }
}

const all: number[] = []
for (const vertical of values.verticals.split(','))
  for (const site of readSites(values.folder!, vertical)) {
    if (values.sites !== '' && !values.sites.split(',').some(name => site.name.includes(name))) continue
    const { wrapper, judged, cpu, scores } = judge(site)
    all.push(...scores.map(score => score.f1))
    const words = scores
      .map(({ attribute, field, f1 }) => `${attribute} ${f1.toFixed(3)} (${field})`)
      .join(', ')
    console.log(`${site.name.padEnd(28)} ${wrapper.fields.length} fields, ${cpu.toFixed(2)} s: ${words}`)
    if (values.details)
      for (const { attribute, field, f1 } of scores) {
        const own = wrapper.fields.find(one => one.name === field)
        console.log(`   ${attribute} ${f1.toFixed(3)} ${own?.xpath} conf ${own?.confidence}`)
        const wrong = judged.filter(
          ({ record, truth }) =>
            !(record[field] ?? []).length ||
            !(record[field] ?? []).every(a => truth[attribute]!.includes(plain(a))),
        )
        for (const { record, truth } of wrong.slice(0, 3))
          console.log('      ', JSON.stringify(record[field]), 'truth', JSON.stringify(truth[attribute]))
      }
  }
console.log(`mean F1 ${(all.reduce((sum, f1) => sum + f1, 0) / all.length).toFixed(4)}`)
