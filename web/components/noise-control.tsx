/** Silences a part of pages that keeps changing without meaning anything, where people see it change. */
import type { TargetedSubmitEvent } from 'preact'
import { useState } from 'preact/hooks'
import type * as Client from '../../src/client/index.ts'
import { api } from '../api/call.ts'
import { useAsked } from '../asking.ts'
import { ignoredIn, regionsAt, withIgnored } from '../pages/noisy-regions.ts'
import { Options } from './filters.tsx'
import { Problem } from './states.tsx'

interface NoiseControlProps {
  readonly collection: string
  /** Where the lines that differ stand on the page. */
  readonly paths: readonly string[]
}

export function NoiseControl({ collection, paths }: NoiseControlProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const asked = useAsked(`noise ${collection}`, async how => ({
    config: (await api.config(collection, how)) ?? {},
  }))
  const config = asked.answer?.config
  if (config === undefined) return null
  const ignored = ignoredIn(config)
  const keep = (regions: readonly string[]) =>
    void api.setConfig(collection, withIgnored(config, regions) as Client.Config).then(
      () => {
        setProblem(null)
        asked.again()
      },
      (error: Error) => setProblem(error.message),
    )
  const choices = regionsAt(paths).filter(each => !ignored.includes(each))
  return (
    <section class="stack is-tight" aria-label="Noise">
      {choices.length > 0 && <Silence choices={choices} silence={region => keep([...ignored, region])} />}
      {ignored.length > 0 && (
        <p class="row quiet" role="status">
          Never counted, from the next visit on:
          {ignored.map(region => (
            <span key={region} class="row">
              <code>{region}</code>
              <button
                type="button"
                class="is-plain"
                aria-label={`count it again: ${region}`}
                onClick={() => keep(ignored.filter(each => each !== region))}
              >
                count it again
              </button>
            </span>
          ))}
        </p>
      )}
      {problem !== null && <Problem problem={problem} />}
    </section>
  )
}

interface SilenceProps {
  readonly choices: readonly string[]
  readonly silence: (region: string) => void
}

function Silence({ choices, silence }: SilenceProps) {
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    silence(String(new FormData(event.currentTarget).get('region')))
  }
  return (
    <form class="filters" onSubmit={submit}>
      <label>
        Only noise? Never count changes in
        <select name="region">
          <Options choices={choices.map(each => [each, each])} />
        </select>
      </label>
      <button type="submit">Silence it on all pages</button>
    </form>
  )
}
