/**
 * Wrappers that write themselves, on the synthetic web and the SWDE dataset:
 *
 *     node bench/wrappers.ts [--folder SWDE] [--verticals nbaplayer,university] [--sites NAME,NAME] [--sample 15] [--pages 100] [--repair] [--details]
 *
 * `--folder` holds the dataset as its authors lay it out (one folder per vertical, and `groundtruth`); `--pages` says how many pages of each site
 * are judged, 0 for all. A wrapper is made from `--sample` pages without their truth. The field that best matches an attribute on every second of
 * the other pages is scored on the rest: bench/wrappers/score.ts. `--repair` judges repair after machine-made redesigns: bench/wrappers/repair.ts.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { parseTree, type Tree } from '../src/html/index.ts'
import { extractFrom, induceWrapper, valueOf as typedValue, type Wrapper } from '../src/site/index.ts'
import { CHANGES } from './wrappers/redesign.ts'
import { judgeRepair } from './wrappers/repair.ts'
import { type AttributeScore, isRight, type Judged, scoreAttributes } from './wrappers/score.ts'
import { pageName, plain, readSites, type SwdeSite } from './wrappers/swde.ts'
import { type WorldPage, worldClasses } from './wrappers/world.ts'

const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    verticals: { type: 'string', default: 'nbaplayer,university' },
    sites: { type: 'string', default: '' },
    sample: { type: 'string', default: '15' },
    pages: { type: 'string', default: '100' },
    repair: { type: 'boolean', default: false },
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

function show(name: string, fields: number, cpu: number, scores: readonly AttributeScore[]): void {
  const words = scores
    .map(({ attribute, field, f1, rank }) => `${attribute} ${f1.toFixed(3)} (${field}, ${rank}.)`)
    .join(', ')
  console.log(`${name.padEnd(28)} ${fields} fields, ${cpu.toFixed(2)} s: ${words}`)
}

const mean = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0) / Math.max(1, list.length)
const chosen = (name: string) =>
  values.sites === '' || values.sites.split(',').some(part => name.includes(part))

function swde(folder: string): void {
  const all: AttributeScore[] = []
  for (const vertical of values.verticals.split(','))
    for (const site of readSites(folder, vertical).filter(({ name }) => chosen(name))) {
      const { wrapper, judged, cpu, scores } = judge(site)
      all.push(...scores)
      show(site.name, wrapper.fields.length, cpu, scores)
      if (values.details) explain(wrapper, judged, scores)
    }
  console.log(`SWDE: mean F1 ${mean(all.map(({ f1 }) => f1)).toFixed(4)} of ${all.length} attributes`)
  const found = all.filter(({ f1 }) => f1 > 0.5)
  for (const first of [5, 10, 20]) {
    const share = found.filter(({ rank }) => rank <= first).length / Math.max(1, found.length)
    console.log(
      `among the first ${first} fields: ${(100 * share).toFixed(1)} % of ${found.length} attributes that are found`,
    )
  }
}

function explain(wrapper: Wrapper, judged: readonly Judged[], scores: readonly AttributeScore[]): void {
  for (const { attribute, field, f1 } of scores) {
    const own = wrapper.fields.find(one => one.name === field)
    console.log(`   ${attribute} ${f1.toFixed(3)} ${own?.xpath} confidence ${own?.confidence}`)
    const wrong = judged.filter(
      ({ record, truth }) => !isRight(record[field] ?? [], truth[attribute] ?? [], plain),
    )
    for (const { record, truth } of wrong.slice(0, 3))
      console.log(`      ${JSON.stringify(record[field])} truth ${JSON.stringify(truth[attribute])}`)
  }
}

/** Attributes that the pages show outside of their menu; a date counts as right by its day, a price by its number. */
function world(): void {
  const all: number[] = []
  for (const { name, pages } of worldClasses([1, 2, 3]).filter(one => chosen(one.name))) {
    const sample = spread(pages, Math.min(Number(values.sample), Math.floor(pages.length / 2)))
    const rest = pages.filter(page => !sample.includes(page))
    const before = process.cpuUsage()
    const wrapper = induceWrapper(sample)
    const { user, system } = process.cpuUsage(before)
    const attributes = Object.keys(pages[0]!.truth).filter(attribute => isShown(attribute, pages))
    const typed = (tree: Tree) =>
      Object.fromEntries(
        Object.entries(extractFrom(wrapper, tree)).map(([field, texts]) => {
          const { type } = wrapper.fields.find(one => one.name === field)!
          return [field, texts.map(text => worldText(typedValue(type, text, 'http://world.test/')))]
        }),
      )
    const judged = rest.map(page => ({ record: typed(parseTree(page.html)), truth: page.truth }))
    const scores = scoreAttributes(wrapper, attributes, judged, worldPlain)
    all.push(...scores.map(score => score.f1))
    show(name, wrapper.fields.length, (user + system) / 1e6, scores)
  }
  console.log(`world: mean F1 ${mean(all).toFixed(4)} of ${all.length} attributes`)
}

const worldText = (value: string | number) => (typeof value === 'number' ? value.toFixed(2) : value)
const worldPlain = (text: string) => (/^\d{4}-\d\d-\d\dT/.test(text) ? text.slice(0, 10) : text)

function isShown(attribute: string, pages: readonly WorldPage[]): boolean {
  return (
    pages.filter(({ html, truth }) =>
      truth[attribute]!.some(value => html.replace(/<nav[\s\S]*?<\/nav>|<a [^>]*>/g, '').includes(value)),
    ).length >
    0.9 * pages.length
  )
}

/** For each kind of change, over all sites: how many of the broken fields are regained. */
function repair(folder: string | undefined): void {
  const sites = [
    ...worldClasses([1]).map(({ name, pages }) => ({ name, pages: pages.slice(0, 40) })),
    ...(folder === undefined
      ? []
      : values.verticals.split(',').flatMap(vertical => readSites(folder, vertical))
    ).map(({ name, pages }) => ({ name, pages: spread(pages, 35).map(source) })),
  ].filter(({ name }) => chosen(name))
  for (const [kind, changes] of Object.entries(CHANGES)) {
    const scores = sites.map(({ name, pages }) => ({
      name,
      ...judgeRepair(pages, Math.min(15, pages.length >> 1), changes),
    }))
    for (const [group, least] of [
      ['all', 0],
      ['sure', 0.75],
    ] as const) {
      const fields = scores.flatMap(score => score.fields).filter(({ confidence }) => confidence >= least)
      const broken = fields.filter(field => !field.before)
      const regained = broken.filter(field => field.after).length
      const spoiled = fields.filter(field => field.before && !field.after).length
      const share = ((100 * regained) / Math.max(1, broken.length)).toFixed(1)
      console.log(
        `${kind}, ${group}: ${regained} of ${broken.length} broken fields regained (${share} %), ${spoiled} spoiled, of ${fields.length}`,
      )
    }
    const changed = mean(scores.map(score => score.changed))
    console.log(`   ${(100 * changed).toFixed(0)} % of the values were changed`)
    if (values.details)
      for (const { name, fields } of scores) {
        const failed = fields.filter(field => !field.after).map(field => field.name)
        if (failed.length > 0) console.log(`   ${name}: not right: ${failed.join(', ')}`)
      }
  }
}

if (values.repair) repair(values.folder)
else {
  world()
  if (values.folder !== undefined) swde(values.folder)
}
