/** A form that makes a collection of a site, or of pages that somebody follows, and starts it. */
import type { TargetedSubmitEvent } from 'preact'
import { useState } from 'preact/hooks'
import { api } from '../api/call.ts'
import { Options } from '../components/filters.tsx'
import { Card } from '../components/parts.tsx'
import { Problem } from '../components/states.tsx'
import { addressOf, go } from '../router.ts'
import { collectionFor, type FirstOrder, nameFor, REACHES, ROUNDS } from './first-order.ts'

type Reach = FirstOrder['reach']

export function NewCollection() {
  const [problem, setProblem] = useState<string | null>(null)
  const [reach, setReach] = useState<Reach>('site')
  const [addresses, setAddresses] = useState('')
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const every = String(form.get('every')) as FirstOrder['every']
    const order = {
      addresses,
      reach,
      every,
      pages: Number(form.get('pages')),
      name: String(form.get('name')),
    }
    try {
      const made = await api.createCollection(collectionFor(order))
      await api.start(made.id, { kind: 'watch' })
      go(addressOf(made.id, 'overview'))
    } catch (error) {
      setProblem((error as Error).message)
    }
  }
  return (
    <Card title="New collection">
      <form class="stack" onSubmit={submit}>
        <label>
          Addresses to start from, one a line
          <textarea
            name="seeds"
            rows={3}
            required
            spellcheck={false}
            dir="ltr"
            placeholder="https://example.org/"
            onInput={event => setAddresses(event.currentTarget.value)}
          />
        </label>
        <div class="filters">
          <label>
            Fetch
            <select value={reach} onChange={event => setReach(event.currentTarget.value as Reach)}>
              <Options choices={REACHES} />
            </select>
          </label>
          {reach !== 'pages' && (
            <label>
              Pages at most
              <input name="pages" type="number" min={1} defaultValue="1000" required />
            </label>
          )}
          <label>
            Visit them again
            <select name="every">
              <Options choices={ROUNDS} />
            </select>
          </label>
          <label>
            Name (optional)
            <input
              name="name"
              pattern="[a-z0-9][a-z0-9\-]*"
              title="small letters, digits and hyphens"
              maxLength={63}
              placeholder={addresses.trim() === '' ? 'example-org' : nameFor(addresses.trim())}
            />
          </label>
          <button type="submit" class="is-main">
            Create and start
          </button>
        </div>
      </form>
      {problem !== null && <Problem problem={problem} />}
    </Card>
  )
}
