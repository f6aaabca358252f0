/** Settings for groups of pages; the server validates them with the whole config. */
import type { TargetedSubmitEvent } from 'preact'
import { useState } from 'preact/hooks'
import type * as Client from '../../src/client/index.ts'
import { api } from '../api/call.ts'
import { useAsked } from '../asking.ts'
import { Options } from '../components/filters.tsx'
import { Card } from '../components/parts.tsx'
import { Answered, Empty, Problem } from '../components/states.tsx'
import { type Column, Table } from '../components/table.tsx'
import {
  type GroupKind,
  type GroupRule,
  groupEntry,
  type RuleKind,
  rulesIn,
  withoutRule,
  withRule,
} from './group-rules.ts'

interface GroupsProps {
  readonly collection: string
  /** Called when the config has changed. */
  readonly changed: () => void
}

export function GroupSettings({ collection, changed }: GroupsProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const asked = useAsked(`groups ${collection}`, async how => ({
    config: (await api.config(collection, how)) ?? {},
  }))
  const keep = (config: Client.Config) =>
    api.setConfig(collection, config).then(
      () => {
        setProblem(null)
        asked.again()
        changed()
      },
      (error: Error) => setProblem(error.message),
    )
  return (
    <Card title="Groups of pages" aside="the first that fits a page applies">
      <Answered asked={asked} what="groups">
        {({ config }) => (
          <>
            <Rules rules={rulesIn(config)} remove={rule => void keep(withoutRule(config, rule))} />
            <NewRule
              collection={collection}
              add={(kind, entry) => void keep(withRule(config, kind, entry))}
            />
          </>
        )}
      </Answered>
      {problem !== null && <Problem problem={problem} />}
    </Card>
  )
}

const columns = (remove: (rule: GroupRule) => void): readonly Column<GroupRule>[] => [
  { title: 'Pages', show: ({ group }) => <span dir="auto">{group}</span> },
  { title: 'Setting', show: ({ setting }) => <span dir="auto">{setting}</span> },
  {
    title: 'Action',
    isNarrow: true,
    show: rule => (
      <button
        type="button"
        onClick={() => remove(rule)}
        aria-label={`Remove: ${rule.group}, ${rule.setting}`}
      >
        Remove
      </button>
    ),
  },
]

const Rules = ({
  rules,
  remove,
}: {
  readonly rules: readonly GroupRule[]
  readonly remove: (rule: GroupRule) => void
}) =>
  rules.length === 0 ? (
    <Empty title="All pages are treated alike">
      <p>
        Let pages of a class, a host or a part of a site count more, be visited more often, or be asked for
        less often.
      </p>
    </Empty>
  ) : (
    <Table
      caption="Settings for groups"
      columns={columns(remove)}
      rows={rules}
      keyOf={rule => `${rule.kind} ${rule.index}`}
    />
  )

const GROUPS: readonly (readonly [GroupKind, string])[] = [
  ['class', 'of the class'],
  ['host', 'of the host'],
  ['exact', 'whose address is'],
  ['prefix', 'whose address begins with'],
  ['regexp', 'whose address matches (regexp)'],
]

interface Field {
  readonly name: string
  readonly label: string
  readonly example: string
  readonly isOptional?: boolean
}

const SETTINGS: Readonly<Record<RuleKind, { readonly title: string; readonly fields: readonly Field[] }>> = {
  weight: { title: 'count more or less', fields: [{ name: 'weight', label: 'Times', example: '3' }] },
  bounds: {
    title: 'are visited within',
    fields: [
      { name: 'shortest', label: 'At most every', example: '1h' },
      { name: 'longest', label: 'At least every', example: '2d' },
    ],
  },
  goal: {
    title: 'must be fresh',
    fields: [
      { name: 'share', label: 'Share of them', example: '95%' },
      { name: 'age', label: 'At most so old', example: '6h' },
    ],
  },
  delay: { title: 'are followed by a pause', fields: [{ name: 'delay', label: 'Pause', example: '10s' }] },
  change: {
    title: 'are compared by',
    fields: [
      { name: 'select', label: 'Only these parts', example: '.price', isOptional: true },
      { name: 'leaveOut', label: 'Without these parts', example: '.ads', isOptional: true },
      { name: 'ignoreText', label: 'Without texts like', example: 'seen [0-9]+ times', isOptional: true },
      { name: 'level', label: 'What', example: 'content', isOptional: true },
      { name: 'threshold', label: 'A change from', example: '5%', isOptional: true },
    ],
  },
}

interface NewRuleProps {
  readonly collection: string
  readonly add: (kind: RuleKind, entry: Readonly<Record<string, unknown>>) => void
}

function NewRule({ collection, add }: NewRuleProps) {
  const [kind, setKind] = useState<RuleKind>('weight')
  const classes = useAsked(`classes ${collection}`, how => api.classes(collection, how))
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const value = (name: string) => String(form.get(name) ?? '').trim()
    add(kind, { ...groupEntry(value('group') as GroupKind, value('which')), ...settingEntry(kind, value) })
  }
  return (
    <form class="filters" onSubmit={submit}>
      <label>
        Pages
        <select name="group">
          <Options choices={GROUPS} />
        </select>
      </label>
      <label>
        Which
        <input name="which" required list="known-classes" dir="auto" />
      </label>
      <datalist id="known-classes">
        {classes.answer
          ?.filter(each => each.class !== null)
          .map(each => (
            <option key={each.class} value={each.class!} />
          ))}
      </datalist>
      <label>
        What
        <select value={kind} onChange={event => setKind(event.currentTarget.value as RuleKind)}>
          <Options choices={Object.entries(SETTINGS).map(([word, { title }]) => [word, title])} />
        </select>
      </label>
      {SETTINGS[kind].fields.map(({ name, label, example, isOptional = false }) => (
        <label key={name}>
          {label}
          <input name={name} required={!isOptional} placeholder={example} size={8} dir="ltr" />
        </label>
      ))}
      <button type="submit">Add</button>
    </form>
  )
}

/** The entry as written in the config; the server validates it. */
function settingEntry(kind: RuleKind, value: (name: string) => string): Readonly<Record<string, unknown>> {
  if (kind === 'bounds') return { bounds: [value('shortest'), value('longest')] }
  if (kind === 'weight')
    return { weight: Number.isFinite(Number(value('weight'))) ? Number(value('weight')) : value('weight') }
  const filled = SETTINGS[kind].fields.filter(({ name, isOptional }) => !isOptional || value(name) !== '')
  return Object.fromEntries(filled.map(({ name }) => [name, value(name)]))
}
