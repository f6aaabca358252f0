/** Says that only a part of a page counts, where people see what has changed. */
import type { TargetedSubmitEvent } from 'preact'
import { useState } from 'preact/hooks'
import type * as Client from '../../src/client/index.ts'
import { api } from '../api/call.ts'
import { useAsked } from '../asking.ts'
import { comparedPartIn, withComparedPart } from '../pages/compared-part.ts'
import { regionsAt } from '../pages/noisy-regions.ts'
import { Problem } from './states.tsx'

interface PartControlProps {
  readonly collection: string
  readonly url: string
  /** Where the lines that differ stand on the page. */
  readonly paths: readonly string[]
  /** Called when another part is compared. */
  readonly changed: () => void
}

export function PartControl({ collection, url, paths, changed }: PartControlProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const asked = useAsked(`part ${collection}`, async how => ({
    config: (await api.config(collection, how)) ?? {},
  }))
  const config = asked.answer?.config
  if (config === undefined) return null
  const part = comparedPartIn(config, url)
  const keep = (selector: string | null) =>
    void api.setConfig(collection, withComparedPart(config, url, selector) as Client.Config).then(
      () => {
        setProblem(null)
        asked.again()
        changed()
      },
      (error: Error) => setProblem(error.message),
    )
  return (
    <section class="stack is-tight" aria-label="What counts on this page">
      {part.length === 0 ? (
        <Choose suggestions={regionsAt(paths)} choose={keep} />
      ) : (
        <p class="row quiet" role="status">
          Of this page, only <code>{part.join(', ')}</code> counts.
          <button type="button" class="is-plain" onClick={() => keep(null)}>
            Compare all of it again
          </button>
        </p>
      )}
      {problem !== null && <Problem problem={problem} />}
    </section>
  )
}

interface ChooseProps {
  readonly suggestions: readonly string[]
  readonly choose: (selector: string) => void
}

function Choose({ suggestions, choose }: ChooseProps) {
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    choose(String(new FormData(event.currentTarget).get('selector')).trim())
  }
  return (
    <form class="filters" onSubmit={submit}>
      <label>
        Only one part matters? Its CSS selector or XPath
        <input name="selector" required list="known-parts" placeholder=".price" dir="ltr" />
      </label>
      <datalist id="known-parts">
        {suggestions.map(each => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <button type="submit">Compare only this on this page</button>
    </form>
  )
}
