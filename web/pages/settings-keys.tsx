/** What can be written into the config: the keys used most, and all others by a few letters. */
import type { ComponentChildren, TargetedEvent } from 'preact'
import { useState } from 'preact/hooks'
import type * as Client from '../../src/client/index.ts'
import { api } from '../api/call.ts'
import { useAsked } from '../asking.ts'
import { Card } from '../components/parts.tsx'
import { Answered } from '../components/states.tsx'
import { counted } from '../words.ts'

const USUAL = [
  ['seeds', 'where to start: a list of addresses'],
  ['scope.local', 'true: only the hosts of the seeds; domain: their domains too'],
  ['scope.pages', 'how many pages to hold at most'],
  ['scope.include, scope.exclude', '[{prefix: https://example.org/news/}]'],
  ['request.delay', 'time between two requests to one server: 1s'],
  ['limits.connections', 'parallel requests, over all servers'],
  ['refresh.budget', 'what may be spent: 20000/day, 5GiB/day'],
  ['refresh.goals', '[{class: product, share: 95%, age: 6h}]'],
  ['refresh.publish', 'shadow: readers see a finished cycle'],
  ['search', 'current: keep a full-text index'],
  ['extract.patterns', '[email, phone]: values to look for'],
  ['extract.model', 'auto: learn the site and read records'],
  ['duplicates.find', 'near: pages that say the same'],
  ['forms.search', 'true: ask search forms for pages that no link leads to'],
] as const

export function SettingsKeys() {
  const [wanted, setWanted] = useState('')
  const asked = useAsked('config keys', how => api.configKeys(how))
  const type = (event: TargetedEvent<HTMLInputElement>) => setWanted(event.currentTarget.value.trim())
  return (
    <Card title={wanted === '' ? 'Keys used most' : 'Keys'}>
      <label>
        {asked.answer ? `Find one of all ${asked.answer.length} keys` : 'Find a key'}
        <input type="search" onInput={type} placeholder="robots, cookie, refresh…" dir="ltr" />
      </label>
      {wanted === '' ? (
        <dl class="syntax">
          {USUAL.map(([key, meaning]) => (
            <Explained key={key} name={key}>
              {meaning}
            </Explained>
          ))}
        </dl>
      ) : (
        <Answered asked={asked} what="keys">
          {keys => <Found keys={foundIn(keys, wanted.toLowerCase())} />}
        </Answered>
      )}
    </Card>
  )
}

/** Keys whose names fit come before those that only mention the words. */
function foundIn(keys: readonly Client.ConfigKey[], wanted: string): readonly Client.ConfigKey[] {
  const isNamed = ({ key }: Client.ConfigKey) => key.toLowerCase().includes(wanted)
  const isAbout = (each: Client.ConfigKey) => !isNamed(each) && each.about.toLowerCase().includes(wanted)
  return [...keys.filter(isNamed), ...keys.filter(isAbout)]
}

const Found = ({ keys }: { readonly keys: readonly Client.ConfigKey[] }) => (
  <>
    <p class="quiet" role="status">
      {keys.length === 0 ? 'No key is about that.' : counted(keys.length, 'key')}
    </p>
    {keys.length > 0 && (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      <section class="keys-found" tabIndex={0} aria-label="Keys found">
        <dl class="syntax is-stacked">
          {keys.map(({ key, about, value, standard }) => (
            <Explained key={key} name={key}>
              {plain(about)}
              {value !== '' && <span class="quiet"> {plain(valueWords(value, standard))}</span>}
            </Explained>
          ))}
        </dl>
      </section>
    )}
  </>
)

const valueWords = (value: string, standard: string) =>
  standard === '' ? `Value: ${value}.` : `Value: ${value}; default: ${standard}.`

/** The descriptions are written in Markdown, of which they only use marks for code. */
const plain = (words: string) =>
  words.split('`').map((part, i) => (i % 2 === 1 ? <code key={i}>{part}</code> : part))

const Explained = ({ name, children }: { readonly name: string; readonly children: ComponentChildren }) => (
  <div>
    <dt>
      <code>{name}</code>
    </dt>
    <dd>{children}</dd>
  </div>
)
