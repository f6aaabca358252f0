/** Metrics of all collections in the format of Prometheus, for Grafana and alerts: https://prometheus.io/docs/instrumenting/exposition_formats/ */
import { STATUSES } from '../../library/index.ts'
import { sendingForServer } from '../operation.ts'
import type { ShelvedCollection } from '../shelved.ts'

const MEDIA = 'text/plain; version=0.0.4; charset=utf-8'
/** Older samples say little about how fresh a collection is now. */
const SAMPLES_MS = 86_400_000

interface Metric {
  readonly name: string
  readonly kind: 'counter' | 'gauge'
  readonly help: string
}

const METRICS_OF = {
  pages: { name: 'pages', kind: 'gauge', help: 'Known addresses by status.' },
  stored: { name: 'stored_pages', kind: 'gauge', help: 'Pages whose content is stored.' },
  bytes: { name: 'stored_bytes', kind: 'gauge', help: 'Bytes of all stored revisions.' },
  hosts: { name: 'hosts', kind: 'gauge', help: 'Known hosts.' },
  visits: { name: 'visits_total', kind: 'counter', help: 'Visits of pages.' },
  revisions: { name: 'revisions_total', kind: 'counter', help: 'Different contents that were found.' },
  busy: { name: 'busy', kind: 'gauge', help: '1 while a process works on the collection.' },
  freshness: { name: 'freshness_ratio', kind: 'gauge', help: 'Estimated share of pages that are current.' },
  age: { name: 'age_days', kind: 'gauge', help: 'Estimated mean age of what is out of date.' },
  budget: { name: 'budget_per_day', kind: 'gauge', help: 'What may be spent in a day.' },
} as const satisfies Readonly<Record<string, Metric>>

interface Value {
  readonly metric: keyof typeof METRICS_OF
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

const metrics = sendingForServer({
  id: 'metrics',
  path: '/metrics',
  summary: 'Numbers of all collections in the text format of Prometheus.',
  media: 'text/plain',
  async send(context, { shelf }) {
    const values = (await Promise.all(shelf.all.map(valuesOf))).flat()
    return context.body(written(values), 200, { 'Content-Type': MEDIA, 'Cache-Control': 'no-store' })
  },
})

/** Returns nothing for a collection that cannot be read now: a gap in a curve is more honest than a made-up value. */
async function valuesOf(shelved: ShelvedCollection): Promise<readonly Value[]> {
  const labels = { collection: shelved.id }
  try {
    const reader = await shelved.reader()
    const counts = await reader.counts()
    const since = new Date(shelved.env.clock.now() - SAMPLES_MS)
    const sample = (await reader.samples({ since })).at(-1)
    const optional = { freshness: sample?.freshness, age: sample?.ageDays, budget: sample?.budgetPerDay }
    return [
      ...STATUSES.map(status => ({
        metric: 'pages' as const,
        labels: { ...labels, status },
        value: counts[status],
      })),
      { metric: 'stored', labels, value: counts.fetched },
      { metric: 'bytes', labels, value: counts.bytes },
      { metric: 'hosts', labels, value: counts.hosts },
      { metric: 'visits', labels, value: counts.visits },
      { metric: 'revisions', labels, value: counts.revisions },
      { metric: 'busy', labels, value: (await reader.isBusy()) ? 1 : 0 },
      ...(Object.entries(optional) as [keyof typeof optional, number | null | undefined][]).flatMap(
        ([metric, value]) => (value === null || value === undefined ? [] : [{ metric, labels, value }]),
      ),
    ]
  } catch {
    return []
  }
}

function written(values: readonly Value[]): string {
  return (Object.keys(METRICS_OF) as (keyof typeof METRICS_OF)[])
    .map(key => {
      const { name, kind, help } = METRICS_OF[key]
      const lines = values
        .filter(({ metric }) => metric === key)
        .map(({ labels, value }) => `tidewatch_${name}{${labelsOf(labels)}} ${value}\n`)
      const head = `# HELP tidewatch_${name} ${help}\n# TYPE tidewatch_${name} ${kind}\n`
      return lines.length === 0 ? '' : head + lines.join('')
    })
    .join('')
}

/** Names of collections and statuses need no escapes. */
const labelsOf = (labels: Value['labels']): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${value}"`)
    .join(',')

export const METRICS = [metrics]
