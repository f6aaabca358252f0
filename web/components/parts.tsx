/** Small components that every page uses. */
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { shownAgo, shownExactly } from '../words.ts'

export const PageHead = ({
  title,
  about,
  children,
}: {
  readonly title: ComponentChildren
  readonly about?: ComponentChildren
  readonly children?: ComponentChildren
}) => (
  <header class="page-head">
    <h1>{title}</h1>
    {children && <div class="actions">{children}</div>}
    {about && <p>{about}</p>}
  </header>
)

export const Card = ({
  title,
  aside,
  children,
}: {
  readonly title: string
  readonly aside?: ComponentChildren
  readonly children: ComponentChildren
}) => (
  <section class="card">
    <header>
      <h2>{title}</h2>
      {aside && <p class="quiet">{aside}</p>}
    </header>
    {children}
  </section>
)

export interface Figure {
  readonly name: string
  readonly value: ComponentChildren
  readonly about?: string
}

export const Figures = ({ figures }: { readonly figures: readonly Figure[] }) => (
  <dl class="figures">
    {figures.map(({ name, value, about }) => (
      <div key={name} title={about}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

const TICK_MS = 10_000

/** A time in words, with the exact time on hover. The collection's clock may differ from this computer's: `now` is its current time. */
export function Time({ at, now }: { readonly at: string | null; readonly now?: string | undefined }) {
  const [tick, setTick] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setTick(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  if (at === null) return <span class="quiet">–</span>
  return (
    <time dateTime={at} title={shownExactly(at)}>
      {shownAgo(at, now === undefined ? tick : new Date(now).getTime())}
    </time>
  )
}

/** When a page is visited next; a visit that is due is not shown as a time in the past. */
export const NextVisit = ({ at, now }: { readonly at: string | null; readonly now?: string | undefined }) =>
  at !== null && Date.parse(at) <= (now === undefined ? Date.now() : Date.parse(now)) ? (
    <time dateTime={at} title={shownExactly(at)}>
      due now
    </time>
  ) : (
    <Time at={at} now={now} />
  )

const TONES: Readonly<Record<string, string>> = {
  completed: 'is-good',
  ok: 'is-good',
  allowed: 'is-good',
  disallowed: 'is-bad',
  GET: 'is-good',
  DELETE: 'is-bad',
  problem: 'is-bad',
  warning: 'is-warn',
  possible: 'is-good',
  impossible: 'is-bad',
  dead: 'is-bad',
  'soft-dead': 'is-bad',
  redirected: 'is-warn',
  fetched: 'is-good',
  running: 'is-good',
  error: 'is-bad',
  failed: 'is-bad',
  gone: 'is-warn',
  stopping: 'is-warn',
  paused: 'is-warn',
}

export const Badge = ({ word, title }: { readonly word: string; readonly title?: string | undefined }) => (
  <span class={`badge ${TONES[word] ?? ''}`} title={title}>
    {word}
  </span>
)

/** A tab list that works with keyboards and screen readers; the panel itself belongs to the caller. */
export function Tabs({
  label,
  tabs,
  selected,
  select,
}: {
  readonly label: string
  readonly tabs: readonly (readonly [word: string, title: string])[]
  readonly selected: string
  readonly select: (word: string) => void
}) {
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    const at = tabs.findIndex(([word]) => word === selected)
    const next = tabs[(at + step + tabs.length) % tabs.length]![0]
    select(next)
    document.getElementById(`tab-${next}`)?.focus()
  }
  return (
    <div class="tabs" role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map(([word, title]) => (
        <button
          key={word}
          type="button"
          role="tab"
          id={`tab-${word}`}
          aria-selected={word === selected}
          tabIndex={word === selected ? 0 : -1}
          onClick={() => select(word)}
        >
          {title}
        </button>
      ))}
    </div>
  )
}
