/** The servers that the hosts live on: a tile for each, with its delay, speed, errors and how robots.txt applies to its hosts. */
import type * as Client from '../../src/client/index.ts'
import { api } from '../api/call.ts'
import { useListed } from '../asking.ts'
import { addressOf } from '../router.ts'
import { shown, shownDays, shownUrl } from '../words.ts'
import { Badge, Time } from './parts.tsx'
import { Empty, Loading, Problem } from './states.tsx'

interface ServerMapProps {
  readonly collection: string
  readonly hosts: readonly Client.Host[]
  readonly now: string | undefined
}

export function ServerMap({ collection, hosts, now }: ServerMapProps) {
  const listed = useListed(`servers ${collection}`, (cursor, how) =>
    api.servers(collection, { limit: 200, cursor }, how),
  )
  if (listed.problem !== null) return <Problem problem={listed.problem} />
  if (listed.rows.length === 0)
    return listed.isAsking ? (
      <Loading what="servers" />
    ) : (
      <Empty title="No server has been asked yet">
        <p>
          Give the collection <a href={addressOf(collection, 'start')}>an address to start from</a>.
        </p>
      </Empty>
    )
  return (
    <>
      <ul class="tiles">
        {listed.rows.map(server => (
          <Tile
            key={server.address}
            {...{ collection, server, now }}
            hosts={hosts.filter(each => each.server === server.address)}
          />
        ))}
      </ul>
      {listed.more && (
        <div class="more">
          <button type="button" onClick={listed.more}>
            Show more
          </button>
        </div>
      )}
    </>
  )
}

interface TileProps extends ServerMapProps {
  readonly server: Client.Server
}

const DAY_MS = 86_400_000
/** Number of host names shown on a tile. */
const MAX_NAMES = 4

function Tile({ collection, server, hosts, now }: TileProps) {
  const { address, delayMs, latencyMs, failures, restsUntil } = server
  const [failed, stored] = [sum(hosts, 'failed'), sum(hosts, 'pages')]
  const tone = failures > 0 ? 'is-bad' : failed > 0 ? 'is-warn' : 'is-good'
  return (
    <li class={`tile ${tone}`}>
      <h2>
        <code>{address}</code>
      </h2>
      {failures > 0 && (
        <p>
          <Badge word="resting" title={`${failures} failures in a row`} /> until{' '}
          <Time at={restsUntil} now={now} />
        </p>
      )}
      <dl>
        <Fact name="Between requests" value={shownMs(delayMs)} />
        <Fact name="Answers in" value={latencyMs > 0 ? shownMs(latencyMs) : '–'} />
        <Fact name="Stored pages" value={shown(stored)} />
        <Fact name="Failed visits" value={shown(failed)} />
        <Fact name="robots.txt" value={robotsOf(hosts)} />
      </dl>
      <p class="quiet">
        {hosts.slice(0, MAX_NAMES).map(({ host }, i) => (
          <span key={host}>
            {i > 0 && ', '}
            <a href={addressOf(collection, 'pages', { host })}>{shownUrl(host)}</a>
          </span>
        ))}
        {hosts.length > MAX_NAMES && ` and ${shown(hosts.length - MAX_NAMES)} more`}
      </p>
    </li>
  )
}

const Fact = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)

const sum = (hosts: readonly Client.Host[], name: 'failed' | 'pages') =>
  hosts.reduce((total, each) => total + each[name], 0)

const shownMs = (ms: number) => (ms >= 1_000 ? shownDays(ms / DAY_MS) : `${Math.round(ms)} ms`)

const ROBOTS: Readonly<Record<string, string>> = { allow: 'none', obey: 'obeyed', deny: 'out of reach' }

function robotsOf(hosts: readonly Client.Host[]): string {
  const words = new Set(hosts.flatMap(({ robots }) => (robots === null ? [] : [ROBOTS[robots] ?? robots])))
  return [...words].join(', ') || 'not asked yet'
}
