/** Picking fields: choose a value on a stored page, see it extracted from other pages of the class, save a new version of the model. */
import { useEffect, useState } from 'preact/hooks'
import type * as Client from '../../src/client/index.ts'
import { api } from '../api/call.ts'
import type { PageProps } from '../app.tsx'
import { useAsked } from '../asking.ts'
import { FieldTable } from '../components/field-table.tsx'
import { Card, PageHead } from '../components/parts.tsx'
import { PickFrame } from '../components/pick-frame.tsx'
import { Answered, Empty, Problem } from '../components/states.tsx'
import { addressOf } from '../router.ts'
import { counted } from '../words.ts'
import { fieldsOf, type SheetColumn, sheetOf, withPicked } from './field-sheet.ts'

export function Fields({ collection, query }: PageProps) {
  const url = query.get('url')
  return (
    <>
      <PageHead
        title="Fields"
        about="Choose a value on the page: it becomes a column, and is filled in for other pages of the class at once. Correct names and types, then save."
      />
      {url === null ? <NoPage collection={collection} /> : <OnPage key={url} {...{ collection, url }} />}
    </>
  )
}

const NoPage = ({ collection }: { readonly collection: string }) => (
  <Empty title="No page was chosen">
    <p>
      Choose a class in the <a href={addressOf(collection, 'model')}>model</a>, and a page of it.
    </p>
  </Empty>
)

interface OnPageProps {
  readonly collection: string
  readonly url: string
}

function OnPage({ collection, url }: OnPageProps) {
  const asked = useAsked(`pickable ${collection} ${url}`, async how => {
    const [{ html }, known] = await Promise.all([
      api.pickablePage(collection, { url }, how),
      api.fieldChoices(collection, { url }, how),
    ])
    return { html, known }
  })
  return (
    <Answered asked={asked} what="page">
      {({ html, known }) => <Sheet {...{ collection, url, html, known }} />}
    </Answered>
  )
}

interface SheetProps extends OnPageProps {
  readonly html: string
  readonly known: Client.FieldChoices
}

const NO_MARKS: Client.TriedFields['marks'] = []

function Sheet({ collection, url, html, known }: SheetProps) {
  const [sheet, setSheet] = useState(sheetOf(known.fields))
  const [said, setSaid] = useState<string | null>(null)
  const tried = useTried(collection, url, sheet)
  const marks = tried.answer?.marks ?? NO_MARKS
  const pick = async (unit: number) => {
    // The marks are from the last answer, so their fields may have been removed since.
    const marked = marks.find(
      each => each.unit === unit && sheet.some(({ field }) => field.name === each.field),
    )
    if (marked) return document.getElementById(`field-${marked.field}`)?.focus()
    const { choices } = await api.fieldChoices(collection, { url, unit })
    setSheet(before => withPicked(before, choices))
    setSaid(choices.length === 0 ? 'No way was found to tell where this stands on other pages.' : null)
  }
  const act = (unit: number) => pick(unit).catch((error: Error) => setSaid(error.message))
  return (
    <div class="grid is-halves">
      <Card title="The stored page" aside="choose a value, or reach it with Tab and press Enter">
        <PickFrame html={html} marks={marks} pick={act} />
      </Card>
      <Card
        title={`Fields of ${known.class}`}
        aside={
          tried.answer
            ? `this page and ${counted(Math.max(0, tried.answer.pages.length - 1), 'other page')} of the class`
            : 'reading pages of the class…'
        }
      >
        {tried.problem !== null && <Problem problem={tried.problem} />}
        <FieldTable
          {...{ collection, sheet, setSheet }}
          pages={tried.answer?.pages ?? []}
          isAsking={tried.state === 'asking'}
        />
        <Saving {...{ collection, sheet }} site={known.site} name={known.class} />
        <p role="status">{said}</p>
      </Card>
    </div>
  )
}

/** Several changes in a row make one request, because each request reads eleven pages. */
const PAUSE_MS = 150

/** Requests what the fields extract, again whenever they change. */
function useTried(collection: string, url: string, sheet: readonly SheetColumn[]) {
  const fields = fieldsOf(sheet)
  const asked = useAsked(`tried ${collection} ${url}`, how => api.tryFields(collection, { url, fields }, how))
  const key = JSON.stringify(fields)
  const { again } = asked
  const [known, setKnown] = useState(key)
  useEffect(() => {
    if (key === known) return
    const timer = setTimeout(() => {
      setKnown(key)
      again()
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [key, known, again])
  return asked
}

interface SavingProps {
  readonly collection: string
  readonly sheet: readonly SheetColumn[]
  readonly site: string
  readonly name: string
}

type Saved =
  | { readonly state: 'saving' }
  | {
      readonly state: 'saved'
      readonly version: number
      readonly pages: number | null
      readonly why: string | null
    }
  | { readonly state: 'refused'; readonly problem: string }

function Saving({ collection, sheet, site, name }: SavingProps) {
  const [saved, setSaved] = useState<Saved | null>(null)
  const save = async () => {
    setSaved({ state: 'saving' })
    const fields = fieldsOf(sheet)
    const { version } = await api.saveFields(collection, { site, class: name, fields })
    const read = await api.rereadSite(collection, { site }).catch((error: Error) => error)
    const isRead = !(read instanceof Error)
    setSaved({
      ...{ state: 'saved', version },
      ...{ pages: isRead ? read.pages : null, why: isRead ? null : read.message },
    })
  }
  const act = () => save().catch((error: Error) => setSaved({ state: 'refused', problem: error.message }))
  return (
    <div class="row">
      <button type="button" class="is-main" disabled={saved?.state === 'saving'} onClick={act}>
        Save and read all pages again
      </button>
      <span role="status">
        {saved?.state === 'saving' && 'Reading stored pages…'}
        {saved?.state === 'saved' &&
          `Saved as version ${saved.version}. ${saved.pages === null ? `Nothing was read again: ${saved.why}` : `${counted(saved.pages, 'stored page')} of the site read again.`}`}
      </span>
      {saved?.state === 'saved' && (
        <a href={addressOf(collection, 'records', { class: name })}>See the records</a>
      )}
      {saved?.state === 'refused' && <Problem problem={saved.problem} />}
    </div>
  )
}
