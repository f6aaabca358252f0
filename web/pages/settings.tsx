/** The config of the collection as text, checked by the server as one types and when it is saved. */
import type { TargetedEvent, TargetedSubmitEvent } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { api } from '../api/call.ts'
import type { PageProps } from '../app.tsx'
import { useAsked } from '../asking.ts'
import { Complaints } from '../components/complaints.tsx'
import { PageHead } from '../components/parts.tsx'
import { Answered } from '../components/states.tsx'
import { GroupSettings } from './settings-groups.tsx'
import { SettingsKeys } from './settings-keys.tsx'

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
        <SettingsKeys />
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

type Said =
  | { readonly kind: 'nothing' | 'saved' | 'fine' }
  | { readonly kind: 'refused' | 'typed'; readonly problem: string }

const WORDS: Readonly<Partial<Record<Said['kind'], string>>> = {
  saved: 'Saved.',
  fine: 'Not saved yet; nothing is wrong with it.',
}

function Editor({ collection, text, saved }: EditorProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [said, setSaid] = useState<Said>({ kind: 'nothing' })
  const check = useCheck(collection, setSaid)
  const save = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    check.cancel()
    try {
      await api.setConfigText(collection, { text: field.current!.value })
      setSaid({ kind: 'saved' })
      saved()
    } catch (error) {
      setSaid({ kind: 'refused', problem: (error as Error).message })
    }
  }
  const typed = (event: TargetedEvent<HTMLTextAreaElement>) => {
    setSaid({ kind: 'nothing' })
    check.later(event.currentTarget.value)
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
          onInput={typed}
        />
      </label>
      <div class="row">
        <button type="submit" class="is-main">
          Save
        </button>
        <span id="settings-said" role="status">
          {WORDS[said.kind]}
        </span>
      </div>
      {'problem' in said && (
        <Complaints message={said.problem} field={field.current} isRefused={said.kind === 'refused'} />
      )}
    </form>
  )
}

const PAUSE_MS = 600

/** Has the text checked when nobody has typed for a moment. Without the right to save it, nothing is said. */
function useCheck(collection: string, tell: (said: Said) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asked = useRef<AbortController>(undefined)
  const cancel = () => {
    clearTimeout(timer.current)
    asked.current?.abort()
  }
  useEffect(() => cancel, [])
  const check = (text: string) => {
    const controller = new AbortController()
    asked.current = controller
    api.checkConfigText(collection, { text }, { signal: controller.signal }).then(
      ({ problem }) => {
        if (!controller.signal.aborted) tell(problem === null ? { kind: 'fine' } : { kind: 'typed', problem })
      },
      () => {},
    )
  }
  const later = (text: string) => {
    cancel()
    timer.current = setTimeout(() => check(text), PAUSE_MS)
  }
  return { cancel, later }
}
