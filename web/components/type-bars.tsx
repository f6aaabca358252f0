/** Stored documents by type, in pages and bytes; updated while pages come in. */
import { useEffect } from 'preact/hooks'
import { api } from '../api/call.ts'
import { useAsked, useCalm } from '../asking.ts'
import { addressOf } from '../router.ts'
import { shown, shownBytes } from '../words.ts'
import { Card } from './parts.tsx'
import { Answered } from './states.tsx'

const REFRESH_MS = 5_000
const MAX_SHOWN = 8

interface TypeBarsProps {
  readonly collection: string
  readonly visits: number
}

export function TypeBars({ collection, visits }: TypeBarsProps) {
  const asked = useAsked(`types ${collection}`, how => api.types(collection, how))
  const version = useCalm(visits, REFRESH_MS)
  const { again } = asked
  useEffect(again, [version, again])
  return (
    <Card title="By type" aside="stored pages and their bytes">
      <Answered asked={asked} what="types">
        {types => {
          const most = Math.max(1, ...types.map(each => each.bytes))
          if (types.length === 0) return <p class="quiet">Nothing is stored yet.</p>
          return (
            <ul class="bars">
              {types.slice(0, MAX_SHOWN).map(({ type, pages, bytes }) => (
                <li key={type}>
                  <a href={addressOf(collection, 'pages', { type })}>{type}</a>
                  <svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
                    <rect width={(100 * bytes) / most} height="1" />
                  </svg>
                  <span class="bar-value">
                    {shown(pages)} · {shownBytes(bytes)}
                  </span>
                </li>
              ))}
            </ul>
          )
        }}
      </Answered>
    </Card>
  )
}
