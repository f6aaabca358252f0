/** A model as a table that people edit; saving it makes a new version. */
import type { TargetedSubmitEvent } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { api } from '../api/call.ts'
import { useAsked } from '../asking.ts'
import { Complaints } from '../components/complaints.tsx'
import { Card } from '../components/parts.tsx'
import { Answered } from '../components/states.tsx'
import { counted } from '../words.ts'

interface SpecificationProps {
  readonly collection: string
  readonly site: string
  readonly version: number
  /** Called when there is a new version. */
  readonly onSaved: () => void
}

export function ModelSpecification({ collection, site, version, onSaved }: SpecificationProps) {
  const asked = useAsked(`specification ${collection} ${site} ${version}`, how =>
    api.specification(collection, { site, version }, how),
  )
  return (
    <Card
      title="Specification"
      aside="a line for each link and field: class, type, XPath, destination or name, kind of link"
    >
      <Answered asked={asked} what="specification">
        {({ text }) => <Editor key={text} {...{ collection, site, text, onSaved }} />}
      </Answered>
    </Card>
  )
}

interface EditorProps extends Omit<SpecificationProps, 'version'> {
  readonly text: string
}

const MAX_ROWS = 24

function Editor({ collection, site, text, onSaved }: EditorProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [said, setSaid] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const save = async () => {
    const { version, isNew } = await api.saveSpecification(collection, { site, text: field.current!.value })
    setSaid(isNew ? `Saved as version ${version}.` : 'Nothing was different.')
    setProblem(null)
    if (isNew) onSaved()
  }
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    save().catch((error: Error) => setProblem(error.message))
  }
  const reread = () =>
    api.rereadSite(collection, { site }).then(
      ({ pages }) => setSaid(`${counted(pages, 'stored page')} read again.`),
      (error: Error) => setProblem(error.message),
    )
  return (
    <form class="stack" onSubmit={submit}>
      <label>
        <span class="hidden-but-read">Specification</span>
        <textarea
          ref={field}
          class="is-code"
          rows={Math.min(MAX_ROWS, text.split('\n').length + 1)}
          wrap="off"
          spellcheck={false}
          dir="ltr"
          defaultValue={text}
        />
      </label>
      <div class="row">
        <button type="submit" class="is-main">
          Save as a new version
        </button>
        <button type="button" onClick={reread}>
          Read stored pages again
        </button>
        <span role="status">{said}</span>
      </div>
      {problem !== null && <Complaints message={problem} field={field.current} />}
    </form>
  )
}
