/** The config of the collection as text, validated by the server when it is saved. */
import type { TargetedSubmitEvent } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { api } from '../api/call.ts'
import type { PageProps } from '../app.tsx'
import { useAsked } from '../asking.ts'
import { Card, PageHead } from '../components/parts.tsx'
import { Answered } from '../components/states.tsx'
import { GroupSettings } from './settings-groups.tsx'

const KEYS = [
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

type Saved = { readonly isSaved: boolean; readonly problems: readonly Complaint[] }

interface Complaint {
  /** Line and column, if the message has a position. */
  readonly place: readonly [number, number] | null
  readonly sentence: string
}

export function Settings({ collection }: PageProps) {
  const [version, setVersion] = useState(0)
  const asked = useAsked(`settings ${collection}`, how => api.configText(collection, how))
  return (
    <>
      <PageHead
        title="Settings"
        about="The config of the collection, as YAML or JSON. A watch that runs goes on with it at once. Credentials are never stored: write ${NAME}, and set that variable where the crawl runs."
      />
      <div class="grid is-editor">
        <Answered asked={asked} what="settings">
          {({ text }) => (
            <Editor
              key={text}
              collection={collection}
              text={text}
              saved={() => setVersion(before => before + 1)}
            />
          )}
        </Answered>
        <Card title="Keys used most" aside="docs/config.md has all of them">
          <dl class="syntax">
            {KEYS.map(([key, meaning]) => (
              <div key={key}>
                <dt>
                  <code>{key}</code>
                </dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </Card>
      </div>
      <GroupSettings key={version} collection={collection} changed={asked.again} />
    </>
  )
}

interface EditorProps {
  readonly collection: string
  readonly text: string
  readonly saved: () => void
}

function Editor({ collection, text, saved: tellSaved }: EditorProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [saved, setSaved] = useState<Saved | null>(null)
  const save = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    try {
      await api.setConfigText(collection, { text: field.current!.value })
      setSaved({ isSaved: true, problems: [] })
      tellSaved()
    } catch (error) {
      setSaved({ isSaved: false, problems: complaintsIn((error as Error).message) })
    }
  }
  return (
    <form class="stack" onSubmit={save}>
      <label>
        Config
        <textarea
          ref={field}
          rows={28}
          spellcheck={false}
          dir="ltr"
          defaultValue={text}
          placeholder={'seeds: [https://example.org/]\nscope: {local: true}'}
          aria-describedby="settings-said"
        />
      </label>
      <div class="row">
        <button type="submit" class="is-main">
          Save
        </button>
        <span id="settings-said" role="status">
          {saved?.isSaved ? 'Saved.' : ''}
        </span>
      </div>
      {saved && !saved.isSaved && <Complaints problems={saved.problems} field={field.current} />}
    </form>
  )
}

const Complaints = ({
  problems,
  field,
}: {
  readonly problems: readonly Complaint[]
  readonly field: HTMLTextAreaElement | null
}) => (
  <div class="note is-bad" role="alert">
    <p>Nothing was saved:</p>
    <ul>
      {problems.map(({ place, sentence }) => (
        <li key={`${place} ${sentence}`}>
          {place && (
            <button type="button" class="is-plain" onClick={() => field && showPlace(field, place)}>
              line {place[0]}, column {place[1]}
            </button>
          )}
          {place && ': '}
          {sentence}
        </li>
      ))}
    </ul>
  </div>
)

/** Parses the server's message: `settings:7:3: sentence`, one per line. */
export function complaintsIn(message: string): Complaint[] {
  return message.split('\n').map(line => {
    const [, row, column, sentence] = /^settings:(\d+):(\d+): (.*)$/.exec(line) ?? []
    return row === undefined
      ? { place: null, sentence: line }
      : { place: [Number(row), Number(column)], sentence: sentence! }
  })
}

function showPlace(field: HTMLTextAreaElement, [row, column]: readonly [number, number]): void {
  const lines = field.value.split('\n')
  const start = lines.slice(0, row - 1).reduce((sum, line) => sum + line.length + 1, 0)
  field.focus()
  field.setSelectionRange(start + column - 1, start + (lines[row - 1]?.length ?? column))
}
