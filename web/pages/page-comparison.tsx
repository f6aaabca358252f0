/** Compares two revisions of a page: as text or source, in one column or two, or as pictures. */
import { Diff } from '../components/diff.tsx'
import { Choice } from '../components/filters.tsx'
import { Empty } from '../components/states.tsx'
import { TwoPictures } from '../components/two-pictures.tsx'
import { type RevisionsProps, revisionChoices } from './page-revisions.tsx'

const FORMS = [
  ['inline', 'text, in one column'],
  ['sides', 'text, side by side'],
  ['source', 'source, in one column'],
  ['source-sides', 'source, side by side'],
  ['pictures', 'pictures'],
] as const

export function PageComparison({ collection, url, revisions, query, choose }: RevisionsProps) {
  const after = Number(query.get('revision')) || revisions.at(-1)!.number
  const earlier = revisions.filter(each => each.number < after)
  const asked = Number(query.get('before'))
  const before = (earlier.find(each => each.number === asked) ?? earlier.at(-1))?.number
  const form = query.get('form') ?? 'inline'
  return (
    <>
      <div class="filters">
        <Choice
          label="From"
          choices={before === undefined ? [['', 'nothing before']] : revisionChoices(earlier)}
          value={String(before ?? '')}
          onChange={event => choose({ before: event.currentTarget.value })}
        />
        <Choice
          label="To"
          choices={revisionChoices(revisions)}
          value={String(after)}
          onChange={event => choose({ before: '', revision: event.currentTarget.value })}
        />
        <Choice
          label="As"
          choices={FORMS}
          value={form}
          onChange={event => choose({ form: event.currentTarget.value })}
        />
      </div>
      {before === undefined ? (
        <Empty title="This is the first revision: there is nothing to compare it with" />
      ) : form === 'pictures' ? (
        <TwoPictures {...{ collection, url, before, after }} />
      ) : (
        <Diff
          {...{ collection, url, before, after }}
          of={form.startsWith('source') ? 'source' : 'text'}
          isInSides={form.endsWith('sides')}
        />
      )}
    </>
  )
}
